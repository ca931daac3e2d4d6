import { type LineMap, type Side, wordsIn, wordsOf } from './map-lines.ts';

/** Which lines tell a place in a file from others: those that have words, and words that only they have. */

/** Whether a line, counted from 1, has words in it: bare brackets and blank lines have none. */
export function hasWords(side: Side, line: number): boolean {
  return /[\w\x80-\xff]/.test(side.lines[line - 1] ?? '');
}

/** Whether an old line is the only one of its text, in both versions. */
export function isSole(map: LineMap, line: number): boolean {
  const id = map.before.ids[line - 1] ?? -1;
  return [map.before.ids, map.after.ids].every(ids => ids.indexOf(id) === ids.lastIndexOf(id));
}

/**
 * How a reworded line is known again: by at least half of the words that no other old line has; where it has
 * no such words, by all of its words.
 */
export function recognised(map: LineMap, line: number): 'rare' | 'common' | undefined {
  const target = map.reworded.get(line);
  if (!target) return undefined;
  const words = wordsOf(map.before.lines[line - 1] ?? '');
  const found = new Set(wordsIn(map.after, target.start, target.end).map(({ text }) => text));
  const lineOf = soleLines(map.before);
  const rare = words.filter(word => lineOf.get(word) === line);
  if (rare.length === 0) return words.every(word => found.has(word)) ? 'common' : undefined;
  return rare.filter(word => found.has(word)).length * 2 >= rare.length ? 'rare' : undefined;
}

/** The new line with the same words as an old one, where there is only one such line on each side. */
export function sameWords(map: LineMap, line: number): number | undefined {
  const key = wordKey(map.before.lines[line - 1] ?? '');
  if (linesByWords(map.before).get(key) !== line) return undefined;
  return linesByWords(map.after).get(key) || undefined;
}

function wordKey(line: string): string {
  return wordsOf(line).join(' ');
}

const byWordsOf = new WeakMap<Side, Map<string, number>>();

/** By the words of a line: its number, or 0 where several have these words. */
function linesByWords(side: Side): Map<string, number> {
  const known = byWordsOf.get(side);
  if (known) return known;
  const lineOf = new Map<string, number>();
  for (const [at, text] of side.lines.entries()) {
    const key = wordKey(text);
    lineOf.set(key, lineOf.has(key) ? 0 : at + 1);
  }
  byWordsOf.set(side, lineOf);
  return lineOf;
}

const soleLinesOf = new WeakMap<Side, Map<string, number>>();

/** By word: the one line that has it, or 0 where several do. */
function soleLines(side: Side): Map<string, number> {
  const known = soleLinesOf.get(side);
  if (known) return known;
  const lineOf = new Map<string, number>();
  for (const { text, line } of wordsIn(side, 1, side.lines.length)) {
    lineOf.set(text, (lineOf.get(text) ?? line) === line ? line : 0);
  }
  soleLinesOf.set(side, lineOf);
  return lineOf;
}
