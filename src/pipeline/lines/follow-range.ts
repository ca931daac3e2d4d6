import type { LineRange } from '../../annotation/schema.ts';
import type { LineMap } from './map-lines.ts';
import { isIn, lengthOf, lineNumbers, overlaps, span } from './range.ts';
import { hasWords, isSole, recognise, sameWords } from './recognise.ts';
import {
  areMostLinesKept,
  isHeldInPlace,
  isMostlyMoved,
  isProvenByDistinctiveLines,
  isProvenByMostLines,
  isTogether,
  LEAST_MOVED_LINES,
} from './thresholds.ts';
import { type Pair, whiteSpaceChanges } from './white-space-changes.ts';

/** What became of a range of lines: where it is now, and how much of it has changed. */
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

/**
 * Takes a range of the old version; gives its place in the new one, and which lines were lost or added. It says `changed`
 * of `total`: of lost and new lines the larger number, out of the longer of the two ranges.
 */
export function followRange(map: LineMap, range: LineRange): Followed {
  const old = insideFile(map, range);
  const lines = placeToday(map, old);
  if (!lines) return nothingLeft(map, range);
  const isWhole = isSameBlock(map, old, lines);
  const target = (line: number) => (isWhole ? lines.start + line - old.start : (map.unchanged[line] ?? 0));
  const pairs = lineNumbers(old)
    .map(line => [line, target(line)] as const)
    .filter(([, today]) => isIn(today, lines));
  const white = whiteSpaceChanges(map, pairs);
  const respaced = new Set(white.within);
  const kept = pairs.filter(pair => !respaced.has(pair));
  const keptOld = new Set(kept.map(([line]) => line));
  const keptNew = new Set(kept.map(([, today]) => today));
  const lostLines = lineNumbers(old).filter(line => !keptOld.has(line));
  const newLines = lineNumbers(lines).filter(line => !keptNew.has(line));
  return {
    lines,
    changed: Math.max(lostLines.length, newLines.length),
    total: Math.max(lengthOf(range), lengthOf(lines)),
    newLines,
    lostLines,
    reindented: white.reindented,
  };
}

/** A range of which nothing is left in the new version. */
export function nothingLeft(map: LineMap, range: LineRange): Followed {
  const total = lengthOf(range);
  const lostLines = lineNumbers(insideFile(map, range));
  return { changed: total, total, newLines: [], lostLines, reindented: [] };
}

/** Whether most lines of a range are still in its lines of today, by their text or at least by their words. */
export function isMostlyKept(map: LineMap, range: LineRange, lines: LineRange): boolean {
  const wordy = wordyLines(map, insideFile(map, range));
  const kept = wordy.filter(
    line => isIn(map.unchanged[line], lines) || recognise(map, line) || isIn(sameWords(map, line), lines),
  );
  return areMostLinesKept(kept.length, wordy.length);
}

/** An annotation may name lines beyond the end of the file, as many as it likes. */
function insideFile(map: LineMap, { start, end }: LineRange): LineRange {
  return { start, end: Math.min(end, map.before.lines.length) };
}

function wordyLines(map: LineMap, range: LineRange): number[] {
  return lineNumbers(range).filter(line => hasWords(map.before, line));
}

function isUnchanged(map: LineMap, line: number): boolean {
  return (map.unchanged[line] ?? 0) > 0;
}

/**
 * Lines that any function may have, such as `return result;`, also align with other code. So a few surviving lines
 * count for less than the whole block elsewhere, and for nothing when too few of them are distinctive.
 */
function placeToday(map: LineMap, range: LineRange): LineRange | undefined {
  const kept = survivors(map, range);
  if (kept && isSameBlock(map, range, kept)) return kept;
  const wordy = wordyLines(map, range);
  const unchanged = wordy.filter(line => isUnchanged(map, line));
  const block = movedBlock(map, range);
  if (kept && isHeldInPlace(unchanged.length, wordy.length)) {
    return block && overlaps(block, kept) ? block : kept;
  }
  if (block) return block;
  const moved = movedLines(map, wordy);
  if (moved && kept && isInPlace(moved, kept, range)) return span(moved, kept);
  if (moved || !kept) return moved;
  return isProven(map, range, kept) ? kept : undefined;
}

/** Whether the lines that survived show that it is still the same code. */
function isProven(map: LineMap, range: LineRange, kept: LineRange): boolean {
  const wordy = wordyLines(map, range);
  const unchanged = wordy.filter(line => isUnchanged(map, line));
  const reworded = wordy.filter(line => recognise(map, line));
  if (isProvenByMostLines(unchanged.length + reworded.length, wordy.length)) return true;
  const distinctive =
    unchanged.filter(line => isSole(map, line)).length +
    reworded.filter(line => recognise(map, line) === 'rare').length;
  return isProvenByDistinctiveLines(distinctive, wordy.length) && isTogether(lengthOf(kept), lengthOf(range));
}

/**
 * The lines of a range that were not moved, and the lines between and next to them. Bare brackets and blank lines match
 * anywhere: only a line with words shows that code survived.
 */
function survivors(map: LineMap, range: LineRange): LineRange | undefined {
  const found = wordyLines(map, range).flatMap(line => {
    const target = survivor(map, line);
    return target ? [{ line, target }] : [];
  });
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last) return undefined;
  let { start, end } = found.map(({ target }) => target).reduce(span);
  for (let line = last.line + 1; line <= range.end && follows(map, line, end + 1); line++) end++;
  for (let line = first.line - 1; line >= range.start && follows(map, line, start - 1); line--) start--;
  return { start, end: closedBy(map, range.end) ?? end };
}

function survivor(map: LineMap, line: number): LineRange | undefined {
  const same = map.unchanged[line] ?? 0;
  if (same > 0) return { start: same, end: same };
  return recognise(map, line) && map.reworded.get(line);
}

/** Next to a surviving line: the line is unchanged too, or one of its kind took its place: words, or the same bracket. */
function follows(map: LineMap, line: number, target: number): boolean {
  const same = map.unchanged[line] ?? 0;
  if (same > 0 || map.origin[target] !== 0) return same === target;
  const [wordy, isWordyNow] = [hasWords(map.before, line), hasWords(map.after, target)];
  return wordy === isWordyNow && (wordy || isSameBracket(map, line, target));
}

/** A formatter makes `};` of `}`. */
function isSameBracket(map: LineMap, line: number, target: number): boolean {
  const bracket = (map.before.lines[line - 1] ?? '').trim()[0];
  return bracket !== undefined && bracket === (map.after.lines[target - 1] ?? '').trim()[0];
}

/** A last line without words, such as a brace, still ends the region when the line below it is still below it. */
function closedBy(map: LineMap, end: number): number | undefined {
  const target = map.unchanged[end] ?? 0;
  if (target === 0) return undefined;
  const below = end < map.before.lines.length ? map.unchanged[end + 1] : map.after.lines.length + 1;
  return below === target + 1 ? target : undefined;
}

/** Code that was cut and pasted elsewhere in the file: the same lines in a row, in one place only. */
function movedBlock(map: LineMap, range: LineRange): LineRange | undefined {
  if (wordyLines(map, range).length < LEAST_MOVED_LINES) return undefined;
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

/** Code that was moved and reformatted or edited: most of its lines are in one place by their words. */
function movedLines(map: LineMap, wordy: readonly number[]): LineRange | undefined {
  const targets = wordy.flatMap(line => sameWords(map, line) ?? []);
  if (targets.length < LEAST_MOVED_LINES || !isMostlyMoved(targets.length, wordy.length)) return undefined;
  const lines = targets.map(line => ({ start: line, end: line })).reduce(span);
  return isTogether(lengthOf(lines), wordy.length) ? lines : undefined;
}

/** Lines that were found by their words where the survivors are did not move: the survivors know where they end. */
function isInPlace(moved: LineRange, kept: LineRange, range: LineRange): boolean {
  return overlaps(moved, kept) && isTogether(lengthOf(span(moved, kept)), lengthOf(range));
}

function isSameBlock(map: LineMap, range: LineRange, lines: LineRange): boolean {
  if (lengthOf(lines) !== lengthOf(range)) return false;
  return lineNumbers(range).every(
    (line, offset) => map.before.ids[line - 1] === map.after.ids[lines.start - 1 + offset],
  );
}
