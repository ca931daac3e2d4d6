import type { RegionAnswer } from '../../answers.ts';
import { matchName, resolveAnchor } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { mentions } from '../lines/mentions.ts';
import { linesIn, overlaps } from '../lines/range.ts';
import { type Located, linesNow } from '../locate/locate.ts';
import { anchorAssumed, anchorNotFound, type Scope, unitsOf } from '../scope/scope.ts';

/** A region that concerns the scope, and why. */
export type Matched = Located & { match: RegionAnswer['match'] };

/** Takes every region of the file; gives those that concern what was asked about. */
export async function matchScope(scope: Scope, located: readonly Located[]): Promise<Matched[]> {
  const { anchor } = scope;
  if (anchor && anchor.units.length > 0) {
    const units = (await unitsOf(scope)) ?? [];
    return keep(located, item => matchUnits(anchor.units, units, item));
  }
  const byName = anchor ? matchNames(scope, anchor.query, located) : undefined;
  if (byName) return byName;
  if (!scope.ranges) return located.map(item => ({ ...item, match: 'file' }));
  const unplaced = located.some(item => !linesNow(item) && nameOf(item) !== undefined);
  const units = unplaced ? await unitsOf(scope) : undefined;
  return keep(located, item => matchLines(scope, units, item));
}

function keep(
  located: readonly Located[],
  matchOf: (item: Located) => RegionAnswer['match'] | undefined,
): Matched[] {
  return located.flatMap(item => {
    const match = matchOf(item);
    return match ? [{ ...item, match }] : [];
  });
}

function nameOf(item: Located): string | undefined {
  return item.found.region.ast_anchor?.name;
}

/** Said of the file as a whole: it holds for every part of it. */
function isFileLevel(item: Located): boolean {
  return nameOf(item) === undefined && item.found.region.lines === undefined;
}

function matchUnits(
  wanted: readonly Unit[],
  all: readonly Unit[],
  item: Located,
): RegionAnswer['match'] | undefined {
  if (isFileLevel(item)) return 'file';
  const name = nameOf(item);
  const lines = linesNow(item);
  const touches = lines !== undefined && wanted.some(unit => overlaps(unit.lines, lines));
  if (name !== undefined) {
    const matches = wanted.flatMap(unit => matchName(unit.name, name) ?? []);
    const own = resolveAnchor(all, name);
    const meansAnother = own.match !== undefined && !own.units.some(unit => wanted.includes(unit));
    if (matches.includes('exact')) return 'exact';
    // `connect` may mean another class's method: its lines decide, where they are known.
    const doubtful = own.match !== undefined && own.units.length > 1 && lines !== undefined && !touches;
    if (matches.includes('unqualified') && !meansAnother && !doubtful) return 'unqualified';
    if (matches.includes('fuzzy') && !meansAnother && (lines === undefined || touches)) return 'fuzzy';
  }
  return touches ? 'lines' : undefined;
}

/** Without an outline the names in the notes are all there is; undefined when none of them fits. */
function matchNames(scope: Scope, query: string, located: readonly Located[]): Matched[] | undefined {
  const named = located.flatMap(item => {
    const name = nameOf(item);
    return name === undefined ? [] : [{ name, item }];
  });
  const resolved = resolveAnchor(named, query);
  if (resolved.match === undefined) {
    scope.notices.push(anchorNotFound(query, scope.path, resolved.nearest));
    scope.anchor = undefined;
    return undefined;
  }
  if (resolved.match === 'fuzzy') scope.notices.push(anchorAssumed(query, resolved.units));
  const { match } = resolved;
  scope.anchor = { query, match, units: [] };
  const chosen = new Set(resolved.units.map(({ item }) => item));
  const asked = scope.ranges;
  return keep(located, item => {
    const lines = linesNow(item);
    if (asked && lines && !asked.some(range => overlaps(range, lines))) return undefined;
    if (chosen.has(item)) return match;
    return isFileLevel(item) ? 'file' : undefined;
  });
}

function matchLines(
  scope: Scope,
  units: readonly Unit[] | undefined,
  item: Located,
): RegionAnswer['match'] | undefined {
  if (isFileLevel(item)) return 'file';
  const ranges = scope.ranges ?? [];
  const lines = linesNow(item);
  if (lines) return ranges.some(range => overlaps(range, lines)) ? 'lines' : undefined;
  const name = nameOf(item);
  if (name === undefined) return undefined;
  if (units) {
    const own = resolveAnchor(units, name);
    const touching =
      own.match !== undefined &&
      own.match !== 'fuzzy' &&
      own.units.some(unit => ranges.some(range => overlaps(range, unit.lines)));
    return touching ? 'unit' : undefined;
  }
  return ranges.some(range => mentions(linesIn(scope.lines, range), name)) ? 'unit' : undefined;
}
