import diffSequences from '@jest/diff-sequences';
import type { LineRange } from '../../annotation/schema.ts';
import { rewording } from './recognise.ts';
import { comparedWith, type Numbered, numbered, type Side } from './sides.ts';
import { LARGEST_GAP } from './thresholds.ts';

/** Which lines of two versions are the same, white space aside. */
export type Alignment = {
  before: Side;
  after: Side;
  /** By old line number, from 1: the new number of an unchanged line, or 0. */
  unchanged: Int32Array;
  /** By new line number, from 1: the old number of an unchanged line, or 0. */
  origin: Int32Array;
};

/** Where the lines of one version of a file are in another. */
export type LineMap = Alignment & {
  /** The new lines that the words of a changed old line went to. Each gap is looked into when first asked for. */
  reworded(line: number): LineRange | undefined;
};

/** Takes the lines of two versions; pairs the lines that are the same, in order, each at most once. */
export function mapLines(before: readonly string[], after: readonly string[]): LineMap {
  return mapOnto(before, numbered(after));
}

/** The same for a later version that others are compared with, too. */
export function mapOnto(lines: readonly string[], later: Numbered): LineMap {
  const [before, after] = [comparedWith(later, lines), later.side];
  const unchanged = new Int32Array(lines.length + 1);
  const origin = new Int32Array(after.lines.length + 1);
  const pair = (oldIndex: number, newIndex: number) => {
    unchanged[oldIndex + 1] = newIndex + 1;
    origin[newIndex + 1] = oldIndex + 1;
  };
  align({ before, after, pair }, { oldFrom: 0, oldTo: lines.length, newFrom: 0, newTo: after.lines.length });
  const map: Alignment = { before, after, unchanged, origin };
  let reworded: LineMap['reworded'] | undefined;
  return {
    ...map,
    reworded: line => {
      reworded ??= rewording(map);
      return reworded(line);
    },
  };
}

/** An old line and the new line that is the same. */
export type Pair = readonly [before: number, after: number];

/** Takes a part of each version; pairs the lines in them that are the same, were these parts all that there is. */
export function pairsWithin({ before, after }: LineMap, old: LineRange, now: LineRange): Pair[] {
  const targets = new Int32Array(Math.max(0, old.end - old.start + 1));
  const pair = (oldIndex: number, newIndex: number) => {
    targets[oldIndex - old.start + 1] = newIndex + 1;
  };
  const gap = { oldFrom: old.start - 1, oldTo: old.end, newFrom: now.start - 1, newTo: now.end };
  align({ before, after, pair }, gap);
  const pairs: Pair[] = [];
  for (const [offset, target] of targets.entries()) {
    if (target > 0) pairs.push([old.start + offset, target]);
  }
  return pairs;
}

/** A part of each version, by index, from 0; the ends are not in it. */
type Gap = { oldFrom: number; oldTo: number; newFrom: number; newTo: number };

/** Two versions, and who is told of each pair of lines, by index, that is the same. */
type Aligning = { before: Side; after: Side; pair(oldIndex: number, newIndex: number): void };

/** Common ends first, then lines that are unique in both versions as fixed points, then the gaps between those. */
function align(map: Aligning, whole: Gap): void {
  const gap = pairEnds(map, whole);
  if (isWithoutPairs(map, gap)) return;
  const { old, now } = fixedPoints(map, gap);
  if (old.length === 0) {
    alignGap(map, gap);
    return;
  }
  let { oldFrom, newFrom } = gap;
  for (const at of longestIncreasing(now)) {
    const [oldIndex, newIndex] = [old[at] ?? 0, now[at] ?? 0];
    if (oldFrom < oldIndex && newFrom < newIndex) {
      align(map, { oldFrom, oldTo: oldIndex, newFrom, newTo: newIndex });
    }
    map.pair(oldIndex, newIndex);
    oldFrom = oldIndex + 1;
    newFrom = newIndex + 1;
  }
  align(map, { ...gap, oldFrom, newFrom });
}

/** A gap of so many lines by lines, nearly all that there are, is looked through line by line. */
const SMALL_GAP = 32;

function isWithoutPairs({ before, after }: Aligning, { oldFrom, oldTo, newFrom, newTo }: Gap): boolean {
  if (oldFrom === oldTo || newFrom === newTo) return true;
  if ((oldTo - oldFrom) * (newTo - newFrom) > SMALL_GAP) return false;
  for (let index = oldFrom; index < oldTo; index++) {
    for (let other = newFrom; other < newTo; other++) {
      if (before.ids[index] === after.ids[other]) return false;
    }
  }
  return true;
}

/** Pairs the lines that both parts begin and end with; gives what is left between. */
function pairEnds(map: Aligning, { oldFrom, oldTo, newFrom, newTo }: Gap): Gap {
  const a = map.before.ids;
  const b = map.after.ids;
  while (oldFrom < oldTo && newFrom < newTo && a[oldFrom] === b[newFrom]) map.pair(oldFrom++, newFrom++);
  while (oldFrom < oldTo && newFrom < newTo && a[oldTo - 1] === b[newTo - 1]) map.pair(--oldTo, --newTo);
  return { oldFrom, oldTo, newFrom, newTo };
}

/** Lines that only one of the parts has pair with nothing: the search is through the others alone. */
function alignGap({ before, after, pair }: Aligning, { oldFrom, oldTo, newFrom, newTo }: Gap): void {
  if ((oldTo - oldFrom) * (newTo - newFrom) > LARGEST_GAP) return;
  const a = shared(before.ids, oldFrom, oldTo, idsIn(after.ids, newFrom, newTo));
  const b = shared(after.ids, newFrom, newTo, idsIn(before.ids, oldFrom, oldTo));
  diffSequences(
    a.length,
    b.length,
    (i, j) => before.ids[a[i] ?? 0] === after.ids[b[j] ?? 0],
    (count, i, j) => {
      for (let k = 0; k < count; k++) pair(a[i + k] ?? 0, b[j + k] ?? 0);
    },
  );
}

function idsIn(ids: Int32Array, from: number, to: number): Set<number> {
  return new Set(ids.subarray(from, to));
}

/** The indexes of lines that the other part has, too. */
function shared(ids: Int32Array, from: number, to: number, others: ReadonlySet<number>): number[] {
  const indexes: number[] = [];
  for (let index = from; index < to; index++) if (others.has(ids[index] ?? 0)) indexes.push(index);
  return indexes;
}

/** Lines that are the same, by index: where one is in the old version, and at the same place in the other list, in the new. */
type Points = { old: number[]; now: number[] };

/**
 * The lines that occur once in each part, in the order of the old version. Lines that occur once in each version come
 * first: what is unique in a part only may be in every function.
 */
function fixedPoints(map: Aligning, gap: Gap): Points {
  const sole = soleInVersions(map, gap);
  return sole.old.length > 0 ? sole : soleInParts(map, gap);
}

function soleInVersions({ before, after }: Aligning, { oldFrom, oldTo, newFrom, newTo }: Gap): Points {
  const points: Points = { old: [], now: [] };
  const [{ ids, lineOfId }, { lineOfId: lineInNew }] = [before, after];
  for (let index = oldFrom; index < oldTo; index++) {
    const id = ids[index] ?? 0;
    const other = (lineInNew[id] ?? 0) - 1;
    if (other < newFrom || other >= newTo || lineOfId[id] !== index + 1) continue;
    points.old.push(index);
    points.now.push(other);
  }
  return points;
}

function soleInParts({ before, after }: Aligning, { oldFrom, oldTo, newFrom, newTo }: Gap): Points {
  const inNew = soleIndexes(after.ids, newFrom, newTo);
  const points: Points = { old: [], now: [] };
  // Where an id came first: of those that came once, that is the order of their lines.
  for (const [id, index] of soleIndexes(before.ids, oldFrom, oldTo)) {
    const other = inNew.get(id) ?? -1;
    if (index < 0 || other < 0) continue;
    points.old.push(index);
    points.now.push(other);
  }
  return points;
}

/** By id: the index of the line, or -1 where several have it. */
function soleIndexes(ids: Int32Array, from: number, to: number): Map<number, number> {
  const indexes = new Map<number, number>();
  for (let index = from; index < to; index++) {
    const id = ids[index] ?? 0;
    indexes.set(id, indexes.has(id) ? -1 : index);
  }
  return indexes;
}

/**
 * The longest series of numbers that increase, by their places in the list. Patience sorting: `tails[n]` is the place of
 * the number that ends the best series of n + 1 numbers so far.
 */
function longestIncreasing(numbers: readonly number[]): number[] {
  const tails: number[] = [];
  const previous = new Int32Array(numbers.length).fill(-1);
  const numberAt = (at: number | undefined) => numbers[at ?? 0] ?? 0;
  for (let at = 0; at < numbers.length; at++) {
    const value = numberAt(at);
    let high = tails.length;
    // Most lines are where they were.
    let low = high > 0 && numberAt(tails[high - 1]) < value ? high : 0;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(tails[middle]) < value) low = middle + 1;
      else high = middle;
    }
    if (low > 0) previous[at] = tails[low - 1] ?? -1;
    tails[low] = at;
  }
  const series: number[] = [];
  for (let at = tails.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) series.push(at);
  return series.reverse();
}
