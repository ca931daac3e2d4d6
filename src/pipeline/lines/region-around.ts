import type { LineRange } from '../../annotation/schema.ts';
import {
  aboveTogether,
  beginningOf,
  belowTogether,
  endOf,
  headerOf,
  indentationOf,
  nextHeader,
  type Shape,
} from './indentation.ts';
import type { LineMap } from './map-lines.ts';
import { isIn, lengthOf, lineNumbers } from './range.ts';
import { isTogether } from './thresholds.ts';

/** A line of the old range, and the new lines that it was found in. */
export type Trace = { line: number; target: LineRange };

/** What is followed: a range of the old version, and what it looks like there. */
export type Followee = { map: LineMap; range: LineRange; shape: Shape };

/** Takes what was found of a range, in the order of the new lines; parts it where other code lies between. */
export function pieces(followee: Followee, traces: readonly Trace[]): Trace[][] {
  const base = baseToday(followee, traces);
  const parts: Trace[][] = [];
  for (const trace of traces) {
    const part = parts.at(-1);
    const last = part?.at(-1);
    if (part && last && !isParted(followee, last, trace, base)) part.push(trace);
    else parts.push([trace]);
  }
  return parts;
}

/** Where the range is one unit, another one begins between; else more lines are new there than the range had. */
function isParted({ map, range, shape }: Followee, a: Trace, b: Trace, base: number): boolean {
  if (shape.header !== undefined) {
    const between = { start: a.target.end + 1, end: b.target.start };
    return lineNumbers(between).some(line => (beginningOf(map.after.lines, line, base) ?? 0) > a.target.end);
  }
  const growth = b.target.start - a.target.end - Math.abs(b.line - a.line);
  return !isTogether(lengthOf(range) + growth, lengthOf(range));
}

/** The least indentation of the range, shifted as its header or else most of its lines were. */
function baseToday({ map, shape }: Followee, traces: readonly Trace[]): number {
  const shiftOf = ({ line, target }: Trace) =>
    indentationOf(map.after.lines[target.start - 1] ?? '') - indentationOf(map.before.lines[line - 1] ?? '');
  const header = traces.find(({ line }) => line === shape.header);
  if (header) return Math.max(0, shape.base + shiftOf(header));
  const counts = new Map<number, number>();
  for (const shift of traces.map(shiftOf)) counts.set(shift, (counts.get(shift) ?? 0) + 1);
  const [usual] = [...counts].sort(([, a], [, b]) => b - a);
  return Math.max(0, shape.base + (usual?.[0] ?? 0));
}

/**
 * Takes lines of a range that are together; gives the region that they are of. Lines that were lost at its ends have
 * been replaced: by as many lines between the region and its unchanged neighbour, or else by what the shape of the range
 * asks for, its header and all that is inside of it.
 */
export function regionAround(followee: Followee, traces: readonly Trace[]): LineRange {
  const base = baseToday(followee, traces);
  return { start: startToday(followee, traces, base), end: endToday(followee, traces, base) };
}

function startToday(followee: Followee, traces: readonly Trace[], base: number): number {
  const { map, range, shape } = followee;
  const { line, target: start } = outermostPair(followee, traces[0], -1);
  const lost = line - range.start;
  if (lost === 0) return start;
  const { limit, isHeld } = freeAbove(map, range, start);
  if (isHeld && start - limit === lost) return limit;
  const oldHeader = headerOf(map.before.lines, line, range.start, shape.base);
  if (oldHeader === undefined) return aboveTogether(map.after.lines, start, limit, lost);
  const isUnit = shape.header !== undefined;
  const header = headerOf(map.after.lines, start, isUnit ? 1 : limit, base) ?? start;
  const lead = oldHeader - range.start;
  return aboveTogether(map.after.lines, header, limit, isUnit && lead > 0 ? Infinity : lead);
}

function endToday(followee: Followee, traces: readonly Trace[], base: number): number {
  const { map, range, shape } = followee;
  const { line, target: end } = outermostPair(followee, traces.at(-1), 1);
  const lost = range.end - line;
  const { limit, isHeld } = freeBelow(map, range, end);
  if (lost > 0 && isHeld && limit - end === lost) return limit;
  const { lines } = map.after;
  const bottom = shape.header === undefined ? limit : lines.length;
  if (line < (shape.header ?? 0)) return endOf(lines, nextHeader(lines, end, base) ?? end, bottom, base);
  const oldEnd = endOf(map.before.lines, line, map.before.lines.length, shape.base);
  if (oldEnd > range.end) {
    // It ended before what it is in did: lines behind its last one are not part of it.
    const most = lost > 0 && isHeld ? limit : end + lost;
    return Math.min(endOf(lines, end, limit, base), most);
  }
  return belowTogether(lines, endOf(lines, end, bottom, base), limit, range.end - Math.max(line, oldEnd));
}

/** From the first or last line that was found, the unchanged lines right beside it: a bracket, a blank line. */
function outermostPair({ map, range }: Followee, trace: Trace | undefined, step: 1 | -1) {
  let line = trace?.line ?? range.start;
  let target = (step > 0 ? trace?.target.end : trace?.target.start) ?? 0;
  while (isIn(line + step, range) && target + step > 0 && map.unchanged[line + step] === target + step) {
    line += step;
    target += step;
  }
  return { line, target };
}

/**
 * How far new lines reach, and whether that is up to the line that was beside the range and still is. Where they reach up
 * to another piece of the range, none of them belongs to this one for certain.
 */
type Free = { limit: number; isHeld: boolean };

function freeAbove(map: LineMap, range: LineRange, start: number): Free {
  let limit = start;
  while (limit > 1 && !isTaken(map, limit - 1)) limit--;
  if (isIn(map.origin[limit - 1], range)) return { limit: start, isHeld: false };
  let neighbour = range.start - 1;
  while (neighbour > 0 && isBlank(map.before.lines, neighbour)) neighbour--;
  const target = neighbour > 0 ? (map.unchanged[neighbour] ?? 0) : 0;
  const isHeld = isOnlyBlank(map, target + 1, limit - 1) && (neighbour === 0 || target > 0);
  while (limit < start && isBlank(map.after.lines, limit)) limit++;
  return { limit, isHeld };
}

function freeBelow(map: LineMap, range: LineRange, end: number): Free {
  const { before, after } = map;
  let limit = end;
  while (limit < after.lines.length && !isTaken(map, limit + 1)) limit++;
  if (isIn(map.origin[limit + 1], range)) return { limit: end, isHeld: false };
  let neighbour = range.end + 1;
  while (neighbour <= before.lines.length && isBlank(before.lines, neighbour)) neighbour++;
  const isLast = neighbour > before.lines.length;
  const target = isLast ? after.lines.length + 1 : (map.unchanged[neighbour] ?? 0);
  const isHeld = target > 0 && isOnlyBlank(map, limit + 1, target - 1);
  while (limit > end && isBlank(after.lines, limit)) limit--;
  return { limit, isHeld };
}

/** A line that is as it was, and has words or a bracket, is no new one. */
function isTaken(map: LineMap, line: number): boolean {
  return (map.origin[line] ?? 0) > 0 && !/^[\s/*]*$/.test(map.after.lines[line - 1] ?? '');
}

function isBlank(lines: readonly string[], line: number): boolean {
  return (lines[line - 1] ?? '').trim() === '';
}

function isOnlyBlank(map: LineMap, start: number, end: number): boolean {
  if (start > end + 1) return false;
  return lineNumbers({ start, end }).every(line => isBlank(map.after.lines, line));
}
