import type { LineRange } from '../../annotation/schema.ts';
import { shapeOf } from './indentation.ts';
import { type LineMap, pairsWithin } from './map-lines.ts';
import { lengthOf, lineNumbers, overlaps } from './range.ts';
import { hasWords, isDistinctive, isSole, recognise, sameWords } from './recognise.ts';
import { type Followee, pieces, regionAround, type Trace } from './region-around.ts';
import { wordsOf } from './sides.ts';
import {
  isHeldInPlace,
  isMostlyMoved,
  isProvenByDistinctiveLines,
  isProvenByMostLines,
  isTogether,
  LEAST_MOVED_LINES,
  LEAST_WORDS_OF_DECLARATION,
} from './thresholds.ts';

/** The lines of a range that have words: bare brackets and blank lines match anywhere. */
export function wordyLines(map: LineMap, range: LineRange): number[] {
  return lineNumbers(range).filter(line => hasWords(map.before, line));
}

/**
 * Takes a range of the old version; gives where it is in the new one. Lines that any function may have, such as `return
 * result;`, also align with other code. So a few surviving lines count for less than the whole block elsewhere, and for
 * nothing when none of them is distinctive.
 */
export function rangeToday(map: LineMap, range: LineRange): LineRange | undefined {
  const same = unchangedBlock(map, range);
  if (same) return same;
  const wordy = wordyLines(map, range);
  if (wordy.length === 0) return undefined;
  const followee = { map, range, shape: shapeOf(map.before.lines, range) };
  const traces = survivors(followee, wordy);
  const kept = traces.length > 0 ? regionAround(followee, traces) : undefined;
  const block = movedBlock(map, range, wordy);
  const sure = belowHeader(followee, wordy) ?? (isHeld(followee, traces, wordy) ? kept : undefined);
  if (sure) return [block, kept].find(lines => lines && overlaps(lines, sure)) ?? sure;
  if (block) return block;
  const moved = movedLines(followee, wordy);
  if (moved && !(kept && overlaps(moved, kept))) return moved;
  return kept && isProven(followee, wordy, traces, kept) ? kept : undefined;
}

/** By most of its lines, or by its header: a body that went to another function left its name behind. */
function isHeld({ map, shape }: Followee, traces: readonly Trace[], wordy: readonly number[]): boolean {
  const unchanged = traces.filter(({ line }) => isUnchanged(map, line));
  const header = unchanged.find(({ line }) => line === shape.header);
  if (header && isSole(map, header.line) && isDeclaration(map, header.line)) return true;
  return isHeldInPlace(unchanged.length, wordy.length);
}

/** All of the range as it was, in a row. */
function unchangedBlock(map: LineMap, range: LineRange): LineRange | undefined {
  const start = map.unchanged[range.start] ?? 0;
  if (start === 0 || range.start < 1) return undefined;
  let hasAnyWords = false;
  for (let line = range.start; line <= range.end; line++) {
    if (map.unchanged[line] !== start + line - range.start) return undefined;
    hasAnyWords ||= hasWords(map.before, line);
  }
  return hasAnyWords ? { start, end: start + lengthOf(range) - 1 } : undefined;
}

function isUnchanged(map: LineMap, line: number): boolean {
  return (map.unchanged[line] ?? 0) > 0;
}

/** Lines that were not moved: of all that were found, the piece of code that most of the distinctive ones are in. */
function survivors(followee: Followee, wordy: readonly number[]): Trace[] {
  const { map, shape } = followee;
  const traces = wordy.flatMap(line => {
    const target = survivor(map, line);
    return target ? [{ line, target }] : [];
  });
  const parts = pieces(followee, traces).map(piece => {
    const sole = piece.filter(({ line }) => isUnchanged(map, line) && isSole(map, line));
    const rare = piece.filter(({ line }) => recognise(map, line) === 'rare');
    const header = sole.filter(({ line }) => line === shape.header);
    return { piece, order: [header.length, sole.length, rare.length, piece.length] };
  });
  const [best] = parts.sort((a, b) => compare(b.order, a.order));
  return best?.piece ?? [];
}

/** By the first number that differs. */
function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((count, index) => count !== b[index]);
  return (a[at] ?? 0) - (b[at] ?? 0);
}

function survivor(map: LineMap, line: number): LineRange | undefined {
  const same = map.unchanged[line] ?? 0;
  if (same > 0) return { start: same, end: same };
  return recognise(map, line) && map.reworded(line);
}

/** Whether the lines that survived show that it is still the same code. */
function isProven(
  { map, range, shape }: Followee,
  wordy: readonly number[],
  traces: readonly Trace[],
  kept: LineRange,
): boolean {
  if (isProvenByMostLines(traces.length, wordy.length)) return true;
  const unchanged = traces.filter(({ line }) => isUnchanged(map, line));
  const sole = unchanged.filter(({ line }) => isSole(map, line));
  const rare = traces.filter(({ line }) => recognise(map, line) === 'rare');
  const areTogether = shape.header !== undefined || isTogether(lengthOf(kept), lengthOf(range));
  if (isProvenByDistinctiveLines(sole.length + rare.length, wordy.length) && areTogether) return true;
  return sole.some(
    ({ line }) => line === wordy[0] || (isDistinctive(map, line) && hasUnchangedNeighbour(map, range)),
  );
}

/** The next line with words above the range, or below it, is as it was. */
function hasUnchangedNeighbour(map: LineMap, range: LineRange): boolean {
  let above = range.start - 1;
  while (above > 0 && !hasWords(map.before, above)) above--;
  let below = range.end + 1;
  while (below <= map.before.lines.length && !hasWords(map.before, below)) below++;
  return isUnchanged(map, above) || isUnchanged(map, below);
}

/** Code that was cut and pasted elsewhere in the file: the same lines in a row, in one place only. */
function movedBlock(map: LineMap, range: LineRange, wordy: readonly number[]): LineRange | undefined {
  if (wordy.length < LEAST_MOVED_LINES && !isLoneLine(map, wordy)) return undefined;
  const block = map.before.ids.subarray(range.start - 1, range.end);
  const first = block[0] ?? -1;
  const ids = map.after.ids;
  let found: LineRange | undefined;
  for (let at = ids.indexOf(first); at >= 0; at = ids.indexOf(first, at + 1)) {
    if (!block.every((id, offset) => ids[at + offset] === id)) continue;
    if (found) return undefined;
    found = { start: at + 1, end: at + block.length };
  }
  return found;
}

/** Enough words to be taken for a declaration rather than for a keyword with its bracket. */
function isDeclaration(map: LineMap, line: number): boolean {
  return wordsOf(map.before.lines[line - 1] ?? '').length >= LEAST_WORDS_OF_DECLARATION;
}

/** One line that nothing else in either version looks like. */
function isLoneLine(map: LineMap, [line, ...others]: readonly number[]): boolean {
  if (line === undefined || others.length > 0 || !isSole(map, line)) return false;
  return isDistinctive(map, line) && isDeclaration(map, line);
}

/** Code that was moved and reformatted or edited: lines of their own words lead there, and most of its lines are there. */
function movedLines(followee: Followee, wordy: readonly number[]): LineRange | undefined {
  const { map } = followee;
  const traces = wordy.flatMap(line => {
    const target = sameWords(map, line);
    return target ? [{ line, target: { start: target, end: target } }] : [];
  });
  traces.sort((a, b) => a.target.start - b.target.start);
  const [best] = pieces(followee, traces).sort((a, b) => b.length - a.length);
  if (!best || best.length < LEAST_MOVED_LINES) return undefined;
  return isMostlyMoved(foundBy(followee, best), wordy.length) ? regionAround(followee, best) : undefined;
}

/**
 * The header is the only one of its text, with at least half of the lines below it: where a copy has as many of them,
 * they may align there.
 */
function belowHeader(followee: Followee, wordy: readonly number[]): LineRange | undefined {
  const { map, shape } = followee;
  if (shape.header === undefined || !isSole(map, shape.header)) return undefined;
  const target = sameWords(map, shape.header);
  if (!target) return undefined;
  const traces = [{ line: shape.header, target: { start: target, end: target } }];
  const found = foundBy(followee, traces);
  if (found < LEAST_MOVED_LINES || !isMostlyMoved(found, wordy.length)) return undefined;
  return regionAround(followee, traces);
}

/** How many lines of a range, by their text or their words, are in the region around some of them. */
function foundBy(followee: Followee, traces: readonly Trace[]): number {
  const { map, range } = followee;
  const found = new Set(traces.map(({ line }) => line));
  for (const [line] of pairsWithin(map, range, regionAround(followee, traces))) {
    if (hasWords(map.before, line)) found.add(line);
  }
  return found.size;
}
