import diffSequences from '@jest/diff-sequences';
import type { LineRange } from '../../annotation/schema.ts';

/**
 * Where the lines of one version of a file are in another. White space does not count, so that
 * re-indenting changes nothing; a changed line still leads to the lines that its words went to.
 */
export type LineMap = {
  /** By old line number, from 1: the new number of an unchanged line, or 0. */
  unchanged: Int32Array;
  /** By new line number, from 1: the old number of an unchanged line, or 0. */
  origin: Int32Array;
  /** Changed old lines whose words are mostly found in these new lines; found out when it is asked for. */
  readonly reworded: ReadonlyMap<number, LineRange>;
  before: Side;
  after: Side;
};

type Aligned = Omit<LineMap, 'reworded'>;

/** The lines of a version, and each as a number that is equal for equal text. */
export type Side = { lines: readonly string[]; ids: Int32Array };

const LARGEST_GAP = 4_000_000;

/** Splits the bytes of a file; a final newline ends the last line and does not begin another. */
export function splitLines(data: Uint8Array): string[] {
  const lines = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The parts of a line that a formatter leaves alone. Bytes outside ASCII are parts of words. */
export function wordsOf(line: string): string[] {
  return line.match(/[\w\x80-\xff]+/g) ?? [];
}

export function mapLines(before: readonly string[], after: readonly string[]): LineMap {
  const known: Known = { texts: new Map(), keys: new Map() };
  const map: Aligned = {
    unchanged: new Int32Array(before.length + 1),
    origin: new Int32Array(after.length + 1),
    before: side(before, known),
    after: side(after, known),
  };
  align(map, 0, before.length, 0, after.length);
  let reworded: Map<number, LineRange> | undefined;
  return {
    ...map,
    get reworded() {
      reworded ??= rewordGaps(map);
      return reworded;
    },
  };
}

/** Numbers by the text of a line and, for a text not seen before, by what is left of it without white space. */
type Known = { texts: Map<string, number>; keys: Map<string, number> };

function side(lines: readonly string[], { texts, keys }: Known): Side {
  const ids = new Int32Array(lines.length);
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    let id = texts.get(line);
    if (id === undefined) {
      const key = line.replace(/\s+/g, '');
      id = keys.get(key) ?? keys.size;
      keys.set(key, id);
      texts.set(line, id);
    }
    ids[index] = id;
  }
  return { lines, ids };
}

function pair(map: Aligned, oldIndex: number, newIndex: number): void {
  map.unchanged[oldIndex + 1] = newIndex + 1;
  map.origin[newIndex + 1] = oldIndex + 1;
}

/** Common ends first, then lines that are unique on both sides as fixed points, then the gaps between. */
function align(map: Aligned, oldFrom: number, oldTo: number, newFrom: number, newTo: number): void {
  const a = map.before.ids;
  const b = map.after.ids;
  let [aStart, aEnd, bStart, bEnd] = [oldFrom, oldTo, newFrom, newTo];
  while (aStart < aEnd && bStart < bEnd && a[aStart] === b[bStart]) pair(map, aStart++, bStart++);
  while (aStart < aEnd && bStart < bEnd && a[aEnd - 1] === b[bEnd - 1]) pair(map, --aEnd, --bEnd);
  if (aStart === aEnd || bStart === bEnd) return;

  const fixed = fixedPoints(a, b, aStart, aEnd, bStart, bEnd);
  if (fixed.length === 0) {
    alignGap(map, aStart, aEnd, bStart, bEnd);
    return;
  }
  let [aNext, bNext] = [aStart, bStart];
  for (const [aIndex, bIndex] of fixed) {
    align(map, aNext, aIndex, bNext, bIndex);
    pair(map, aIndex, bIndex);
    [aNext, bNext] = [aIndex + 1, bIndex + 1];
  }
  align(map, aNext, aEnd, bNext, bEnd);
}

function alignGap(map: Aligned, aStart: number, aEnd: number, bStart: number, bEnd: number): void {
  const a = map.before.ids;
  const b = map.after.ids;
  if ((aEnd - aStart) * (bEnd - bStart) > LARGEST_GAP) return;
  diffSequences(
    aEnd - aStart,
    bEnd - bStart,
    (i, j) => a[aStart + i] === b[bStart + j],
    (count, i, j) => {
      for (let k = 0; k < count; k++) pair(map, aStart + i + k, bStart + j + k);
    },
  );
}

/** The longest run, in order on both sides, of lines that occur once on each. */
function fixedPoints(
  a: Int32Array,
  b: Int32Array,
  aStart: number,
  aEnd: number,
  bStart: number,
  bEnd: number,
): [number, number][] {
  const inOld = soleIndexes(a, aStart, aEnd);
  const inNew = soleIndexes(b, bStart, bEnd);
  const pairs: [number, number][] = [];
  for (const [id, index] of inOld) {
    const other = inNew.get(id);
    if (index >= 0 && other !== undefined && other >= 0) pairs.push([index, other]);
  }
  pairs.sort((x, y) => x[0] - y[0]);
  return longestIncreasing(pairs);
}

function soleIndexes(ids: Int32Array, start: number, end: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = start; index < end; index++) {
    const id = ids[index] ?? 0;
    indexes.set(id, indexes.has(id) ? -1 : index);
  }
  return indexes;
}

function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  const tails: number[] = [];
  const previous = new Int32Array(pairs.length).fill(-1);
  const newIndex = (at: number | undefined) => pairs[at ?? 0]?.[1] ?? 0;
  pairs.forEach(([, value], at) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (newIndex(tails[middle]) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[at] = tails[low - 1] ?? -1;
    tails[low] = at;
  });
  const run: [number, number][] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) {
    const found = pairs[at];
    if (found) run.push(found);
  }
  return run.reverse();
}

/** Between unchanged lines, follows the words: a formatter rewraps and requotes, but keeps them in order. */
function rewordGaps(map: Aligned): Map<number, LineRange> {
  const reworded = new Map<number, LineRange>();
  const oldCount = map.before.ids.length;
  const newCount = map.after.ids.length;
  let oldStart = 1;
  let newStart = 1;
  for (let oldLine = 1; oldLine <= oldCount + 1; oldLine++) {
    const newLine = oldLine <= oldCount ? (map.unchanged[oldLine] ?? 0) : newCount + 1;
    if (newLine === 0) continue;
    if (oldLine > oldStart && newLine > newStart) {
      const gap = rewordGap(map, oldStart, oldLine - 1, newStart, newLine - 1);
      for (const [line, target] of gap) reworded.set(line, target);
    }
    oldStart = oldLine + 1;
    newStart = newLine + 1;
  }
  return reworded;
}

type Word = { text: string; line: number };

function rewordGap(
  map: Aligned,
  oldStart: number,
  oldEnd: number,
  newStart: number,
  newEnd: number,
): [number, LineRange][] {
  const a = wordsIn(map.before, oldStart, oldEnd);
  const b = wordsIn(map.after, newStart, newEnd);
  if (a.length * b.length > LARGEST_GAP) return [];
  const hits = new Map<number, { count: number; lines: LineRange }>();
  diffSequences(
    a.length,
    b.length,
    (i, j) => a[i]?.text === b[j]?.text,
    (count, i, j) => {
      for (let k = 0; k < count; k++) {
        const line = a[i + k]?.line ?? 0;
        const target = b[j + k]?.line ?? 0;
        const hit = hits.get(line);
        if (!hit) hits.set(line, { count: 1, lines: { start: target, end: target } });
        else {
          hit.count++;
          hit.lines.end = target;
        }
      }
    },
  );
  const isMostOf = (count: number, line: number) =>
    count * 2 >= wordsOf(map.before.lines[line - 1] ?? '').length;
  return [...hits].flatMap(([line, { count, lines }]) => (isMostOf(count, line) ? [[line, lines]] : []));
}

export function wordsIn(side: Side, start: number, end: number): Word[] {
  const words: Word[] = [];
  for (let line = start; line <= end; line++) {
    for (const text of wordsOf(side.lines[line - 1] ?? '')) words.push({ text, line });
  }
  return words;
}
