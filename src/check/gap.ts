import type { LineRange } from '../annotation/schema.ts';
import type { Followed } from '../pipeline/lines/follow-range.ts';
import type { LineMap } from '../pipeline/lines/map-lines.ts';
import { isIn, lengthOf, lineNumbers } from '../pipeline/lines/range.ts';
import { codeOf } from '../pipeline/units/parsed.ts';
import type { Subject } from '../pipeline/units/subject.ts';
import type { Unit } from '../syntax/unit.ts';

/** Where some lines of a unit were that were all replaced, or taken out: a query shows their unit instead. */

export function isNothingLeft({ lines }: Subject, { newLines, lostLines }: Followed): boolean {
  return newLines.length === 0 && lostLines.length === lengthOf(lines);
}

/** What stands in the unit between the nearest lines above and below that are the same; it may be nothing. */
export function gapIn(map: LineMap, { start, end }: LineRange, unit: Unit): LineRange {
  const today = (line: number) => map.unchanged[line] ?? 0;
  const isInside = (line: number) => isIn(today(line), unit.lines);
  const above = lineNumbers({ start: 1, end: start - 1 }).findLast(isInside);
  const below = lineNumbers({ start: end + 1, end: map.before.lines.length }).find(isInside);
  return {
    start: above === undefined ? codeOf(unit).start : today(above) + 1,
    end: below === undefined ? unit.lines.end : today(below) - 1,
  };
}
