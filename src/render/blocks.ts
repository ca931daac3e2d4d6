/** An answer as a reader meets it, before anyone decides how it looks: the renderers share it. */

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

export type Badge = { text: string; tone?: Tone };

/** A line as it is; what leads to its text, such as the branches of a tree, stays in the background. */
export type Line = { lead?: string; text: string; tone?: Tone };

export type Block =
  | { kind: 'title'; text: string; detail?: string }
  | { kind: 'section'; text: string }
  | { kind: 'item'; text: string; badges: Badge[] }
  | { kind: 'text'; text: string }
  | { kind: 'field'; label: string; entries: { text: string; tone?: Tone }[] }
  | { kind: 'footer'; text: string }
  | { kind: 'notice'; text: string; fix?: string }
  | { kind: 'lines'; lines: Line[] };

export function field(label: string, entries: readonly (string | { text: string; tone?: Tone })[]): Block[] {
  const shown = entries.map(entry => (typeof entry === 'string' ? { text: entry } : entry));
  return shown.length === 0 ? [] : [{ kind: 'field', label, entries: shown }];
}
