import type { LineRange } from '../annotation/schema.ts';
import { resolveAnchor } from '../syntax/anchor.ts';
import type { Unit } from '../syntax/outline.ts';
import { type Carried, carry } from './carry.ts';
import { mapLines } from './line-map.ts';
import { lineNumbers } from './line-numbers.ts';
import { type Located, linesNow } from './locate.ts';
import { mentions } from './mentions.ts';
import { type Scope, unitsOf } from './scope.ts';

/**
 * Makes lines and outline agree on where a unit is. Lines alone lose a unit that was rewritten from top to
 * bottom, and may mistake its neighbour for it; its name in the outline then says where it really is.
 */
export async function settle(scope: Scope, located: readonly Located[]): Promise<Located[]> {
  if (!located.some(item => isDoubtful(scope, item))) return [...located];
  const units = await unitsOf(scope);
  if (!units) return [...located];
  return located.map(item => {
    const unit = isDoubtful(scope, item) ? sameNamed(units, item) : undefined;
    return unit ? settleOn(scope, item, unit.lines) : item;
  });
}

function isDoubtful(scope: Scope, item: Located): boolean {
  const name = item.found.region.ast_anchor?.name;
  if (name === undefined) return false;
  const lines = linesNow(item);
  return !lines || !mentions(scope.lines.slice(lines.start - 1, lines.end), name);
}

/** The one unit of that name; two would be a guess. */
function sameNamed(units: readonly Unit[], item: Located): Unit | undefined {
  const resolved = resolveAnchor(units, item.found.region.ast_anchor?.name ?? '');
  const sure = resolved.match === 'exact' || resolved.match === 'unqualified';
  return sure && resolved.units.length === 1 ? resolved.units[0] : undefined;
}

function settleOn(scope: Scope, item: Located, lines: LineRange): Located {
  const noted = item.found.region.lines;
  if (!item.map || !item.carried || !noted) return { ...item, unitLines: lines };
  const before = item.map.before.lines.slice(noted.start - 1, noted.end);
  const local = mapLines(before, scope.lines.slice(lines.start - 1, lines.end));
  const inUnit = carry(local, { start: 1, end: before.length });
  const total = Math.max(before.length, lines.end - lines.start + 1);
  const carried: Carried = {
    lines,
    total,
    changed: inUnit.lines ? inUnit.changed : total,
    newLines: inUnit.lines ? inUnit.newLines.map(line => line + lines.start - 1) : lineNumbers(lines),
    lostLines: inUnit.lostLines.map(line => line + noted.start - 1),
    reindented: inUnit.reindented.map(([old, now]) => [old + noted.start - 1, now + lines.start - 1]),
  };
  return { ...item, carried };
}
