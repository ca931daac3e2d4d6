import type { LineRange } from '../../annotation/schema.ts';
import { type Followed, whiteSpaceChanges } from '../lines/follow-range.ts';
import { mapLines, type Pair } from '../lines/map-lines.ts';
import { lengthOf, lineNumbers, linesIn } from '../lines/range.ts';
import { hasWords } from '../lines/recognise.ts';

/** What became of some lines of one version that are known to be these of another, were there nothing else in both. */
export function compareLines(
  before: readonly string[],
  old: LineRange,
  after: readonly string[],
  now: LineRange,
): Followed {
  const map = mapLines(linesIn(before, old), linesIn(after, now));
  const pairs = lineNumbers({ start: 1, end: map.before.lines.length }).flatMap((line): Pair[] => {
    const today = map.unchanged[line] ?? 0;
    return today > 0 ? [[line, today]] : [];
  });
  const white = whiteSpaceChanges(map, pairs);
  const respaced = new Set(white.within);
  const same = pairs.filter(pair => !respaced.has(pair));
  // A closing bracket is all that a rewritten function has of the old one: that is no line of it.
  const kept =
    same.some(([line]) => hasWords(map.before, line)) || pairs.length === lengthOf(old) ? same : [];
  const keptOld = new Set(kept.map(([line]) => line + old.start - 1));
  const keptNew = new Set(kept.map(([, line]) => line + now.start - 1));
  const lostLines = lineNumbers(old).filter(line => !keptOld.has(line));
  const newLines = lineNumbers(now).filter(line => !keptNew.has(line));
  return {
    lines: now,
    changed: Math.max(lostLines.length, newLines.length),
    total: Math.max(lengthOf(old), lengthOf(now)),
    newLines,
    lostLines,
    reindented: white.reindented.map(([a, b]) => [a + old.start - 1, b + now.start - 1]),
  };
}
