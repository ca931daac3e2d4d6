import type { LineRange } from '../../annotation/schema.ts';

/** Arithmetic of line ranges: lines count from 1, and both ends belong to the range. */

/** Every line of a range, by its number; none where it ends before it starts. */
export function lineNumbers({ start, end }: LineRange): number[] {
  return Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset);
}

export function lengthOf({ start, end }: LineRange): number {
  return end - start + 1;
}

/** The text of a range. */
export function linesIn(lines: readonly string[], { start, end }: LineRange): string[] {
  return lines.slice(start - 1, end);
}

export function isIn(line: number | undefined, { start, end }: LineRange): boolean {
  return line !== undefined && line >= start && line <= end;
}

export function contains(outer: LineRange, inner: LineRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}

export function intersection(a: LineRange, b: LineRange): LineRange | undefined {
  const both = { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
  return both.start <= both.end ? both : undefined;
}

/** The smallest range that contains both. */
export function span(a: LineRange, b: LineRange): LineRange {
  return { start: Math.min(a.start, b.start), end: Math.max(a.end, b.end) };
}

/** The lines that two ranges share, out of all lines that they have: from 0 to 1. */
export function likeness(a: LineRange, b: LineRange): number {
  const both = intersection(a, b);
  const shared = both ? lengthOf(both) : 0;
  return shared / (lengthOf(a) + lengthOf(b) - shared);
}

/** As a question may name it: `12:20`. */
export function lineSpan({ start, end }: LineRange): string {
  return `${start}:${end}`;
}

/** From the first line of several ranges, in order, to the last. */
export function hull(ranges: readonly LineRange[]): LineRange | undefined {
  const [first] = ranges;
  const last = ranges.at(-1);
  return first && last && { start: first.start, end: last.end };
}

/** The ranges that these lines make up, which are in order. */
export function rangesOf(lines: readonly number[]): LineRange[] {
  const ranges: LineRange[] = [];
  for (const line of lines) {
    const last = ranges.at(-1);
    if (last && line <= last.end + 1) last.end = line;
    else ranges.push({ start: line, end: line });
  }
  return ranges;
}

/** Ranges in order, without those that lie in another one. */
export function outermost(ranges: readonly LineRange[]): LineRange[] {
  const kept: LineRange[] = [];
  for (const { lines } of inOrder(ranges.map(lines => ({ lines })))) {
    const last = kept.at(-1);
    if (!last || !contains(last, lines)) kept.push(lines);
  }
  return kept;
}

/** In the order of their lines, outer ones first. */
export function inOrder<T extends { lines: LineRange }>(items: readonly T[]): T[] {
  return [...items].sort(({ lines: a }, { lines: b }) => a.start - b.start || b.end - a.end);
}

/** Items that nest, without those around others. */
export function innermost<T extends { lines: LineRange }>(items: readonly T[]): T[] {
  const kept: T[] = [];
  let inside: LineRange | undefined;
  let last: LineRange | undefined;
  for (const item of inOrder(items).reverse()) {
    if (last && !isSame(last, item.lines)) inside = last;
    last = item.lines;
    if (!inside || !contains(item.lines, inside)) kept.push(item);
  }
  return kept.reverse();
}

function isSame(a: LineRange, b: LineRange): boolean {
  return a.start === b.start && a.end === b.end;
}

/** Of items in order, those that begin in a range. */
export function beginningIn<T extends { lines: LineRange }>(items: readonly T[], range: LineRange): T[] {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((items[middle]?.lines.start ?? 0) < range.start) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < items.length && (items[end]?.lines.start ?? 0) <= range.end) end++;
  return items.slice(low, end);
}
