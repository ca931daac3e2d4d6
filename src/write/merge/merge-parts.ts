import type { JsonObject } from '../../annotation/json.ts';
import { groupBy } from '../../collections.ts';
import { compareTexts, smaller } from './canonical.ts';
import {
  addTo,
  later,
  type NoteParts,
  placeKey,
  placesOf,
  type RegionPart,
  type RegionPlace,
} from './note-parts.ts';

/** What two sides said of one region that can't both be meant; both are kept, or what one side removed is. */
export type Conflict = RegionPlace & { kind: 'both changed' | 'changed and removed' };

type Sides<T> = { base: T; ours: T; theirs: T };

/**
 * Three-way, part by part: what both sides have stays, what one side added stays, what one side removed goes unless the
 * other changed it. The same whichever side is called ours.
 */
export function mergeParts(sides: Sides<NoteParts>): { parts: NoteParts; conflicts: Conflict[] } {
  const regions = mergeRegions(pick(sides, ({ regions }) => regions));
  const parts: NoteParts = {
    heads: mergeSets(pick(sides, ({ heads }) => heads)),
    times: new Map(),
    regions: regions.merged,
    concerns: mergeSets(pick(sides, ({ concerns }) => concerns)),
    others: mergeSets(pick(sides, ({ others }) => others)),
  };
  // A head that one side changed stays for what the other side added under the old one.
  for (const { head } of [...parts.regions.values(), ...parts.concerns.values()]) {
    const fields = headIn(sides, head);
    if (fields) parts.heads.set(head, fields);
  }
  for (const head of parts.heads.keys()) {
    for (const { times } of [sides.ours, sides.theirs]) {
      const time = times.get(head);
      if (time !== undefined) parts.times.set(head, later(parts.times.get(head), time));
    }
  }
  return { parts, conflicts: regions.conflicts };
}

function headIn({ ours, theirs }: Sides<NoteParts>, head: string): JsonObject | undefined {
  const [one, other] = [ours.heads.get(head), theirs.heads.get(head)];
  return one && other ? smaller(one, other) : (one ?? other);
}

function pick<From, To>({ base, ours, theirs }: Sides<From>, of: (side: From) => To): Sides<To> {
  return { base: of(base), ours: of(ours), theirs: of(theirs) };
}

function mergeSets<T>({ base, ours, theirs }: Sides<Map<string, T>>): Map<string, T> {
  const merged = new Map<string, T>();
  for (const [side, other] of [
    [ours, theirs],
    [theirs, ours],
  ] as const) {
    for (const [key, value] of side) if (other.has(key) || !base.has(key)) addTo(merged, key, value);
  }
  return merged;
}

type Regions = Map<string, RegionPart>;

function mergeRegions(sides: Sides<Regions>): { merged: Regions; conflicts: Conflict[] } {
  const { base, ours, theirs } = sides;
  const merged: Regions = new Map();
  for (const [key, part] of mergeSets(sides)) {
    merged.set(key, { ...part, corrections: mergeSets(pick(sides, side => correctionsIn(side, key))) });
  }
  const ourNew = addedTo(base, ours, theirs);
  const theirNew = addedTo(base, theirs, ours);
  const theirPlaces = placesOf(theirNew);
  const conflicts = [
    ...conflictsAt(
      ourNew.filter(part => theirPlaces.has(placeKey(part))),
      'both changed',
    ),
    ...conflictsAt(
      [...keptThoughRemoved(base, ourNew, theirs), ...keptThoughRemoved(base, theirNew, ours)],
      'changed and removed',
    ),
  ];
  // Known before either side keeps a region, so that it does not matter which is asked first.
  const there = groupBy(merged.values(), placeKey);
  const kept = [...keepCorrected(base, ours, theirs, there), ...keepCorrected(base, theirs, ours, there)];
  for (const [key, part] of kept) merged.set(key, part);
  const parts = kept.map(([, part]) => part);
  return { merged, conflicts: [...conflicts, ...conflictsAt(parts, 'changed and removed')] };
}

function correctionsIn(side: Regions, key: string): Map<string, unknown> {
  return side.get(key)?.corrections ?? new Map();
}

function addedTo(base: Regions, side: Regions, other: Regions): RegionPart[] {
  return [...side].filter(([key]) => !base.has(key) && !other.has(key)).map(([, part]) => part);
}

/** Regions that were in the base, which one side changed and the other has no more. */
function keptThoughRemoved(base: Regions, changed: readonly RegionPart[], other: Regions): RegionPart[] {
  const [before, left] = [placesOf(base.values()), placesOf(other.values())];
  return changed.filter(part => before.has(placeKey(part)) && !left.has(placeKey(part)));
}

/**
 * A correction that one side made of a region which the other replaced goes to what took its place; of one that the
 * other removed, it keeps the region. Gives the regions to keep, by their keys.
 */
function keepCorrected(
  base: Regions,
  side: Regions,
  other: Regions,
  there: ReadonlyMap<string, readonly RegionPart[]>,
): [string, RegionPart][] {
  const kept: [string, RegionPart][] = [];
  for (const [key, part] of side) {
    const before = base.get(key);
    const fresh = [...part.corrections].filter(([correction]) => !before?.corrections.has(correction));
    if (!before || other.has(key) || fresh.length === 0) continue;
    const successors = there.get(placeKey(part)) ?? [];
    for (const { corrections } of successors) for (const [id, one] of fresh) addTo(corrections, id, one);
    if (successors.length === 0) kept.push([key, part]);
  }
  return kept;
}

/** One for each place, in an order that does not depend on the sides. */
function conflictsAt(parts: readonly RegionPart[], kind: Conflict['kind']): Conflict[] {
  const byPlace = new Map(parts.map(part => [placeKey(part), part.place]));
  return [...byPlace].sort(([a], [b]) => compareTexts(a, b)).map(([, place]) => ({ ...place, kind }));
}
