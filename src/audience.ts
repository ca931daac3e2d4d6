/** A person at a terminal has commands and flags; an agent has the four tools and its shell's git. */
export type Audience = 'terminal' | 'agent';

/** A sentence for everybody, or one for each audience. */
export type Words = string | Readonly<Record<Audience, string>>;

export function wordsFor(audience: Audience, words: Words): string {
  return typeof words === 'string' ? words : words[audience];
}
