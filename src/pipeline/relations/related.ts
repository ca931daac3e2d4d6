import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import { sanitise } from '../../annotation/sanitise.ts';
import type { Region } from '../../annotation/schema.ts';
import type { Related } from '../../answers.ts';
import { perFile } from '../history/changed-by.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { type Reference, type References, references, type Target } from '../notes/references.ts';
import { isTakenBack, withCorrections } from '../notes/with-corrections.ts';
import { type PlacedRegion, placeRegions } from '../placing/place-regions.ts';
import type { ReadRecord } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';

/** Follows the references of a region, breadth first, each commit and anchor once, and never back to itself. */
export async function related(snapshot: Snapshot, start: FoundRegion, depth: number): Promise<Related[]> {
  const { resolve, keyOf } = snapshot.once(references);
  const visited = new Set([keyOf(start.recovered?.from ?? start.commit.id, [start.said])]);
  const results: Related[] = [];
  let reached = start.region.related_annotations ?? [];
  for (let hop = 1; hop <= depth && reached.length > 0; hop++) {
    const next = new Set<Region>();
    for (const reference of reached) {
      const target = await resolve(reference);
      const key = referenceKey(reference, target, keyOf);
      if (visited.has(key)) continue;
      visited.add(key);
      results.push(describe(reference, target, hop));
      for (const region of target.regions) next.add(region);
    }
    reached = [...next].flatMap(region => region.related_annotations ?? []);
  }
  return results;
}

/** The same for all spellings of a reference that leads somewhere. */
function referenceKey(
  { commit, file, anchor }: Reference,
  { object, regions }: Target,
  keyOf: References['keyOf'],
): string {
  return object !== undefined && regions.length > 0
    ? keyOf(object, regions)
    : JSON.stringify([commit, file, anchor]);
}

/** The regions that some regions refer to, one hop away, as far as their commits are in this history. */
export async function relatedRegions(snapshot: Snapshot, starts: readonly Region[]): Promise<FoundRegion[]> {
  const { resolve } = snapshot.once(references);
  const found: FoundRegion[] = [];
  // Many regions may refer to the same ones, which may be many, too: each target is looked at once.
  const targets = await Promise.all(starts.flatMap(({ related_annotations: all = [] }) => all.map(resolve)));
  const placedOf = await placeTargets(snapshot, targets);
  for (const target of new Set(targets)) {
    for (const { note, annotation, region: said, commit, written, recovered } of placedOf(target)) {
      const { source } = note.record;
      const [region = said] = await perFile(snapshot, said, commit.id);
      found.push({
        ...{ commit, written, annotation, region, said, source, recovered },
        ...{ evidence: 'index', note: note.record },
      });
    }
  }
  return found;
}

/** The notes of all targets are placed once, each with all regions that are meant of it. */
async function placeTargets(
  snapshot: Snapshot,
  targets: readonly Target[],
): Promise<(target: Target) => PlacedRegion[]> {
  const meant = new Map<ReadRecord['record'], { note: ReadRecord; regions: Set<Region> }>();
  for (const { read, regions } of new Set(targets)) {
    for (const note of read) {
      const known = meant.get(note.record) ?? { note, regions: new Set() };
      meant.set(note.record, known);
      for (const region of regions) known.regions.add(region);
    }
  }
  const notes = [...meant.values()].map(({ note }) => note);
  const { regions } = await placeRegions(snapshot, notes, (annotation, { record }) =>
    annotation.regions.filter(region => meant.get(record)?.regions.has(region)),
  );
  const numbers = new Map(regions.map(({ region }, at) => [region, at]));
  return target => {
    const own = target.regions.flatMap(region => numbers.get(region) ?? []).sort((a, b) => a - b);
    return own.flatMap(at => regions[at] ?? []);
  };
}

function describe(reference: Reference, { object, regions }: Target, hop: number): Related {
  const [first] = regions;
  const named = first?.file === CHANGED_FILES ? undefined : first?.file;
  const file = reference.file ?? named;
  const constraints = inForce(regions);
  return {
    commit: object ?? reference.commit,
    ...(file === undefined ? {} : { file: sanitise(file) }),
    ...(reference.anchor === undefined ? {} : { anchor: reference.anchor }),
    ...(reference.relationship === undefined ? {} : { relationship: reference.relationship }),
    hop,
    ...(first?.intent === undefined ? {} : { intent: first.intent }),
    ...(constraints.length === 0 ? {} : { constraints }),
    ...(first ? {} : { unresolved: true }),
  };
}

/** Of the regions of a target, which many references may lead to. */
const IN_FORCE = new WeakMap<readonly Region[], string[]>();

function inForce(regions: readonly Region[]): string[] {
  const known = IN_FORCE.get(regions);
  if (known) return known;
  const constraints = regions
    .flatMap(withCorrections)
    .flatMap(item => (isTakenBack(item) ? [] : [item.text]));
  IN_FORCE.set(regions, constraints);
  return constraints;
}
