import type { LineRange } from '../../annotation/schema.ts';
import { resolveAnchor } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { type Followed, followRange, isMostlyKept } from '../lines/follow-range.ts';
import { mapLines } from '../lines/map-lines.ts';
import { mentions } from '../lines/mentions.ts';
import { contains, intersection, lengthOf, lineNumbers, linesIn } from '../lines/range.ts';
import { type Scope, unitsOf } from '../scope/scope.ts';
import { type Located, linesNow } from './locate.ts';

/**
 * Makes lines and outline agree on where a unit is. Lines alone lose a unit that was rewritten from top to
 * bottom, and may mistake its neighbour for it; its name in the outline then says where it really is.
 */
export async function reconcile(scope: Scope, located: readonly Located[]): Promise<Located[]> {
  if (!located.some(item => isDoubtful(scope, item) || hasGrown(item))) return [...located];
  const units = await unitsOf(scope);
  if (!units) return [...located];
  return located.map(item => {
    const doubtful = isDoubtful(scope, item);
    const unit = doubtful || hasGrown(item) ? sameNamed(units, item) : undefined;
    if (doubtful && !unit && isStranger(units, item)) return gone(item);
    const lines = doubtful ? unit?.lines : unit && partInside(item, unit.lines);
    return lines ? reconcileWith(scope, item, lines) : item;
  });
}

/** Neither the name nor most of the lines are left: what else is there belongs to other code. */
function isStranger(units: readonly Unit[], { found, map, followed }: Located): boolean {
  const { ast_anchor: anchor, lines: noted } = found.region;
  if (!anchor || !noted || !map || !followed?.lines) return false;
  const { match } = resolveAnchor(units, anchor.name);
  if (match === 'exact' || match === 'unqualified') return false;
  return !isMostlyKept(map, noted, followed.lines);
}

function gone(item: Located): Located {
  const noted = item.found.region.lines;
  if (!noted || !item.map) return item;
  const total = lengthOf(noted);
  const end = Math.min(noted.end, item.map.before.lines.length);
  const lostLines = lineNumbers({ start: noted.start, end });
  return { ...item, followed: { changed: total, total, newLines: [], lostLines, reindented: [] } };
}

/** Its last lines may have aligned with a near copy of it that was put beside it. */
function hasGrown({ found, followed }: Located): boolean {
  const { ast_anchor: anchor, lines: noted } = found.region;
  if (!anchor || !noted || !followed?.lines) return false;
  return lengthOf(followed.lines) * 3 > lengthOf(noted) * 4;
}

/** The part of a region that is in its unit, where it sticks out and was not much larger from the start. */
function partInside({ found, followed }: Located, unit: LineRange): LineRange | undefined {
  const { lines: noted } = found.region;
  if (!noted || !followed?.lines || lengthOf(noted) * 2 > lengthOf(unit) * 3) return undefined;
  return contains(unit, followed.lines) ? undefined : intersection(followed.lines, unit);
}

function isDoubtful(scope: Scope, item: Located): boolean {
  const name = item.found.region.ast_anchor?.name;
  if (name === undefined) return false;
  const lines = linesNow(item);
  return !lines || !mentions(linesIn(scope.lines, lines), name);
}

/** The one unit of that name; two would be a guess. */
function sameNamed(units: readonly Unit[], item: Located): Unit | undefined {
  const resolved = resolveAnchor(units, item.found.region.ast_anchor?.name ?? '');
  const sure = resolved.match === 'exact' || resolved.match === 'unqualified';
  return sure && resolved.units.length === 1 ? resolved.units[0] : undefined;
}

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
