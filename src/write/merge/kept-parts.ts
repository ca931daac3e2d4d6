import type { JsonObject } from '../../annotation/json.ts';
import { groupBy } from '../../collections.ts';
import { canonical } from './canonical.ts';
import {
  concernKey,
  later,
  type NoteParts,
  noParts,
  placeKey,
  placesOf,
  type RegionPart,
  type RegionPlace,
  regionKey,
} from './note-parts.ts';

type Sides<T> = { base: T; ours: T; theirs: T };

/** With the fields, where not the whole region was removed. */
export type RemovedPlace = RegionPlace & { fields?: readonly string[] };

type Kept = Sides<NoteParts> & { removed: RemovedPlace[]; others: number };

/**
 * What is in the base and in ours, and is gone from theirs: taken from the base, it counts as ours alone, which a merge
 * keeps. What theirs says something else of instead is not removed but changed. `since` are the states that theirs had since
 * the base, in order: what was gone in one of them was removed, whatever was written there later.
 */
export function forgetRemoved(sides: Sides<NoteParts>, since: readonly NoteParts[]): Kept {
  const { whole, changed } = compareRegions(sides, since);
  const base = new Map(sides.base.regions);
  const [ours, theirs] = [new Map(sides.ours.regions), new Map(sides.theirs.regions)];
  const removed: RemovedPlace[] = [];
  for (const part of whole) {
    base.delete(regionKey(part));
    removed.push(part.place);
  }
  for (const { before, after } of changed) {
    const fields = fieldsGone(before.body, after.body);
    if (fields.length === 0) continue;
    const kept = keepFields(ours.get(regionKey(before)) ?? before, after);
    for (const regions of [base, ours]) regions.delete(regionKey(before));
    theirs.delete(regionKey(after));
    for (const regions of [ours, theirs]) regions.set(regionKey(kept), kept);
    removed.push({ ...before.place, fields });
  }
  let others = 0;
  for (const [key, part] of base) {
    const [here, there] = [ours.get(key), theirs.get(key)];
    const gone = [...part.corrections.keys()].filter(
      id => there && !there.corrections.has(id) && here?.corrections.has(id),
    );
    others += gone.length;
    const corrections = new Map([...part.corrections].filter(([id]) => !gone.includes(id)));
    base.set(key, { ...part, corrections });
  }
  const concerns = withoutRemoved(sides, parts => parts.concerns);
  const documents = withoutRemoved(sides, parts => parts.others);
  others += sides.base.concerns.size - concerns.size + sides.base.others.size - documents.size;
  return {
    base: { ...sides.base, regions: base, concerns, others: documents },
    ours: { ...sides.ours, regions: ours },
    theirs: { ...sides.theirs, regions: theirs },
    removed,
    others,
  };
}

/** The base with what ours took over from theirs since: what they made of that later is no conflict with ours. */
export function withTaken({ base, ours, theirs }: Sides<NoteParts>, since: readonly NoteParts[]): NoteParts {
  const regions = new Map(base.regions);
  const take = (part: RegionPart) => {
    const key = regionKey(part);
    if (ours.regions.has(key) && !theirs.regions.has(key) && !regions.has(key)) regions.set(key, part);
  };
  const states = since.flatMap(parts => [...parts.regions.values()]);
  const byPlace = groupBy(states, placeKey);
  for (const [place, [only, ...more]] of groupBy(base.regions.values(), placeKey)) {
    if (!only || more.length > 0) continue;
    let last = only;
    for (const after of byPlace.get(place) ?? []) {
      take(keepFields(only, after));
      last = keepFields(last, after);
      take(last);
    }
  }
  for (const part of states) take(part);
  return { ...base, regions };
}

/** With the head that base and ours have, where theirs has nothing but that with fields removed. */
export function withHeads(base: NoteParts, ours: NoteParts, theirs: NoteParts): NoteParts {
  const lost = [...base.heads].filter(([head]) => ours.heads.has(head) && !theirs.heads.has(head));
  const renamed = new Map<string, string>();
  for (const [head, fields] of theirs.heads) {
    const whole = lost.find(([known, before]) => canonical(restored(before, fields)) === known);
    if (whole && !base.heads.has(head)) renamed.set(head, whole[0]);
  }
  if (renamed.size === 0) return theirs;
  const now = (head: string) => renamed.get(head) ?? head;
  const parts = noParts();
  for (const [head, fields] of theirs.heads) parts.heads.set(now(head), base.heads.get(now(head)) ?? fields);
  for (const [head, time] of theirs.times)
    parts.times.set(now(head), later(parts.times.get(now(head)), time));
  for (const part of theirs.regions.values()) {
    const moved = { ...part, head: now(part.head) };
    parts.regions.set(regionKey(moved), moved);
  }
  for (const { head, concern } of theirs.concerns.values()) {
    parts.concerns.set(concernKey(now(head), concern), { head: now(head), concern });
  }
  return { ...parts, others: theirs.others };
}

type Compared = { whole: RegionPart[]; changed: { before: RegionPart; after: RegionPart }[] };

/** Regions that ours still has: those that theirs removed, and those that theirs has something else for. */
function compareRegions({ base, ours, theirs }: Sides<NoteParts>, since: readonly NoteParts[]): Compared {
  const fresh = [...theirs.regions].filter(([key]) => !base.regions.has(key)).map(([, part]) => part);
  const bodies = new Set(fresh.map(({ body }) => canonical(body)));
  const known = new Set(Array.from(base.regions.values(), ({ body }) => canonical(body)));
  const gone = [...base.regions]
    .filter(
      ([key, { body }]) => ours.regions.has(key) && !theirs.regions.has(key) && !bodies.has(canonical(body)),
    )
    .map(([, part]) => part);
  const states = since.map(({ regions }) => ({ regions, places: placesOf(regions.values()) }));
  const wasGone = (part: RegionPart) => {
    const last = states.findLastIndex(({ regions }) => regions.has(regionKey(part)));
    return states.slice(last + 1).some(({ places }) => !places.has(placeKey(part)));
  };
  const whole = gone.filter(wasGone);
  const successors = groupBy(
    fresh.filter(({ body }) => !known.has(canonical(body))),
    placeKey,
  );
  const changed: Compared['changed'] = [];
  const open = groupBy(
    gone.filter(part => !whole.includes(part)),
    placeKey,
  );
  for (const [place, parts] of open) {
    const [after, ...more] = successors.get(place) ?? [];
    const [before, ...others] = parts;
    if (!after || parts.length > more.length + 1) whole.push(...parts);
    else if (before && others.length + more.length === 0) changed.push({ before, after });
  }
  return { whole, changed };
}

const PLACE: readonly string[] = ['file', 'path', 'ast_anchor', 'lines'];

/** The fields that lost what they said. Another text in its place is an edit, and so is one item for another. */
function fieldsGone(before: JsonObject, after: JsonObject): string[] {
  return Object.keys(before).filter(name => !PLACE.includes(name) && isGone(before[name], after[name]));
}

function isGone(before: unknown, after: unknown): boolean {
  if (isEmpty(before)) return false;
  if (isEmpty(after)) return true;
  if (!Array.isArray(before) || !Array.isArray(after)) return false;
  return beyond(before, after).length > beyond(after, before).length;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() === '';
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** The items of one list that another has not. */
function beyond(list: readonly unknown[], other: readonly unknown[]): unknown[] {
  const known = new Set(other.map(canonical));
  return list.filter(item => !known.has(canonical(item)));
}

function keepFields(before: RegionPart, after: RegionPart): RegionPart {
  return {
    ...after,
    body: restored(before.body, after.body),
    corrections: new Map([...before.corrections, ...after.corrections]),
  };
}

/** The later one, with what it lost of the earlier one, in the order of the earlier one. */
function restored(before: JsonObject, after: JsonObject): JsonObject {
  const gone = fieldsGone(before, after).map(name => [name, bothOf(before[name], after[name])]);
  const all: JsonObject = { ...after, ...Object.fromEntries(gone) };
  const names = [...Object.keys(before), ...Object.keys(after)].filter(name => name in all);
  return Object.fromEntries(names.map(name => [name, all[name]]));
}

function bothOf(before: unknown, after: unknown): unknown {
  return Array.isArray(before) && Array.isArray(after) ? [...before, ...beyond(after, before)] : before;
}

function withoutRemoved<T>(
  { base, ours, theirs }: Sides<NoteParts>,
  set: (parts: NoteParts) => Map<string, T>,
): Map<string, T> {
  const [before, mine, yours] = [set(base), set(ours), set(theirs)];
  const isReplaced = [...yours.keys()].some(key => !before.has(key));
  return new Map([...before].filter(([key]) => isReplaced || yours.has(key) || !mine.has(key)));
}
