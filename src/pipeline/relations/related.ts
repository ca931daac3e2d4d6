import { sanitise } from '../../annotation/sanitise.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import type { Related } from '../../answers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { isSameName } from '../../syntax/anchor.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { placeRegions } from '../notes/place-regions.ts';
import { readRecords } from '../notes/read-records.ts';
import { withCorrections } from '../notes/with-corrections.ts';
import type { Snapshot } from '../snapshot.ts';

type Reference = NonNullable<Region['related_annotations']>[number];

/** Follows the references of a region, breadth first, each commit and anchor once, and never back to itself. */
export async function related(snapshot: Snapshot, start: FoundRegion, depth: number): Promise<Related[]> {
  const visited = new Set([keyOf(start.recovered?.from ?? start.commit.id, [start.region])]);
  const results: Related[] = [];
  let references = start.region.related_annotations ?? [];
  for (let hop = 1; hop <= depth && references.length > 0; hop++) {
    const next: Reference[] = [];
    for (const reference of references) {
      const record = findRecord(snapshot, reference.commit);
      const regions = record ? await regionsOf(snapshot, record, reference) : [];
      const key = referenceKey(reference, record, regions);
      if (visited.has(key)) continue;
      visited.add(key);
      results.push(describe(reference, record, regions, hop));
      next.push(...regions.flatMap(region => region.related_annotations ?? []));
    }
    references = next;
  }
  return results;
}

/** The same for all spellings of a reference that leads somewhere. */
function referenceKey(
  { commit, file, anchor }: Reference,
  record: NoteRecord | undefined,
  regions: readonly Region[],
): string {
  return record && regions.length > 0
    ? keyOf(record.object, regions)
    : JSON.stringify([commit, file, anchor]);
}

function keyOf(object: string, regions: readonly Region[]): string {
  return JSON.stringify([object, ...regions.map(({ file, ast_anchor }) => [file, ast_anchor?.name])]);
}

/** The regions that a region refers to, one hop away, as far as their commits are in this history. */
export async function relatedRegions(snapshot: Snapshot, start: Region): Promise<FoundRegion[]> {
  const found: FoundRegion[] = [];
  for (const reference of start.related_annotations ?? []) {
    const record = findRecord(snapshot, reference.commit);
    if (!record) continue;
    const read = await readRecords(snapshot, [record]);
    const { regions } = await placeRegions(snapshot, read, annotation =>
      annotation.regions.filter(region => isMeant(region, reference)),
    );
    for (const { annotation, region, commit, written, recovered } of regions) {
      found.push({ commit, written, annotation, region, evidence: 'index', recovered });
    }
  }
  return found;
}

/** By full or shortened id; a short one must be the only one. */
function findRecord(snapshot: Snapshot, commit: string): NoteRecord | undefined {
  const [exact] = snapshot.index.byObject(commit);
  if (exact || !/^[0-9a-f]{7,}$/.test(commit)) return exact;
  const [first, ...others] = snapshot.index.byObjectPrefix(commit);
  return others.every(other => other.object === first?.object) ? first : undefined;
}

async function regionsOf(snapshot: Snapshot, record: NoteRecord, reference: Reference): Promise<Region[]> {
  const [read] = await readRecords(snapshot, [record]);
  const regions = read?.reading.annotations.flatMap((annotation: Annotation) => annotation.regions) ?? [];
  return regions.filter(region => isMeant(region, reference));
}

function isMeant(region: Region, reference: Reference): boolean {
  if (reference.file !== undefined && region.file !== reference.file) return false;
  if (reference.anchor === undefined) return true;
  return region.ast_anchor !== undefined && isSameName(reference.anchor, region.ast_anchor.name);
}

function describe(
  reference: Reference,
  record: NoteRecord | undefined,
  regions: readonly Region[],
  hop: number,
): Related {
  const [first] = regions;
  const file = reference.file ?? first?.file;
  const constraints = regions
    .flatMap(region => withCorrections(region.constraints ?? [], region.corrections ?? []))
    .flatMap(({ text, corrected }) => (corrected === 'remove' ? [] : [text]));
  return {
    commit: record?.object ?? reference.commit,
    ...(file === undefined ? {} : { file: sanitise(file) }),
    ...(reference.anchor === undefined ? {} : { anchor: reference.anchor }),
    ...(reference.relationship === undefined ? {} : { relationship: reference.relationship }),
    hop,
    ...(first?.intent === undefined ? {} : { intent: first.intent }),
    ...(constraints.length === 0 ? {} : { constraints }),
    ...(first ? {} : { unresolved: true }),
  };
}
