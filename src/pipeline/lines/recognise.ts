import diffSequences from '@jest/diff-sequences';
import type { LineRange } from '../../annotation/schema.ts';
import type { Alignment, LineMap } from './map-lines.ts';
import { isIn, lengthOf } from './range.ts';
import { type Side, wordKey, wordsIn, wordsOf } from './sides.ts';
import { isKnownByRareWords, isReworded, LARGEST_GAP, MOST_LINES_BETWEEN_WORDS } from './thresholds.ts';

/** Which lines tell a place in a file from others: those that have words, and words that only they have. */

/** Whether a line, counted from 1, has words in it. */
export function hasWords(side: Side, line: number): boolean {
  return isWordy(side.lines[line - 1] ?? '');
}

/** Whether there are words in a text: bare brackets and blank lines have none. */
export function isWordy(text: string): boolean {
  return /[\w\x80-\xff]/.test(text);
}

/** A line without white space, by which it is known again in another file. */
export function textOf(line: string): string {
  return line.replace(/\s+/g, '');
}

/** Whether an old line is the only one of its text, in both versions. */
export function isSole(map: LineMap, line: number): boolean {
  const id = map.before.ids[line - 1] ?? -1;
  return [map.before, map.after].every(({ lineOfId }) => (lineOfId[id] ?? 0) >= 0);
}

/** Whether an old line has a word that no other line has, in both versions. */
export function isDistinctive({ before, after }: LineMap, line: number): boolean {
  return wordsOf(before.lines[line - 1] ?? '').some(
    word => before.lineOfWord(word) === line && after.lineOfWord(word) !== 0,
  );
}

/**
 * How a reworded line is recognised: by enough of the words that no other old line has (`rare`), or, where it has no
 * such words, by all of its words (`common`).
 */
export function recognise(map: LineMap, line: number): 'rare' | 'common' | undefined {
  const target = map.reworded(line);
  if (!target) return undefined;
  const words = wordsOf(map.before.lines[line - 1] ?? '');
  const found = new Set(wordsIn(map.after.lines, target).map(({ text }) => text));
  const rare = words.filter(word => map.before.lineOfWord(word) === line);
  if (rare.length === 0) return words.every(word => found.has(word)) ? 'common' : undefined;
  return isKnownByRareWords(rare.filter(word => found.has(word)).length, rare.length) ? 'rare' : undefined;
}

/** The new line with the same words as an old one, where there is only one such line in each version. */
export function sameWords({ before, after }: LineMap, line: number): number | undefined {
  const key = wordKey(before.lines[line - 1] ?? '');
  // The new version is looked through once for all old ones.
  const target = after.lineOfWords(key) || undefined;
  return target !== undefined && before.lineOfWords(key) === line ? target : undefined;
}

/** Old lines and new lines between the same two unchanged lines. */
type Gap = { old: LineRange; now: LineRange };

/**
 * Takes aligned versions; tells, for a changed old line, the new lines that its words went to. A formatter rewraps and
 * requotes, but keeps the words in order, so words are looked for between the unchanged lines around them only.
 */
export function rewording(map: Alignment): (line: number) => LineRange | undefined {
  const known = new Map<number, ReadonlyMap<number, LineRange>>();
  let gap: Gap | undefined;
  return line => {
    if (map.unchanged[line] !== 0) return undefined;
    // Lines are asked for in order: to look for the ends of a long gap once is enough.
    if (!gap || !isIn(line, gap.old)) gap = gapAround(map, line);
    if (lengthOf(gap.now) <= 0) return undefined;
    const reworded = known.get(gap.old.start) ?? new Map(rewordGap(map, gap));
    known.set(gap.old.start, reworded);
    return reworded.get(line);
  };
}

function gapAround({ unchanged, before, after }: Alignment, line: number): Gap {
  let [start, end] = [line, line];
  while (start > 1 && unchanged[start - 1] === 0) start--;
  while (end < before.lines.length && unchanged[end + 1] === 0) end++;
  const last = end < before.lines.length ? (unchanged[end + 1] ?? 0) - 1 : after.lines.length;
  return { old: { start, end }, now: { start: (unchanged[start - 1] ?? 0) + 1, end: last } };
}

function rewordGap({ before, after }: Alignment, gap: Gap): [number, LineRange][] {
  const a = wordsIn(before.lines, gap.old);
  const b = wordsIn(after.lines, gap.now);
  if (a.length * b.length > LARGEST_GAP) return [];
  const hits = new Map<number, number[]>();
  const hit = (line: number, target: number) => {
    const targets = hits.get(line);
    if (targets) targets.push(target);
    else hits.set(line, [target]);
  };
  diffSequences(
    a.length,
    b.length,
    (i, j) => a[i]?.text === b[j]?.text,
    (count, i, j) => {
      for (let k = 0; k < count; k++) hit(a[i + k]?.line ?? 0, b[j + k]?.line ?? 0);
    },
  );
  return [...hits].flatMap(([line, targets]) => {
    const found = densest(targets);
    return isReworded(found.length, wordsOf(before.lines[line - 1] ?? '').length)
      ? [[line, { start: found[0] ?? 0, end: found.at(-1) ?? 0 }]]
      : [];
  });
}

/** Of the lines that words were found in, in order, those that are close to each other: common words are everywhere. */
function densest(targets: readonly number[]): number[] {
  const groups: number[][] = [];
  for (const target of targets) {
    const group = groups.at(-1);
    if (group && target - (group.at(-1) ?? 0) <= MOST_LINES_BETWEEN_WORDS) group.push(target);
    else groups.push([target]);
  }
  return groups.reduce((best, group) => (group.length > best.length ? group : best), []);
}
