import type { LineRange } from '../../annotation/schema.ts';
import { unitsMeant, unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { type Followed, followRange, isMostlyKept, nothingLeft } from '../lines/follow-range.ts';
import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import { contains, intersection, lengthOf, lineNumbers, linesIn, overlaps } from '../lines/range.ts';
import { hasGrown, isLargerThanUnit, isPartOfUnit } from '../lines/thresholds.ts';
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
  return Promise.all(
    located.map(async item => {
      const doubtful = isDoubtful(scope, item);
      if (!doubtful && !isTooLong(item)) return item;
      const mapped = { ...item, map: await item.mapping?.() };
      const { map: _, ...reconciled } = reconcileOne(scope, units, mapped, sameNamed(item), doubtful);
      return reconciled;
    }),
  );
}

type Mapped = Located & { map?: LineMap };

function reconcileOne(
  scope: Scope,
  units: readonly Unit[],
  item: Mapped,
  unit: Unit | undefined,
  doubtful: boolean,
): Mapped {
  if (doubtful && !unit && isOtherCode(units, item)) return gone(item);
  if (doubtful && unit && wasPart(item)) return reconcilePart(scope, item, unit.lines);
  const lines = doubtful ? unit?.lines : unit && partInside(item, unit.lines);
  return lines ? reconcileWith(scope, item, lines) : item;
}

/** Neither the unit's name nor most of its lines are left: the lines that aligned belong to other code. */
function isOtherCode(units: readonly Unit[], { found, map, followed, noted }: Mapped): boolean {
  const { ast_anchor: anchor } = found.region;
  if (!anchor || !noted || !map || !followed?.lines) return false;
  return unitsNamed(units, anchor.name).length === 0 && !isMostlyKept(map, noted, followed.lines);
}

function gone(item: Mapped): Mapped {
  if (!item.noted || !item.map) return item;
  return { ...item, followed: nothingLeft(item.map, item.noted) };
}

/** The last lines of the region may have aligned with a near copy of its unit that was put beside it. */
function isTooLong({ found, followed, noted }: Located): boolean {
  if (!found.region.ast_anchor || !noted || !followed?.lines) return false;
  return hasGrown(lengthOf(followed.lines), lengthOf(noted));
}

/** The part of a region that is in its unit, where it reaches out of it and was not larger when it was annotated. */
function partInside({ followed, noted }: Located, unit: LineRange): LineRange | undefined {
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

/** The name of the unit was not in the annotated lines either: they were some of its lines. */
function wasPart({ found, map, noted }: Mapped): boolean {
  if (!map || !noted) return false;
  return !mentions(linesIn(map.before.lines, noted), found.region.ast_anchor?.name ?? '');
}

/** Some lines of a unit stay what they are while they are in it; once they are lost, the unit is where they were. */
function reconcilePart(scope: Scope, item: Mapped, unit: LineRange): Mapped {
  const { followed, noted } = item;
  if (!followed || !noted) return item;
  if (!followed.lines) return reconcileLost(scope, item, unit);
  if (contains(unit, followed.lines)) return item;
  const isSome = isPartOfUnit(lengthOf(noted), lengthOf(unit)) && overlaps(unit, followed.lines);
  if (isSome && !isTooLong(item)) return item;
  return reconcileWith(scope, item, (isSome && intersection(unit, followed.lines)) || unit);
}

function reconcileLost(scope: Scope, item: Mapped, unit: LineRange): Mapped {
  const within = followInside(scope, item, unit);
  if (within?.lines) return { ...item, followed: within };
  return item.followed ? { ...item, followed: { ...item.followed, lines: unit } } : item;
}

/** Puts the region at these lines of its unit, and compares its old lines with these alone. */
function reconcileWith(scope: Scope, item: Mapped, lines: LineRange): Mapped {
  const within = followInside(scope, item, lines);
  if (!within) return { ...item, unitLines: lines };
  const total = Math.max(within.total, lengthOf(lines));
  const whole = within.lines ? {} : { changed: total, newLines: lineNumbers(lines) };
  return { ...item, followed: { ...within, ...whole, lines, total } };
}

/** What became of a region, were these lines all of the file. */
function followInside(scope: Scope, { map, noted }: Mapped, lines: LineRange): Followed | undefined {
  if (!map || !noted) return undefined;
  const before = linesIn(map.before.lines, noted);
  const local = mapLines(before, linesIn(scope.lines, lines));
  const inside = followRange(local, { start: 1, end: before.length });
  const then = (line: number) => line + noted.start - 1;
  const now = (line: number) => line + lines.start - 1;
  return {
    ...inside,
    lines: inside.lines && { start: now(inside.lines.start), end: now(inside.lines.end) },
    newLines: inside.newLines.map(now),
    lostLines: inside.lostLines.map(then),
    reindented: inside.reindented.map(([old, today]) => [then(old), now(today)]),
  };
}
