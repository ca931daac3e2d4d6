import diffSequences from '@jest/diff-sequences';
import type { LineRange } from '../../annotation/schema.ts';
import type { Alignment } from './map-lines.ts';
import { lengthOf } from './range.ts';
import { wordsIn, wordsOf } from './sides.ts';
import { isReworded, LARGEST_GAP } from './thresholds.ts';

/** Old lines and new lines between the same two unchanged lines. */
type Gap = { old: LineRange; now: LineRange };

/**
 * Takes aligned versions; gives, for changed old lines, the new lines that their words went to. A formatter rewraps and
 * requotes, but keeps the words in order, so words are looked for between the unchanged lines around them only.
 */
export function reword(map: Alignment): Map<number, LineRange> {
  return new Map(gapsIn(map).flatMap(gap => rewordGap(map, gap)));
}

function gapsIn({ unchanged, before, after }: Alignment): Gap[] {
  const gaps: Gap[] = [];
  let oldStart = 1;
  let newStart = 1;
  for (let line = 1; line <= before.lines.length + 1; line++) {
    const target = line <= before.lines.length ? (unchanged[line] ?? 0) : after.lines.length + 1;
    if (target === 0) continue;
    const old = { start: oldStart, end: line - 1 };
    const now = { start: newStart, end: target - 1 };
    if (lengthOf(old) > 0 && lengthOf(now) > 0) gaps.push({ old, now });
    oldStart = line + 1;
    newStart = target + 1;
  }
  return gaps;
}

function rewordGap({ before, after }: Alignment, gap: Gap): [number, LineRange][] {
  const a = wordsIn(before.lines, gap.old);
  const b = wordsIn(after.lines, gap.now);
  if (a.length * b.length > LARGEST_GAP) return [];
  const hits = new Map<number, { count: number; lines: LineRange }>();
  const hit = (line: number, target: number) => {
    const known = hits.get(line);
    hits.set(line, {
      count: (known?.count ?? 0) + 1,
      lines: { start: known?.lines.start ?? target, end: target },
    });
  };
  diffSequences(
    a.length,
    b.length,
    (i, j) => a[i]?.text === b[j]?.text,
    (count, i, j) => {
      for (let k = 0; k < count; k++) hit(a[i + k]?.line ?? 0, b[j + k]?.line ?? 0);
    },
  );
  return [...hits].flatMap(([line, { count, lines }]) =>
    isReworded(count, wordsOf(before.lines[line - 1] ?? '').length) ? [[line, lines]] : [],
  );
}
