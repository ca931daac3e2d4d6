/** From a name that someone asked for, or that a note carries, to the units that it means. */
import { type Name, parseName } from './name.ts';
import { signatureKey } from './signature.ts';

export type NameMatch = 'exact' | 'unqualified' | 'fuzzy';

type Rank = { match: NameMatch /** Smaller is better, within one kind of match. */; distance: number };

/** Without a match there are no units, but perhaps names that are near. */
type Resolution<T> = { match?: NameMatch; units: T[]; nearest: string[] };

const NEAREST = 5;
const MAX_DISTANCE = 3;

export function matchName(query: string, name: string): NameMatch | undefined {
  return compare(parseName(query), parseName(name))?.match;
}

/** Whether two names mean the same unit, as far as names can tell: typos are not taken for it. */
export function isSameName(one: string, other: string): boolean {
  return isSure(matchName(one, other));
}

/** The units that a name means, without guessing at typos. */
export function unitsNamed<T extends { name: string }>(units: readonly T[], name: string): T[] {
  const resolved = resolveAnchor(units, name);
  return isSure(resolved.match) ? resolved.units : [];
}

/**
 * The units that the anchor of a note means: those of its name and, where several have that, of its signature. A name
 * without its class that several classes have means none of them.
 */
export function unitsMeant<T extends { name: string; signature: string }>(
  units: readonly T[],
  { name, signature = '' }: { name: string; signature?: string },
): T[] {
  const { match, units: named } = resolveAnchor(units, name);
  if (!isSure(match)) return [];
  const key = signatureKey(signature);
  if (named.length < 2) return named;
  if (key === '') return match === 'exact' ? named : [];
  return named.filter(unit => signatureKey(unit.signature).includes(key));
}

/** Whether a name was found as it is, not only one like it. */
export function isSure(match: NameMatch | undefined): boolean {
  return match === 'exact' || match === 'unqualified';
}

/** The best kind of match wins, and all the units that reach it are returned: more than one is ambiguous. */
export function resolveAnchor<T extends { name: string }>(all: readonly T[], query: string): Resolution<T> {
  const wanted = parseName(query);
  const named = all.map(unit => ({ unit, name: parseName(unit.name) }));
  const same = named.map(({ unit, name }) => ({ unit, rank: sameName(wanted, name) }));
  // Typos are looked for where nothing else was found: that takes longer.
  const ranked = same.some(({ rank }) => rank)
    ? same
    : named.map(({ unit, name }) => ({ unit, rank: compare(wanted, name) }));
  for (const match of ['exact', 'unqualified', 'fuzzy'] as const) {
    const found = ranked.flatMap(({ unit, rank }) =>
      rank?.match === match ? [{ unit, distance: rank.distance }] : [],
    );
    if (found.length === 0) continue;
    const verbatim = found.filter(({ unit }) => unit.name === query.trim());
    if (verbatim.length > 0) return { match, units: verbatim.map(({ unit }) => unit), nearest: [] };
    const best = found.reduce((least, { distance }) => Math.min(least, distance), Number.POSITIVE_INFINITY);
    const units = found.filter(({ distance }) => distance === best).map(({ unit }) => unit);
    return { match, units, nearest: [] };
  }
  return { units: [], nearest: nearest(all, wanted) };
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

/**
 * How many slips of the keyboard lie between two names, or undefined when they are rather two names.
 * Words are compared one by one, because edit distance alone can't tell a typo from `get`/`set`,
 * `encode`/`decode` or `read_u8`/`read_u16`. Case and underscores don't count.
 */
function typos(left: readonly string[], right: readonly string[]): number | undefined {
  const a = left.flatMap(words);
  const b = right.flatMap(words);
  const [joined, other] = [a.join(''), b.join('')];
  if (joined === '' || other === '' || symbols(left) !== symbols(right)) return undefined;
  if (joined === other) return 0;
  if (a.length !== b.length) return undefined;
  let sum = 0;
  for (const [at, word] of a.entries()) {
    const distance = slips(word, b[at] ?? '');
    if (distance === undefined) return undefined;
    sum += distance;
  }
  const last = Math.min(left.at(-1)?.length ?? 0, right.at(-1)?.length ?? 0);
  return sum <= MAX_DISTANCE && sum < last / 2 ? sum : undefined;
}

/** Short words and numbers must be the same; longer ones keep their first letter and don't swap the last. */
function slips(a: string, b: string): number | undefined {
  if (a === b) return 0;
  const longer = Math.max(a.length, b.length);
  const allowed = longer < 5 ? 0 : longer < 8 ? 1 : 2;
  if (a[0] !== b[0] || /\p{N}/u.test(a + b) || Math.abs(a.length - b.length) > allowed) return undefined;
  if (a.length === b.length && a.at(-1) !== b.at(-1) && a.at(-2) !== b.at(-1)) return undefined;
  const distance = editDistance(a, b);
  if (distance > allowed || (distance > 1 && a.at(-1) !== b.at(-1))) return undefined;
  return distance;
}

/** `parseHTTPHeader_v2` is parse, http, header, v, 2. */
function words(segment: string): string[] {
  const parts = segment.match(/\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{Lu}/gu) ?? [];
  return parts.map(part => part.toLowerCase());
}

/** What is left without letters: `~Foo` and `Foo`, `save!` and `save` are two names. */
function symbols(segments: readonly string[]): string {
  return segments.join('').replace(/[\p{L}\p{N}\p{M}_$-]/gu, '');
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

/** Levenshtein, where two letters in the wrong order count once. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((row[j - 1] ?? 0) + 1, (last[j] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
