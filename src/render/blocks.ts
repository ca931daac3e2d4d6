/** An answer as a reader meets it, before anyone decides how it looks: the renderers share it. */

import type { Target } from './links.ts';

/** A name, path or id is code: nothing in it is markup. It may stand for a commit or a file. The rest is text. */
export type Span = string | { code: string; of?: Target };
export type Inline = string | readonly Span[];

export type Tone = 'good' | 'warn' | 'bad' | 'quiet';

export type Badge = { text: Inline; tone?: Tone };

/** A line as it is. What leads to it, such as the branches of a tree, stays in the background; the tone is its mark's. */
export type Line = { lead?: string; mark?: string; text: string; tone?: Tone };

/** The tone is for the mark, a word that comes first, or else for the label or bullet; never for the text. */
export type Entry = {
  mark?: string;
  text: Inline;
  /** What follows the text, each cut and the last left out, so that a terminal needs one line. */
  parts?: readonly Inline[];
  tone?: Tone;
  /** Parts of the text that a terminal sets off, each from its first character to behind its last. */
  marks?: readonly (readonly [start: number, end: number])[];
};

export type Block =
  | { kind: 'title'; text: Inline; detail?: Inline; label?: string }
  | { kind: 'section'; text: Inline }
  | { kind: 'item'; text: Inline; badges: readonly Badge[] }
  | { kind: 'text'; text: Inline }
  | { kind: 'field'; label: string; weight?: 'strong'; entries: readonly Entry[] }
  | { kind: 'footer'; text: Inline }
  | { kind: 'notice'; text: Inline; fix?: Inline }
  | { kind: 'lines'; lines: readonly Line[] };

export function code(name: string, of?: Target): Span {
  return of ? { code: name, of } : { code: name };
}

/** A field of what there is: none where there is nothing. */
export function field(label: string, entries: readonly (Inline | Entry)[], weight?: 'strong'): Block[] {
  if (entries.length === 0) return [];
  const shown = entries.map(entry => (isInline(entry) ? { text: entry } : entry));
  return [{ kind: 'field', label, ...(weight ? { weight } : {}), entries: shown }];
}

function isInline(entry: Inline | Entry): entry is Inline {
  return typeof entry === 'string' || Array.isArray(entry);
}

/** The pieces of a text: no two strings in a row, none empty. */
export function spansOf(text: Inline): Span[] {
  const spans: Span[] = [];
  for (const span of typeof text === 'string' ? [text] : text) {
    const last = spans.at(-1);
    if (typeof span !== 'string') spans.push(...(span.code === '' ? [] : [span]));
    else if (typeof last === 'string') spans[spans.length - 1] = last + span;
    else if (span !== '') spans.push(span);
  }
  return spans;
}

export function plainText(text: Inline): string {
  if (typeof text === 'string') return text;
  return text.map(span => (typeof span === 'string' ? span : span.code)).join('');
}

/** What there is of the parts, with the separator between them. */
export function joined(parts: readonly (Inline | undefined)[], separator: string): Inline {
  const spans: Span[] = [];
  for (const part of parts) {
    if (part === undefined || plainText(part) === '') continue;
    if (spans.length > 0) spans.push(separator);
    spans.push(...spansOf(part));
  }
  return spans;
}
