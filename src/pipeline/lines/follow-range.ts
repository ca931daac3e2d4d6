import type { LineRange } from '../../annotation/schema.ts';
import { type LineMap, type Pair, pairsWithin } from './map-lines.ts';
import { isIn, lengthOf, lineNumbers } from './range.ts';
import { rangeToday, wordyLines } from './range-today.ts';
import { recognise, sameWords } from './recognise.ts';
import { areMostLinesKept } from './thresholds.ts';

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
  const lines = rangeToday(map, old);
  if (!lines) return nothingLeft(map, range);
  const pairs = pairsWithin(map, old, lines);
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

type WhiteSpaceChanges = {
  /** White space changed inside the line, where it may be part of a string. */
  within: Pair[];
  /** The line was indented by another amount than most lines; moving a whole block in or out is no change. */
  reindented: Pair[];
};

/** Takes lines that are equal without white space; gives those in which it matters. At the end of a line it never does. */
export function whiteSpaceChanges(map: LineMap, pairs: readonly Pair[]): WhiteSpaceChanges {
  const within: Pair[] = [];
  const shifts = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const before = (map.before.lines[pair[0] - 1] ?? '').trimEnd();
    const after = (map.after.lines[pair[1] - 1] ?? '').trimEnd();
    if (before.trimStart() !== after.trimStart()) within.push(pair);
    else if (before !== '') {
      const shift = shiftOf(indentation(before), indentation(after));
      const alike = shifts.get(shift);
      if (alike) alike.push(pair);
      else shifts.set(shift, [pair]);
    }
  }
  const [usual] = [...shifts].sort(([, a], [, b]) => b.length - a.length);
  const reindented = [...shifts].flatMap(([shift, some]) => (shift === usual?.[0] ? [] : some));
  return { within, reindented };
}

function indentation(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** What was put in front of, or taken from, an indentation. */
function shiftOf(before: string, after: string): string {
  if (after.endsWith(before)) return `+${after.slice(0, after.length - before.length)}`;
  if (before.endsWith(after)) return `-${before.slice(0, before.length - after.length)}`;
  return `${before}>${after}`;
}
