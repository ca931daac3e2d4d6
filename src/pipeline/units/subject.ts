import type { LineRange, Region } from '../../annotation/schema.ts';
import { isSameName, matchName, unitsMeant, unitsNamed } from '../../syntax/anchor.ts';
import { parseName } from '../../syntax/name.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lastWord } from '../lines/mentions.ts';
import { contains, innermost, inOrder, intersection, lengthOf, likeness, overlaps } from '../lines/range.ts';
import { FARTHEST_MISCOUNT, isPartOfUnit } from '../lines/thresholds.ts';
import { unitsOfLastWord } from './find-units.ts';
import { codeOf, isAllIdle, lastBusyLine, mayBeOfSort, nameLine, type Parsed } from './parsed.ts';

/** What a region is about, in one version of its file. */
export type Subject = {
  lines: LineRange;
  /** The unit that these lines are, or are in. */
  unit?: Unit;
  /** They are all of the unit. */
  isWhole: boolean;
  /** The lines that the note says are others: its unit is here. */
  corrected?: boolean;
  /** Where they are several units, those, in order. */
  units?: readonly Unit[];
};

type Anchor = NonNullable<Region['ast_anchor']>;

/**
 * Takes the version that a region was written for, its lines and its anchor; says what it is about. An anchor that means
 * one unit there corrects lines that were miscounted; lines without an anchor mean the unit that they cover. Undefined
 * where neither tells.
 */
export function subjectIn(
  parsed: Parsed,
  noted: LineRange | undefined,
  anchor: Anchor | undefined,
): Subject | undefined {
  const lines = noted && noted.start <= parsed.lines.length ? noted : undefined;
  const meant = anchor ? unitMeant(parsed, anchor, lines) : undefined;
  if (meant === 'several') return undefined;
  if (meant)
    return lines ? fitTo(parsed, meant, lines) : { lines: codeOf(meant), unit: meant, isWhole: true };
  return lines && coveredBy(parsed, lines);
}

/** The units that an anchor may mean: of several, those of its sort and its signature. */
export function unitsFor(parsed: Parsed, anchor: Anchor): Unit[] {
  const named = unitsNamed(parsed.units, anchor.name).filter(
    unit => matchName(anchor.name, unit.name) === 'exact' || mayBeOfSort(anchor.unit_type, unit.type),
  );
  if (named.length <= 1) return named;
  const ofSort = named.filter(unit => mayBeOfSort(anchor.unit_type, unit.type));
  const some = ofSort.length > 0 ? ofSort : named;
  const signed = anchor.signature ? unitsMeant(some, anchor) : [];
  return signed.length > 0 ? signed : some;
}

/** The one unit that an anchor means; of several, the one that the lines are about. */
function unitMeant(
  parsed: Parsed,
  anchor: Anchor,
  lines: LineRange | undefined,
): Unit | 'several' | undefined {
  const named = unitsFor(parsed, anchor);
  const last = lastWord(anchor.name);
  // The writer may have left out the owner, or qualified the name in another way.
  const alike = lines
    ? unitsOfLastWord(parsed.units, last).filter(unit => mayBeOfSort(anchor.unit_type, unit.type))
    : [];
  const covered = lines && alike.filter(unit => isCovered(parsed, unit, lines) && isNamed(unit, anchor));
  if (covered?.length === 1) return covered[0];
  if (named.length === 1) return named[0];
  const chosen = lines && chosenBy(parsed, named.length > 1 ? named : alike, lines);
  return chosen ?? (named.length > 1 ? 'several' : undefined);
}

/** By its whole name, or by the end of it. */
function isNamed(unit: Unit, { name }: Anchor): boolean {
  const isLonger = parseName(unit.name).segments.length >= parseName(name).segments.length;
  return isLonger && isSameName(unit.name, name);
}

function isCovered(parsed: Parsed, unit: Unit, lines: LineRange): boolean {
  return overlaps(unit.lines, lines) && isAllOf(parsed, unit, lines) && !reachesOut(parsed, unit, lines);
}

/** Of units of one name: the one that has just these lines, or as many; around them; or by far the nearest. */
function chosenBy(parsed: Parsed, units: readonly Unit[], lines: LineRange): Unit | undefined {
  const asLong = units.filter(unit => asLongAs(parsed, unit, lines));
  const exact = asLong.filter(unit => !isShifted(parsed, unit, lines));
  if (exact.length === 1) return exact[0];
  const near = asLong.filter(unit => distance(unit, lines) <= FARTHEST_MISCOUNT);
  if (near.length === 1) return near[0];
  const around = units.filter(unit => contains(unit.lines, lines) || isAllOf(parsed, unit, lines));
  return closest(around, lines) ?? nearest(units, lines);
}

function nearest(units: readonly Unit[], lines: LineRange): Unit | undefined {
  const [first, second] = units
    .map(unit => ({ unit, far: distance(unit, lines) }))
    .sort((a, b) => a.far - b.far);
  if (!first || first.far > FARTHEST_MISCOUNT) return undefined;
  return !second || second.far > first.far + FARTHEST_MISCOUNT ? first.unit : undefined;
}

function distance(unit: Unit, { start }: LineRange): number {
  return Math.abs(codeOf(unit).start - start);
}

function closest(units: readonly Unit[], lines: LineRange): Unit | undefined {
  const [best] = units
    .map(unit => ({ unit, like: likeness(codeOf(unit), lines) }))
    .sort((a, b) => b.like - a.like);
  return best?.unit;
}

/** How lines that a note says stand to the unit that it names. */
function fitTo(parsed: Parsed, unit: Unit, noted: LineRange): Subject {
  const lines = { start: noted.start, end: Math.min(noted.end, parsed.lines.length) };
  if (!overlaps(lines, unit.lines) || isShifted(parsed, unit, noted)) return corrected(parsed, unit, noted);
  const isWhole = isAllOf(parsed, unit, lines);
  const part = { lines: within(unit, lines), unit, isWhole: false };
  if (!reachesOut(parsed, unit, lines)) {
    return isWhole ? { lines: trimmed(unit, lines), unit, isWhole } : part;
  }
  if (isWhole) {
    const others = unitsInside(parsed, lines).filter(other => !overlaps(other.lines, unit.lines));
    return others.length > 0 ? severalUnits(parsed, lines) : corrected(parsed, unit, noted);
  }
  const isSome = isPartOfUnit(lengthOf(noted), lengthOf(codeOf(unit)));
  return isSome ? part : corrected(parsed, unit, noted);
}

/** From the name, or what stands above it, to the last line that does something. */
function isAllOf(parsed: Parsed, unit: Unit, { start, end }: LineRange): boolean {
  return start <= nameLine(parsed, unit) && end >= lastBusyLine(parsed, unit);
}

/** Whether lines outside of the unit are among them that are more than comments and brackets. */
function reachesOut(parsed: Parsed, { lines: unit }: Unit, { start, end }: LineRange): boolean {
  return (
    !isAllIdle(parsed, { start, end: Math.min(end, unit.start - 1) }) ||
    !isAllIdle(parsed, { start: Math.max(start, unit.end + 1), end })
  );
}

/** As long as the unit, and not where it is: they were miscounted. */
function isShifted(parsed: Parsed, unit: Unit, noted: LineRange): boolean {
  const begins = [nameLine(parsed, unit), codeOf(unit).start, unit.lines.start];
  return asLongAs(parsed, unit, noted) !== undefined && !begins.includes(noted.start);
}

function asLongAs(parsed: Parsed, unit: Unit, noted: LineRange): LineRange | undefined {
  const named = { start: nameLine(parsed, unit), end: unit.lines.end };
  return [named, codeOf(unit), unit.lines].find(range => lengthOf(range) === lengthOf(noted));
}

/** A range that was right but for its place is as long as the unit with its comment and attributes, or without them. */
function corrected(parsed: Parsed, unit: Unit, noted: LineRange): Subject {
  return { lines: asLongAs(parsed, unit, noted) ?? codeOf(unit), unit, isWhole: true, corrected: true };
}

function trimmed({ lines }: Unit, { start }: LineRange): LineRange {
  return { start: Math.max(start, lines.start), end: lines.end };
}

function within({ lines }: Unit, noted: LineRange): LineRange {
  return intersection(lines, noted) ?? lines;
}

/** The outermost units that are all in some lines. */
function unitsInside(parsed: Parsed, lines: LineRange): Unit[] {
  const outer: Unit[] = [];
  for (const unit of inOrder(parsed.units.filter(other => contains(lines, codeOf(other))))) {
    if (unit.lines.end > (outer.at(-1)?.lines.end ?? 0)) outer.push(unit);
  }
  return outer;
}

function severalUnits(parsed: Parsed, lines: LineRange): Subject {
  const units = unitsInside(parsed, lines);
  return { lines, isWhole: false, ...(units.length > 1 ? { units } : {}) };
}

/** Lines without an anchor: the unit that they cover, else some units, else a part of the one around them. */
function coveredBy(parsed: Parsed, noted: LineRange): Subject {
  const lines = { start: noted.start, end: Math.min(noted.end, parsed.lines.length) };
  const touched = parsed.units.filter(unit => overlaps(unit.lines, lines));
  const covered = touched.filter(unit => isCovered(parsed, unit, lines));
  const unit = closest(covered, lines);
  if (unit) return { lines: trimmed(unit, lines), unit, isWhole: true };
  const several = severalUnits(parsed, lines);
  if (several.units) return several;
  const [around] = innermost(touched.filter(other => contains(other.lines, lines)));
  return { lines, isWhole: false, ...(around ? { unit: around } : {}) };
}
