import { oneLine } from '../annotation/sanitise.ts';
import { shortId } from '../wording.ts';
import { code, type Inline, joined, type Span } from './blocks.ts';

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

/** A file, and perhaps the first of the lines that are meant, which `shown` may say. */
export function fileName(file: string, line?: number, shown = file): Span {
  return code(oneLine(shown), line === undefined ? { file } : { file, line });
}

export function place(file: string | undefined, anchor: string | undefined): Inline {
  return joined([file && [fileName(file)], anchor && [name(anchor)]], ' ');
}

/** A commit, with what is said about it. */
export function commit(id: string | undefined, ...rest: readonly (Inline | undefined)[]): Inline {
  return joined([id && [code(oneLine(shortId(id)), { commit: id })], ...rest], ' ');
}

/** "1a2b3c4d5e6f Fix the retry": a commit as answers name it. */
export function commitAndSubject(text: string): Inline {
  const [, id, subject] = /^([0-9a-f]{7,})(?: (.*))?$/s.exec(text) ?? [];
  return id === undefined ? text : commit(id, subject);
}

export function range({ start, end }: { start: number; end: number }): string {
  return start === end ? `${start}` : `${start}–${end}`;
}

/** The day of a time; nothing where that is not known. */
export function day(date: string | undefined): string {
  return date?.slice(0, 10) ?? '';
}
