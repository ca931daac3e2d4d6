import { sanitise } from '../../annotation/sanitise.ts';
import { type Annotation, CHANGED_FILES, type Region } from '../../annotation/schema.ts';
import type { Related } from '../../answers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { isSameName } from '../../syntax/anchor.ts';
import { perFile } from '../history/changed-by.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { isTakenBack, withCorrections } from '../notes/with-corrections.ts';
import { placeRegions } from '../placing/place-regions.ts';
import { readRecords } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';

type Reference = NonNullable<Region['related_annotations']>[number];

/** Follows the references of a region, breadth first, each commit and anchor once, and never back to itself. */
export async function related(snapshot: Snapshot, start: FoundRegion, depth: number): Promise<Related[]> {
  const visited = new Set([keyOf(start.recovered?.from ?? start.commit.id, [start.said])]);
  const results: Related[] = [];
  let references = start.region.related_annotations ?? [];
  for (let hop = 1; hop <= depth && references.length > 0; hop++) {
    const next: Reference[] = [];
    for (const reference of references) {
      const records = findRecords(snapshot, reference.commit);
      const regions = await regionsOf(snapshot, records, reference);
      const object = records[0]?.object;
      const key = referenceKey(reference, object, regions);
      if (visited.has(key)) continue;
      visited.add(key);
      results.push(describe(reference, object, regions, hop));
      next.push(...regions.flatMap(region => region.related_annotations ?? []));
    }
    references = next;
  }
  return results;
}

/** The same for all spellings of a reference that leads somewhere. */
function referenceKey(
  { commit, file, anchor }: Reference,
  object: string | undefined,
  regions: readonly Region[],
): string {
  return object !== undefined && regions.length > 0
    ? keyOf(object, regions)
    : JSON.stringify([commit, file, anchor]);
}

function keyOf(object: string, regions: readonly Region[]): string {
  return JSON.stringify([object, ...regions.map(({ file, ast_anchor }) => [file, ast_anchor?.name])]);
}

/** The regions that a region refers to, one hop away, as far as their commits are in this history. */
export async function relatedRegions(snapshot: Snapshot, start: Region): Promise<FoundRegion[]> {
  const found: FoundRegion[] = [];
  for (const reference of start.related_annotations ?? []) {
    const read = await readRecords(snapshot, findRecords(snapshot, reference.commit));
    const { regions } = await placeRegions(snapshot, read, ({ regions: all }) =>
      all.filter(region => isMeant(region, reference)),
    );
    for (const { note, annotation, region: said, commit, written, recovered } of regions) {
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

/** By full or shortened id of the commit, or by the name of an annotation; what is short must be the only one. */
function findRecords({ index }: Snapshot, reference: string): NoteRecord[] {
  const exact = index.byObject(reference);
  const named = exact.length > 0 ? exact : index.byRecordId(reference);
  if (named.length > 0 || !/^[0-9a-f]{7,}$/.test(reference)) return named;
  const [first, ...others] = index.byObjectPrefix(reference);
  return first && others.every(other => other.object === first.object) ? [first, ...others] : [];
}

async function regionsOf(
  snapshot: Snapshot,
  records: readonly NoteRecord[],
  reference: Reference,
): Promise<Region[]> {
  const read = await readRecords(snapshot, records);
  return read
    .flatMap(({ reading }) => reading.annotations.flatMap((annotation: Annotation) => annotation.regions))
    .filter(region => isMeant(region, reference));
}

function isMeant(region: Region, reference: Reference): boolean {
  const isOfFile = region.file === reference.file || region.file === CHANGED_FILES;
  if (reference.file !== undefined && !isOfFile) return false;
  if (reference.anchor === undefined) return true;
  return region.ast_anchor !== undefined && isSameName(reference.anchor, region.ast_anchor.name);
}

function describe(
  reference: Reference,
  object: string | undefined,
  regions: readonly Region[],
  hop: number,
): Related {
  const [first] = regions;
  const named = first?.file === CHANGED_FILES ? undefined : first?.file;
  const file = reference.file ?? named;
  const constraints = regions
    .flatMap(withCorrections)
    .flatMap(item => (isTakenBack(item) ? [] : [item.text]));
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
