import type { LineRange } from '../../annotation/schema.ts';
import type { LineMap } from './map-lines.ts';
import { lineNumbers } from './range.ts';
import { hasWords, isSole, recognised, sameWords } from './recognise.ts';
import { type Pair, whiteSpaceChanges } from './white-space-changes.ts';

/** What became of a range of lines: where it is now, and how much of it is no longer what it was. */
export type Followed = {
  /** Absent when nothing of the range is left. */
  lines?: LineRange;
  changed: number;
  total: number;
  /** Lines in today's range that are new or changed. */
  newLines: number[];
  /** Lines of the old range that are gone or changed. */
  lostLines: number[];
  /** Lines that are the same but for their place in the indentation around them. */
  reindented: Pair[];
};

/** Takes a range of the old version; gives its place in the new one, and which lines were lost or added. */
export function followRange(map: LineMap, range: LineRange): Followed {
  const end = Math.min(range.end, map.before.ids.length);
  const lines = placeToday(map, range.start, end);
  const total = range.end - range.start + 1;
  if (!lines) {
    return {
      changed: total,
      total,
      newLines: [],
      lostLines: lineNumbers({ start: range.start, end }),
      reindented: [],
    };
  }
  const old = lineNumbers({ start: range.start, end });
  const isWhole = isSameBlock(map, range.start, end, lines);
  const target = (line: number) => (isWhole ? lines.start + line - range.start : (map.unchanged[line] ?? 0));
  const pairs = old.map(line => [line, target(line)] as const).filter(([, today]) => within(today, lines));
  const white = whiteSpaceChanges(map, pairs);
  const respaced = new Set(white.within);
  const kept = pairs.filter(pair => !respaced.has(pair));
  const keptOld = new Set(kept.map(([line]) => line));
  const keptNew = new Set(kept.map(([, today]) => today));
  const lostLines = old.filter(line => !keptOld.has(line));
  const newLines = lineNumbers(lines).filter(line => !keptNew.has(line));
  return {
    lines,
    changed: Math.max(lostLines.length, newLines.length),
    total: Math.max(total, lines.end - lines.start + 1),
    newLines,
    lostLines,
    reindented: white.reindented,
  };
}

/**
 * Lines that any function may have, such as `return result;`, also align with a stranger's. So a few
 * survivors count for less than the block elsewhere, and for nothing when too few of them are distinctive.
 */
function placeToday(map: LineMap, start: number, end: number): LineRange | undefined {
  const wordy = lineNumbers({ start, end }).filter(line => hasWords(map.before, line));
  const same = wordy.filter(line => (map.unchanged[line] ?? 0) > 0);
  const kept = survivors(map, start, end);
  if (kept && isSameBlock(map, start, end, kept)) return kept;
  const whole = movedBlock(map, start, end);
  if (kept && same.length * 2 > wordy.length) return whole && overlap(whole, kept) ? whole : kept;
  const moved = whole ?? movedLines(map, wordy);
  if (moved || !kept) return moved;
  const reworded = wordy.filter(line => recognised(map, line));
  const distinctive = [
    ...same.filter(line => isSole(map, line)),
    ...reworded.filter(line => recognised(map, line) === 'rare'),
  ];
  const together = kept.end - kept.start < 2 * (end - start + 1);
  const isProven =
    (same.length + reworded.length) * 2 > wordy.length ||
    (distinctive.length * 3 >= wordy.length && together);
  return isProven ? kept : undefined;
}

/** Whether most of what a range said is still in its lines of today, whatever a formatter made of it. */
export function isMostlyKept(map: LineMap, range: LineRange, lines: LineRange): boolean {
  const wordy = lineNumbers({ start: range.start, end: Math.min(range.end, map.before.ids.length) }).filter(
    line => hasWords(map.before, line),
  );
  const kept = wordy.filter(
    line =>
      within(map.unchanged[line], lines) || recognised(map, line) || within(sameWords(map, line), lines),
  );
  return kept.length * 2 > wordy.length;
}

function overlap(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}

/** Code that was moved and reformatted or edited: most of its lines are in one place by their words. */
function movedLines(map: LineMap, wordy: readonly number[]): LineRange | undefined {
  const targets = wordy.flatMap(line => sameWords(map, line) ?? []);
  if (targets.length < 2 || targets.length * 2 < wordy.length) return undefined;
  const inOrder = targets.sort((a, b) => a - b);
  const lines = { start: inOrder[0] ?? 0, end: inOrder.at(-1) ?? 0 };
  return lines.end - lines.start < 2 * wordy.length ? lines : undefined;
}

/** Bare brackets and blank lines match anywhere: only a line with words in it proves that code survived. */
function survivors(map: LineMap, start: number, end: number): LineRange | undefined {
  let found: LineRange | undefined;
  let first = start;
  let last = start;
  for (let line = start; line <= end; line++) {
    if (!hasWords(map.before, line)) continue;
    const same = map.unchanged[line] ?? 0;
    const target = same > 0 ? { start: same, end: same } : map.reworded.get(line);
    if (!target || (same === 0 && !recognised(map, line))) continue;
    if (!found) first = line;
    last = line;
    found = {
      start: Math.min(found?.start ?? target.start, target.start),
      end: Math.max(found?.end ?? target.end, target.end),
    };
  }
  if (!found) return undefined;
  for (let line = last + 1; line <= end && follows(map, line, found.end + 1); line++) found.end++;
  for (let line = first - 1; line >= start && follows(map, line, found.start - 1); line--) found.start--;
  return { start: found.start, end: closedBy(map, end) ?? found.end };
}

/** Next to what survived, a line is the same, or one with words has taken the place of one with words. */
function follows(map: LineMap, line: number, target: number): boolean {
  const same = map.unchanged[line] ?? 0;
  if (same > 0 || map.origin[target] !== 0) return same === target;
  return hasWords(map.before, line) && hasWords(map.after, target);
}

/** A last line without words, such as a brace, still ends the region when the line after it followed along. */
function closedBy(map: LineMap, end: number): number | undefined {
  const target = map.unchanged[end] ?? 0;
  if (target === 0) return undefined;
  const after = end < map.before.ids.length ? map.unchanged[end + 1] : map.after.ids.length + 1;
  return after === target + 1 ? target : undefined;
}

/** Code that was cut and pasted elsewhere in the file: the same lines in a row, in one place only. */
function movedBlock(map: LineMap, start: number, end: number): LineRange | undefined {
  const block = map.before.ids.subarray(start - 1, end);
  const wordy = lineNumbers({ start, end }).filter(line => hasWords(map.before, line)).length;
  if (wordy < 2) return undefined;
  let found: LineRange | undefined;
  const ids = map.after.ids;
  for (let at = ids.indexOf(block[0] ?? -1); at >= 0; at = ids.indexOf(block[0] ?? -1, at + 1)) {
    if (!block.every((id, offset) => ids[at + offset] === id)) continue;
    if (found) return undefined;
    found = { start: at + 1, end: at + block.length };
  }
  return found;
}

function isSameBlock(map: LineMap, start: number, end: number, lines: LineRange): boolean {
  if (lines.end - lines.start !== end - start) return false;
  return lineNumbers({ start, end }).every(
    (line, offset) => map.before.ids[line - 1] === map.after.ids[lines.start - 1 + offset],
  );
}

function within(line: number | undefined, range: LineRange): boolean {
  return line !== undefined && line >= range.start && line <= range.end;
}
