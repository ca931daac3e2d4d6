import type { LineRange } from '../../annotation/schema.ts';
import type { RegionAnswer } from '../../answers.ts';
import { matchName, type NameMatch, resolveAnchor, unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/outline.ts';
import { mentions } from '../lines/mentions.ts';
import { contains, linesIn, outermost, overlaps } from '../lines/range.ts';
import { type Located, linesNow, rangesNow } from '../locate/locate.ts';
import { anchorAssumed, type Scope, unitsInScope, unitsOf, withNotice } from '../scope/scope.ts';

/** A region that concerns the scope, and why. */
export type Matched = Located & { match: RegionAnswer['match'] };

/** The regions that concern a scope. Without an outline, the scope's anchor is found among their names. */
export type MatchedScope = { scope: Scope; matched: Matched[] };

/** Takes every region of the file; gives those that concern what was asked about. */
export async function matchScope(scope: Scope, located: readonly Located[]): Promise<MatchedScope> {
  const { anchor } = scope;
  if (anchor && anchor.units.length > 0) {
    const units = (await unitsOf(scope)) ?? [];
    const named = namedBy(scope, units);
    return { scope, matched: keep(located, item => matchUnits(named, item)) };
  }
  if (!anchor) return matchRanges(scope, located);
  const named = located.filter(item => nameOf(item) !== undefined);
  const candidates = named.map(item => ({ name: nameOf(item) ?? '', item }));
  const { match, units, nearest } = resolveAnchor(candidates, anchor.query);
  if (match === undefined) {
    const unknown = { code: 'anchor_not_found', anchor: anchor.query, path: scope.path, nearest } as const;
    return matchRanges({ ...withNotice(scope, unknown), anchor: undefined }, located);
  }
  const told = match === 'fuzzy' ? withNotice(scope, anchorAssumed(anchor.query, units)) : scope;
  const chosen = new Set(units.map(({ item }) => item));
  return {
    scope: { ...told, anchor: { query: anchor.query, match, units: [], members: [] } },
    matched: keep(located, item => (isOutside(scope, item) ? undefined : matchChosen(chosen, match, item))),
  };
}

function matchChosen(
  chosen: ReadonlySet<Located>,
  match: NameMatch,
  item: Located,
): RegionAnswer['match'] | undefined {
  if (chosen.has(item)) return match;
  return isFileLevel(item) ? 'file' : undefined;
}

function isOutside({ ranges }: Scope, item: Located): boolean {
  const lines = rangesNow(item);
  return ranges !== undefined && lines.length > 0 && !touch(ranges, lines);
}

async function matchRanges(scope: Scope, located: readonly Located[]): Promise<MatchedScope> {
  if (!scope.ranges) return { scope, matched: located.map(item => ({ ...item, match: 'file' })) };
  const isAsked = located.some(item => isWithoutName(scope, item));
  const units = isAsked ? await unitsOf(scope) : undefined;
  return { scope, matched: keep(located, item => matchLines(scope, units, item)) };
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

/** A region about the whole file concerns every part of it; what is said of a commit, only the lines that it owns. */
function isFileLevel(item: Located): boolean {
  return nameOf(item) === undefined && item.found.region.lines === undefined && item.owned === undefined;
}

function touch(some: readonly LineRange[], others: readonly LineRange[]): boolean {
  return some.some(range => others.some(other => overlaps(range, other)));
}

/** What an anchor means in a file with an outline. */
type Named = {
  /** All units of the file. */
  all: readonly Unit[];
  units: readonly Unit[];
  /** The same, and what belongs to them. */
  wanted: ReadonlySet<Unit>;
  /** Where all that is. */
  parts: readonly LineRange[];
};

function namedBy(scope: Scope, all: readonly Unit[]): Named {
  const wanted = unitsInScope(scope);
  const parts = outermost(wanted.map(unit => unit.lines));
  return { all, units: scope.anchor?.units ?? [], wanted: new Set(wanted), parts };
}

function matchUnits(named: Named, item: Located): RegionAnswer['match'] | undefined {
  if (isFileLevel(item)) return 'file';
  const name = nameOf(item);
  const touches = touch(named.parts, rangesNow(item));
  const match = name === undefined ? undefined : matchByName(named, name, linesNow(item), touches);
  return match ?? (touches ? 'lines' : undefined);
}

function matchByName(
  { all, units, wanted, parts }: Named,
  name: string,
  lines: LineRange | undefined,
  touches: boolean,
): RegionAnswer['match'] | undefined {
  const matches = units.flatMap(unit => matchName(unit.name, name) ?? []);
  // What is elsewhere in the file today had the name before, or is another unit of that name.
  if (matches.includes('exact') && (lines === undefined || touches)) return 'exact';
  const own = ownUnits(all, name, matches.length > 0);
  const meansAnother = own.units.length > 0 && !own.units.some(unit => wanted.has(unit));
  // `connect` may mean another class's method: its lines decide, where they are known.
  const doubtful = own.units.length > 1 && lines !== undefined && !touches;
  if (matches.includes('unqualified') && !meansAnother && !doubtful) return 'unqualified';
  if (matches.includes('fuzzy') && !meansAnother && (lines === undefined || touches)) return 'fuzzy';
  const isInside = (unit: Unit) => parts.some(range => contains(range, unit.lines));
  return !lines && own.isSure && own.units.every(isInside) ? 'unit' : undefined;
}

/** The units that a region's own name means; a name like it only where there is a match to doubt: that takes longer. */
function ownUnits(all: readonly Unit[], name: string, isDoubtful: boolean) {
  const named = unitsNamed(all, name);
  if (named.length > 0 || !isDoubtful) return { isSure: named.length > 0, units: named };
  return { isSure: false, units: resolveAnchor(all, name).units };
}

function matchLines(
  scope: Scope,
  units: readonly Unit[] | undefined,
  item: Located,
): RegionAnswer['match'] | undefined {
  if (isFileLevel(item)) return 'file';
  const ranges = scope.ranges ?? [];
  if (touch(ranges, rangesNow(item))) return 'lines';
  const name = nameOf(item);
  if (name === undefined || !isWithoutName(scope, item)) return undefined;
  const lines = linesNow(item);
  if (units) {
    const around = unitsNamed(units, name).filter(unit => !lines || contains(unit.lines, lines));
    return around.some(unit => ranges.some(range => overlaps(range, unit.lines))) ? 'unit' : undefined;
  }
  return !lines && ranges.some(range => mentions(linesIn(scope.lines, range), name)) ? 'unit' : undefined;
}

/** Named, and either nowhere or some lines of its unit, whose other lines concern it, too. */
function isWithoutName({ lines }: Scope, item: Located): boolean {
  const [name, now] = [nameOf(item), linesNow(item)];
  return name !== undefined && (!now || !mentions(linesIn(lines, now), name));
}
