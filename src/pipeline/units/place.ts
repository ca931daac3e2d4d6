import type { LineRange } from '../../annotation/schema.ts';
import type { Unit } from '../../syntax/unit.ts';
import { type Followed, followRange, isMostlyKept } from '../lines/follow-range.ts';
import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { lastWord } from '../lines/mentions.ts';
import { innermost, lengthOf, likeness, lineNumbers, linesIn, overlaps, span } from '../lines/range.ts';
import { isTogether, LEAST_LIKENESS } from '../lines/thresholds.ts';
import { compareLines } from './compare-lines.ts';
import { unitsOfName } from './find-units.ts';
import { codeOf, mayBeOfSort, nameLine, type Parsed } from './parsed.ts';
import { sameUnit } from './same-unit.ts';
import type { Subject } from './subject.ts';

/** Where a subject is in another version, and what became of its lines. */
export type Place = { subject: Subject; followed: Followed };

/**
 * Takes a subject in one version; gives its place in another. Where outlines know the unit, they decide; the lines alone
 * decide where they do not, and never for a unit that was another one before.
 */
export function place(then: Parsed, subject: Subject, now: Parsed, map: LineMap): Place | undefined {
  const { unit, units } = subject;
  if (units) return placeSeveral(then, subject, units, now) ?? placeLines(then, subject, now, map);
  const today = unit && sameUnit(then, unit, now);
  if (!unit || !today) return placeLines(then, subject, now, map);
  return placeIn(then, subject, unit, now, today);
}

/** Where a subject is in a unit that is known to be its own. */
export function placeIn(then: Parsed, subject: Subject, unit: Unit, now: Parsed, today: Unit): Place {
  return subject.isWhole
    ? placeWhole(then, subject, unit, now, today)
    : placePart(then, subject, unit, now, today);
}

function placeWhole(then: Parsed, subject: Subject, unit: Unit, now: Parsed, today: Unit): Place {
  const lines = { start: firstLine(then, subject, unit, now, today), end: today.lines.end };
  return {
    subject: { lines, unit: today, isWhole: true },
    followed: compareLines(then.lines, subject.lines, now.lines, lines),
  };
}

/** With its comment, with its attributes or from its name on, as it was annotated. */
function firstLine(then: Parsed, { lines }: Subject, unit: Unit, now: Parsed, today: Unit): number {
  const code = codeOf(unit).start;
  if (lines.start < code) return today.lines.start;
  if (lines.start === code) return codeOf(today).start;
  return Math.max(
    codeOf(today).start,
    nameLine(now, today) - Math.max(0, nameLine(then, unit) - lines.start),
  );
}

/** Some lines of a unit are looked for in that unit alone; once they are lost, they are somewhere in it. */
function placePart(then: Parsed, { lines }: Subject, unit: Unit, now: Parsed, today: Unit): Place {
  const local = mapWithin(then, unit, now, today);
  const [before, after] = [unit.lines.start - 1, today.lines.start - 1];
  const inside = followRange(local, { start: lines.start - before, end: lines.end - before });
  const moved = shifted(inside, before, after);
  const place = moved.lines ?? codeOf(today);
  return {
    subject: { lines: place, unit: today, isWhole: false },
    followed: moved.lines ? moved : { ...moved, lines: place },
  };
}

/** Of each unit the last: thousands of regions may be about parts of one. */
const WITHIN = new WeakMap<Unit, { today: Unit; map: LineMap }>();

function mapWithin(then: Parsed, unit: Unit, now: Parsed, today: Unit): LineMap {
  const known = WITHIN.get(unit);
  if (known?.today === today) return known.map;
  const map = mapLines(linesIn(then.lines, unit.lines), linesIn(now.lines, today.lines));
  WITHIN.set(unit, { today, map });
  return map;
}

/** In the numbers of the whole file. */
function shifted(followed: Followed, before: number, after: number): Followed {
  const { lines, newLines, lostLines, reindented } = followed;
  return {
    ...followed,
    lines: lines && { start: lines.start + after, end: lines.end + after },
    newLines: newLines.map(line => line + after),
    lostLines: lostLines.map(line => line + before),
    reindented: reindented.map(([old, today]) => [old + before, today + after]),
  };
}

/** From the first of several units to the last, where they are still together. */
function placeSeveral(
  then: Parsed,
  subject: Subject,
  units: readonly Unit[],
  now: Parsed,
): Place | undefined {
  const found = units.flatMap(unit => {
    const today = sameUnit(then, unit, now);
    return today ? [{ unit, today }] : [];
  });
  const [first, last] = [found[0], found.at(-1)];
  if (!first || !last || found.length < units.length) return undefined;
  const edges = {
    start: first.unit.lines.start - subject.lines.start,
    end: subject.lines.end - last.unit.lines.end,
  };
  const hull = found.map(({ today }) => today.lines).reduce(span);
  const lines = {
    start: Math.max(1, hull.start - (keepsAbove(then, now, first, edges.start) ? edges.start : 0)),
    end: hull.end,
  };
  if (!isTogether(lengthOf(lines), lengthOf(subject.lines))) return undefined;
  return {
    subject: { lines, isWhole: false, units: found.map(({ today }) => today) },
    followed: compareLines(then.lines, subject.lines, now.lines, lines),
  };
}

/** Whether the lines that were annotated above the first unit are still above it. */
function keepsAbove(
  then: Parsed,
  now: Parsed,
  { unit, today }: { unit: Unit; today: Unit },
  count: number,
): boolean {
  return lineNumbers({ start: 1, end: count }).every(
    at => then.lines[unit.lines.start - 1 - at] === now.lines[today.lines.start - 1 - at],
  );
}

/** What the lines say by themselves, unless it is in a unit that was there before under its own name. */
function placeLines(then: Parsed, subject: Subject, now: Parsed, map: LineMap): Place | undefined {
  const { lines, unit } = subject;
  const followed = followRange(map, lines);
  const place = followed.lines;
  if (!place) return undefined;
  const host = unit && hostOf(now, place);
  if (unit && host && isStranger(then, unit, host)) return undefined;
  const isKept =
    unit === undefined || (isMostlyKept(map, lines, place) && isTogether(lengthOf(place), lengthOf(lines)));
  if (unit && host && subject.isWhole && isItsNewForm(unit, host, isKept ? place : undefined)) {
    return placeWhole(then, subject, unit, now, host);
  }
  return isKept ? { subject: { lines: place, isWhole: false }, followed } : undefined;
}

/** The unit of today that has most of some lines. */
function hostOf(now: Parsed, place: LineRange): Unit | undefined {
  const [host] = innermost(now.units.filter(({ lines }) => overlaps(lines, place)))
    .map(unit => ({ unit, like: likeness(codeOf(unit), place) }))
    .sort((a, b) => b.like - a.like);
  return host?.unit;
}

/** A unit of another name that has most lines, and no more than these, or of the same last name that has some. */
function isItsNewForm(unit: Unit, host: Unit, kept: LineRange | undefined): boolean {
  if (!mayBeOfSort(unit.type, host.type)) return false;
  if (lastWord(unit.name) === lastWord(host.name)) return true;
  return kept !== undefined && likeness(codeOf(host), kept) >= LEAST_LIKENESS;
}

/** Whether a unit had its name before, and is not around the other one. */
function isStranger(then: Parsed, unit: Unit, host: Unit): boolean {
  if (unit.name === host.name || unit.name.startsWith(`${host.name}::`)) return false;
  return unitsOfName(then.units, host.name).length > 0;
}
