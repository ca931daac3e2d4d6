import type { LineMap } from './map-lines.ts';
import { type Side, wordKey, wordsIn, wordsOf } from './sides.ts';
import { isKnownByRareWords } from './thresholds.ts';

/** Which lines tell a place in a file from others: those that have words, and words that only they have. */

/** Whether a line, counted from 1, has words in it. */
export function hasWords(side: Side, line: number): boolean {
  return isWordy(side.lines[line - 1] ?? '');
}

/** Whether there are words in a text: bare brackets and blank lines have none. */
export function isWordy(text: string): boolean {
  return /[\w\x80-\xff]/.test(text);
}

/** Whether an old line is the only one of its text, in both versions. */
export function isSole(map: LineMap, line: number): boolean {
  const id = map.before.ids[line - 1] ?? -1;
  return [map.before.ids, map.after.ids].every(ids => ids.indexOf(id) === ids.lastIndexOf(id));
}

/**
 * How a reworded line is recognised: by enough of the words that no other old line has (`rare`), or, where it has no
 * such words, by all of its words (`common`).
 */
export function recognise(map: LineMap, line: number): 'rare' | 'common' | undefined {
  const target = map.reworded.get(line);
  if (!target) return undefined;
  const words = wordsOf(map.before.lines[line - 1] ?? '');
  const found = new Set(wordsIn(map.after.lines, target).map(({ text }) => text));
  const rare = words.filter(word => map.before.lineOfWord.get(word) === line);
  if (rare.length === 0) return words.every(word => found.has(word)) ? 'common' : undefined;
  return isKnownByRareWords(rare.filter(word => found.has(word)).length, rare.length) ? 'rare' : undefined;
}

/** The new line with the same words as an old one, where there is only one such line in each version. */
export function sameWords({ before, after }: LineMap, line: number): number | undefined {
  const key = wordKey(before.lines[line - 1] ?? '');
  if (before.lineOfWords.get(key) !== line) return undefined;
  return after.lineOfWords.get(key) || undefined;
}
