import { oneLine } from '../annotation/sanitise.ts';
import { shortId } from '../wording.ts';
import { code, type Inline, joined, type Span, spansOf } from './blocks.ts';

/** Small pieces of wording that the answers share. */

export function dash(left: Inline, right: Inline | undefined): Inline {
  return joined([left, right], ' — ');
}

/** Parts of a line of facts; the ones that are not known are left out. */
export function dotted(parts: readonly (Inline | undefined)[]): Inline {
  return joined(parts, ' · ');
}

/** A name, path or other word of the code. */
export function name(text: string): Span {
  return code(oneLine(text));
}

export function place(file: string | undefined, anchor: string | undefined): Inline {
  return joined([file && [name(file)], anchor && [name(anchor)]], ' ');
}

/** A commit, with what is said about it. */
export function commit(id: string, ...rest: readonly (Inline | undefined)[]): Inline {
  return joined([[name(shortId(id))], ...rest], ' ');
}

/** A name and where it is: "connect 42–50". */
export function named(text: string, lines = ''): Span[] {
  return spansOf([name(text), lines]);
}

export function range({ start, end }: { start: number; end: number }): string {
  return start === end ? `${start}` : `${start}–${end}`;
}

/** The day of a time; nothing for a commit that this clone does not have, where its annotation names no time, either. */
export function day(timestamp: string): string {
  const text = timestamp.slice(0, 10);
  return text === '1970-01-01' ? '' : text;
}
