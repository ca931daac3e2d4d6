import type { LineRange } from '../../annotation/schema.ts';
import { lineNumbers } from './range.ts';
import { isWordy } from './recognise.ts';
import { COLUMNS_OF_TAB } from './thresholds.ts';

/** Where code begins and ends as far as its indentation and its brackets tell, in any language. */

/** What a range of lines looks like: how far in it is, and whether it is one header with all that is inside of it. */
export type Shape = {
  /** The least indentation of its code. */
  base: number;
  /** The last line at that indentation, where all other code is further in and below it, or above it without a gap. */
  header?: number;
};

type Kind = 'blank' | 'comment' | 'bracket' | 'end' | 'code';

/** `}`, `):`, `} else {`, `</ul>`, `end` */
const END = /^(?:[)\]}]|<\/|(?:end\w*|fi|done|esac)[;,)]*$)/;
/** What stands at the margin of code that it is inside of. */
const LABEL = /^(?:#\s*(?:if|el|end)|(?:else|finally|default|public|private|protected)\s*:$)/;
const COMMENT = /^(?:\/\/|\/\*|\*|#|--)/;

function kindOf(text: string): Kind {
  if (text === '') return 'blank';
  if (END.test(text)) return 'end';
  if (COMMENT.test(text) || LABEL.test(text)) return 'comment';
  return isWordy(text) ? 'code' : 'bracket';
}

type Lines = readonly string[];

function at(lines: Lines, line: number): { kind: Kind; text: string; indentation: number } {
  const full = lines[line - 1] ?? '';
  const text = full.trim();
  return { kind: kindOf(text), text, indentation: indentationOf(full) };
}

/** In columns. */
export function indentationOf(line: string): number {
  const blanks = line.slice(0, line.length - line.trimStart().length);
  return blanks.replaceAll('\t', ' '.repeat(COLUMNS_OF_TAB)).length;
}

export function shapeOf(lines: Lines, range: LineRange): Shape {
  const code = lineNumbers(range).filter(line => at(lines, line).kind === 'code');
  const base = code.reduce((least, line) => Math.min(least, at(lines, line).indentation), Infinity);
  const isFurtherIn = (line: number) => at(lines, line).indentation > base;
  const body = code.findIndex(isFurtherIn);
  if (code.length === 1) return { base, header: code[0] };
  const isUnit = body > 0 && code.slice(body).every(isFurtherIn);
  return isUnit ? { base, header: code[body - 1] } : { base };
}

/**
 * Where other code begins with a line: it is no further in than `base`, and apart from what is above it. The comment above
 * it is part of it.
 */
export function beginningOf(lines: Lines, line: number, base: number): number | undefined {
  const { kind, indentation } = at(lines, line);
  if (kind !== 'code' || indentation > base) return undefined;
  let above = line - 1;
  while (at(lines, above).kind === 'comment') above--;
  const previous = at(lines, above);
  const isApart =
    indentation < base || previous.kind === 'blank' || (isClosed(previous) && previous.indentation <= base);
  return isApart ? above + 1 : undefined;
}

/** It ends a block and begins no other, as `} else {` does. */
function isClosed({ kind, text }: { kind: Kind; text: string }): boolean {
  return kind === 'end' && !/[{([:]$/.test(text);
}

/** The line that a line further in belongs to, not above `limit`; the line itself if it is not further in. */
export function headerOf(lines: Lines, from: number, limit: number, base: number): number | undefined {
  const first = at(lines, from);
  if (first.kind === 'comment' || first.indentation <= base) return from;
  for (let line = from - 1; line >= limit; line--) {
    const found = at(lines, line);
    if (found.kind === 'blank' || found.kind === 'comment' || found.indentation > base) continue;
    if (found.kind === 'code') return line;
    if (isClosed(found) && found.text.startsWith('}')) return undefined;
  }
  return undefined;
}

/** The header that stands together with the lines above it: where nothing but lines of comment are between. */
export function nextHeader(lines: Lines, from: number, base: number): number | undefined {
  let line = from + 1;
  while (at(lines, line).kind === 'comment') line++;
  const { kind, indentation } = at(lines, line);
  return kind === 'code' && indentation <= base ? line : undefined;
}

/** The last line, not below `limit`, of what a line belongs to: all that is further in, and the bracket that ends it. */
export function endOf(lines: Lines, from: number, limit: number, base: number): number {
  if (isEnd(at(lines, from), base)) return from;
  let end = from;
  for (let line = from + 1; line <= limit; line++) {
    const found = at(lines, line);
    if (isEnd(found, base)) return line;
    if (isOutside(found, base)) return end;
    if (found.kind !== 'blank' && !LABEL.test(found.text)) end = line;
  }
  return end;
}

type Found = ReturnType<typeof at>;

function isEnd(found: Found, base: number): boolean {
  return found.indentation <= base && isClosed(found);
}

function isOutside({ kind, text, indentation }: Found, base: number): boolean {
  if (indentation > base) return false;
  return kind === 'code' || (kind === 'comment' && !LABEL.test(text));
}

/** The lines right above a line that stand together with it, as a comment and a decorator do; at most `most` of them. */
export function aboveTogether(lines: Lines, from: number, limit: number, most: number): number {
  let start = from;
  while (start > limit && from - start < most && isTogetherWith(lines, start - 1)) start--;
  return start;
}

export function belowTogether(lines: Lines, from: number, limit: number, most: number): number {
  let end = from;
  while (end < limit && end - from < most && isTogetherWith(lines, end + 1)) end++;
  return end;
}

function isTogetherWith(lines: Lines, line: number): boolean {
  const { kind } = at(lines, line);
  return kind === 'code' || kind === 'comment';
}
