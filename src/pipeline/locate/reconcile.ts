import type { LineRange } from '../../annotation/schema.ts';
import { unitsMeant, unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { type Followed, followRange, isMostlyKept, nothingLeft } from '../lines/follow-range.ts';
import { mapLines } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import { contains, intersection, lengthOf, lineNumbers, linesIn } from '../lines/range.ts';
import { hasGrown, isLargerThanUnit } from '../lines/thresholds.ts';
import { isByName } from '../recovery/recover-regions.ts';
import { type Scope, unitsOf } from '../scope/scope.ts';
import { type Located, linesNow } from './locate.ts';

/**
 * Takes located regions; makes lines and outline agree on where each one's unit is. Lines alone lose a unit that was
 * rewritten from top to bottom, and may take its neighbour for it; the outline knows where the unit of that name is.
 */
export async function reconcile(scope: Scope, located: readonly Located[]): Promise<Located[]> {
  if (!located.some(item => isDoubtful(scope, item) || isTooLong(item))) return [...located];
  const units = await unitsOf(scope);
  if (!units) return [...located];
  const sameNamed = unitsByAnchor(units);
  return located.map(item => {
    const doubtful = isDoubtful(scope, item);
    const unit = doubtful || isTooLong(item) ? sameNamed(item) : undefined;
    if (doubtful && !unit && isOtherCode(units, item)) return gone(item);
    const lines = doubtful ? unit?.lines : unit && partInside(item, unit.lines);
    return lines ? reconcileWith(scope, item, lines) : item;
  });
}

/** Neither the unit's name nor most of its lines are left: the lines that aligned belong to other code. */
function isOtherCode(units: readonly Unit[], { found, map, followed }: Located): boolean {
  const { ast_anchor: anchor, lines: noted } = found.region;
  if (!anchor || !noted || !map || !followed?.lines) return false;
  return unitsNamed(units, anchor.name).length === 0 && !isMostlyKept(map, noted, followed.lines);
}

function gone(item: Located): Located {
  const noted = item.found.region.lines;
  if (!noted || !item.map) return item;
  return { ...item, followed: nothingLeft(item.map, noted) };
}

/** The last lines of the region may have aligned with a near copy of its unit that was put beside it. */
function isTooLong({ found, followed }: Located): boolean {
  const { ast_anchor: anchor, lines: noted } = found.region;
  if (!anchor || !noted || !followed?.lines) return false;
  return hasGrown(lengthOf(followed.lines), lengthOf(noted));
}

/** The part of a region that is in its unit, where it reaches out of it and was not larger when it was annotated. */
function partInside({ found, followed }: Located, unit: LineRange): LineRange | undefined {
  const { lines: noted } = found.region;
  if (!noted || !followed?.lines || isLargerThanUnit(lengthOf(noted), lengthOf(unit))) return undefined;
  return contains(unit, followed.lines) ? undefined : intersection(followed.lines, unit);
}

/** The region is lost, or its lines do not have the name of its unit in them. */
function isDoubtful(scope: Scope, item: Located): boolean {
  const name = item.found.region.ast_anchor?.name;
  if (name === undefined) return false;
  const lines = linesNow(item);
  return !lines || !mentions(linesIn(scope.lines, lines), name);
}

/** The unit of that name, where there is only one; of a region that has nothing but words, the signature counts, too. */
function unitsByAnchor(units: readonly Unit[]): (item: Located) => Unit | undefined {
  const known = new Map<string, Unit | undefined>();
  return ({ found }) => {
    const { ast_anchor: anchor = { name: '' } } = found.region;
    const key = JSON.stringify([anchor.name, isByName(found), anchor.signature]);
    if (known.has(key)) return known.get(key);
    const [unit, ...others] = isByName(found) ? unitsMeant(units, anchor) : unitsNamed(units, anchor.name);
    known.set(key, others.length === 0 ? unit : undefined);
    return known.get(key);
  };
}

/** Puts the region at these lines of its unit, and compares its old lines with these alone. */
function reconcileWith(scope: Scope, item: Located, lines: LineRange): Located {
  const noted = item.found.region.lines;
  if (!item.map || !item.followed || !noted) return { ...item, unitLines: lines };
  const before = linesIn(item.map.before.lines, noted);
  const local = mapLines(before, linesIn(scope.lines, lines));
  const inUnit = followRange(local, { start: 1, end: before.length });
  const total = Math.max(before.length, lengthOf(lines));
  const followed: Followed = {
    lines,
    total,
    changed: inUnit.lines ? inUnit.changed : total,
    newLines: inUnit.lines ? inUnit.newLines.map(line => line + lines.start - 1) : lineNumbers(lines),
    lostLines: inUnit.lostLines.map(line => line + noted.start - 1),
    reindented: inUnit.reindented.map(([old, now]) => [old + noted.start - 1, now + lines.start - 1]),
  };
  return { ...item, followed };
}
