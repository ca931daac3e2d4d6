/** From a name that someone asked for, or that a note carries, to the units that it means. */
import { groupBy } from '../collections.ts';
import { type Name, parseName } from './name.ts';
import { signatureKey } from './signature.ts';
import { editDistance, typos } from './typos.ts';

export type NameMatch = 'exact' | 'unqualified' | 'fuzzy';

type Rank = { match: NameMatch /** Smaller is better, within one kind of match. */; distance: number };

/** Without a match there are no units, but perhaps names that are near. */
type Resolution<T> = { match?: NameMatch; units: T[]; nearest: string[] };

const MATCHES = ['exact', 'unqualified', 'fuzzy'] as const;
const NEAREST = 5;

export function matchName(query: string, name: string): NameMatch | undefined {
  return compare(parseName(query), parseName(name))?.match;
}

/** Whether two names mean the same unit, as far as names can tell: typos are not taken for it. */
export function isSameName(one: string, other: string): boolean {
  return sameName(parseName(one), parseName(other)) !== undefined;
}

/** All units whose name may mean the same as this one, not only the best of them. */
export function unitsOfSameName<T extends { name: string }>(all: readonly T[], name: string): T[] {
  return sameNamed(all, parseName(name)).map(({ unit }) => unit);
}

/** Names that are compared with one other: notes may make up any number. */
const MOST_COMPARED = 100;

/** How names match any of those that are wanted, each looked at once. */
export function createNameMatcher(wanted: readonly string[]): (name: string) => NameMatch | undefined {
  const units = wanted.map(name => ({ name }));
  const known = new Map<string, NameMatch | undefined>();
  const match = (name: string): NameMatch | undefined => {
    const parsed = parseName(name);
    const alike = (namesOf(units).byLast.get(parsed.segments.at(-1)) ?? []).slice(0, MOST_COMPARED);
    const near = alike.some(other => sameName(other.name, parsed))
      ? alike
      : namesOf(units).named.slice(0, MOST_COMPARED);
    const matches = near.map(other => compare(other.name, parsed)?.match);
    return MATCHES.find(kind => matches.includes(kind));
  };
  return name => {
    if (!known.has(name)) known.set(name, match(name));
    return known.get(name);
  };
}

/** The units that a name means, without guessing at typos. */
export function unitsNamed<T extends { name: string }>(units: readonly T[], name: string): T[] {
  return best(sameNamed(units, parseName(name)), name).units;
}

/**
 * The units that the anchor of a note means: those of its name and, where several have that, of its signature. A name
 * without its class that several classes have means none of them.
 */
export function unitsMeant<T extends { name: string; signature: string }>(
  units: readonly T[],
  { name, signature = '' }: { name: string; signature?: string },
): T[] {
  const { match, units: named } = best(sameNamed(units, parseName(name)), name);
  const key = signatureKey(signature);
  if (named.length < 2) return named;
  if (key === '') return match === 'exact' ? named : [];
  return named.filter(unit => signatureKey(unit.signature).includes(key));
}

/** The best kind of match wins, and all the units that reach it are returned: more than one is ambiguous. */
export function resolveAnchor<T extends { name: string }>(all: readonly T[], query: string): Resolution<T> {
  const wanted = parseName(query);
  const same = best(sameNamed(all, wanted), query);
  if (same.match) return { ...same, nearest: [] };
  // Typos are looked for where nothing else was found: that takes longer.
  const similar = best(
    namesOf(all).named.flatMap(({ unit, name }) => ranked(unit, compare(wanted, name))),
    query,
  );
  if (similar.match) return { ...similar, nearest: [] };
  return { units: [], nearest: nearest(all, wanted) };
}

type Named<T> = { unit: T; name: Name };
type Ranked<T> = { unit: T; rank: Rank };

function ranked<T>(unit: T, rank: Rank | undefined): Ranked<T>[] {
  return rank ? [{ unit, rank }] : [];
}

function best<T extends { name: string }>(
  found: readonly Ranked<T>[],
  query: string,
): Pick<Resolution<T>, 'match' | 'units'> {
  const match = MATCHES.find(kind => found.some(({ rank }) => rank.match === kind));
  const alike = found.filter(({ rank }) => rank.match === match);
  const verbatim = alike.filter(({ unit }) => unit.name === query.trim());
  if (verbatim.length > 0) return { match, units: verbatim.map(({ unit }) => unit) };
  const least = alike.reduce((least, { rank }) => Math.min(least, rank.distance), Number.POSITIVE_INFINITY);
  return { match, units: alike.filter(({ rank }) => rank.distance === least).map(({ unit }) => unit) };
}

function sameNamed<T extends { name: string }>(all: readonly T[], wanted: Name): Ranked<T>[] {
  const alike = namesOf(all).byLast.get(wanted.segments.at(-1)) ?? [];
  return alike.flatMap(({ unit, name }) => ranked(unit, sameName(wanted, name)));
}

/** The names of units, taken apart, and by their last segment: names that do not end alike are never the same. */
type Names<T> = { named: Named<T>[]; byLast: Map<string | undefined, Named<T>[]> };

/** A file's units are asked for a name by each of its regions; nobody changes them. */
const KNOWN = new WeakMap<readonly { name: string }[], Names<{ name: string }>>();

function namesOf<T extends { name: string }>(units: readonly T[]): Names<T> {
  const known = KNOWN.get(units) as Names<T> | undefined;
  if (known) return known;
  const named = units.map(unit => ({ unit, name: parseName(unit.name) }));
  const names = { named, byLast: groupBy(named, ({ name }) => name.segments.at(-1)) };
  KNOWN.set(units, names);
  return names;
}

/**
 * What belongs to types, wherever it stands: the units that are qualified by the name of one, and the blocks that add to
 * it. One block is only itself: `impl Display for A` has no part in `impl Debug for A`.
 */
export function membersOf<T extends { name: string }>(all: readonly T[], types: readonly T[]): T[] {
  const owners = types.map(({ name }) => parseName(name)).filter(({ block }) => block === undefined);
  const members = namesOf(all).named.filter(({ name }) => owners.some(owner => isOf(name, owner)));
  return members.map(({ unit }) => unit).filter(unit => !types.includes(unit));
}

function isOf({ segments, block }: Name, owner: Name): boolean {
  const isInside = segments.length > owner.segments.length || block !== undefined;
  return isInside && owner.segments.every((segment, at) => segments[at] === segment);
}

function compare(query: Name, name: Name): Rank | undefined {
  const same = sameName(query, name);
  if (same) return same;
  const ends = sharedEnds(query, name);
  const distance = ends && typos(...ends);
  return distance === undefined ? undefined : { match: 'fuzzy', distance };
}

function sameName(query: Name, name: Name): Rank | undefined {
  const [left, right] = sharedEnds(query, name) ?? [];
  if (!left?.every((segment, at) => segment === right?.[at])) return undefined;
  const isWhole = query.segments.length === name.segments.length && query.block === name.block;
  return { match: isWhole ? 'exact' : 'unqualified', distance: -left.length };
}

/** As many of the last segments as both have; none where they can't mean the same. */
function sharedEnds(query: Name, name: Name): [string[], string[]] | undefined {
  const shared = Math.min(query.segments.length, name.segments.length);
  if (shared === 0 || !mayMatch(query.block, name.block)) return undefined;
  return [query.segments.slice(-shared), name.segments.slice(-shared)];
}

/** `impl Display for A` is an answer to `A`, and never to `impl Debug for A`. */
function mayMatch(query: string | undefined, name: string | undefined): boolean {
  if (query === name || query === undefined || name === undefined) return true;
  return query.endsWith(`::${name}`) || name.endsWith(`::${query}`);
}

function nearest(units: readonly { name: string }[], wanted: Name): string[] {
  const target = (wanted.segments.at(-1) ?? '').toLowerCase();
  if (target === '') return [];
  const scored = [...new Set(units.map(unit => unit.name))].map(name => {
    const own = (parseName(name).segments.at(-1) ?? name).toLowerCase();
    const contained = own !== '' && (own.includes(target) || target.includes(own));
    const distance = contained ? 1 : editDistance(own.slice(0, 80), target.slice(0, 80));
    return { name, score: distance / Math.max(own.length, target.length, 1) };
  });
  return scored
    .sort((a, b) => a.score - b.score)
    .slice(0, NEAREST)
    .map(({ name }) => name);
}
