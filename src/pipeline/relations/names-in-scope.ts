import type { LineRange } from '../../annotation/schema.ts';
import { unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { contains, innermost, overlaps } from '../lines/range.ts';
import { type Located, linesNow } from '../locate/locate.ts';
import { type Scope, scopeNames, unitsOf } from '../scope/scope.ts';

/** A name that no unit has: only dependencies on the whole file match it. */
const NO_UNIT = '';

/**
 * Every name by which other annotations may mean the code in scope: those of its units today, and those that
 * the regions found in it had when they were annotated. None for a whole file, which all of them concern.
 */
export async function namesInScope(scope: Scope, regions: readonly Located[]): Promise<string[]> {
  const { ranges } = scope;
  if (!scope.anchor && !ranges) return [];
  const units = await unitsOf(scope);
  const own = scope.anchor ? scopeNames(scope) : innermostNames(units ?? [], ranges ?? []);
  const former = regions.flatMap(item => formerName(item, units, ranges) ?? []);
  const names = [...new Set([...own, ...former])];
  return names.length > 0 ? names : [NO_UNIT];
}

/** The units that lines lie in, without the classes and modules around them. */
function innermostNames(units: readonly Unit[], ranges: readonly LineRange[]): string[] {
  const touched = units.filter(unit => ranges.some(range => overlaps(range, unit.lines)));
  return innermost(touched).map(unit => unit.name);
}

/** The name of a region that lies in the scope, where the file has no unit of that name any more. */
function formerName(
  item: Located,
  units: readonly Unit[] | undefined,
  ranges: readonly LineRange[] | undefined,
): string | undefined {
  const name = item.found.region.ast_anchor?.name;
  const lines = linesNow(item);
  if (name === undefined || !lines || !ranges) return undefined;
  if (unitsNamed(units ?? [], name).length > 0) return undefined;
  return ranges.some(range => contains(range, lines)) || !units ? name : undefined;
}
