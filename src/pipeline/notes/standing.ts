import { STANDING_FORMATS } from '../../annotation/dialects/registry.ts';
import type { Region } from '../../annotation/schema.ts';
import type { Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import { changedBy } from '../history/changed-by.ts';
import { type PlacedRegion, placedRegions } from '../placing/place-regions.ts';
import type { ReadRecord } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';
import type { FoundBy } from './look-up.ts';

/**
 * Notes for which the object that they hang on means nothing: what is agreed for a part of the tree, and decision
 * records that say themselves which commits they are about. The others are placed by their commits.
 */
export async function standingRegions(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
  /** By which names each was found; without it, what is said of any file. */
  foundBy?: FoundBy,
): Promise<{ standing: PlacedRegion[]; others: ReadRecord[] }> {
  const standing: PlacedRegion[] = [];
  const others: ReadRecord[] = [];
  for (const note of read) {
    const placed = await place(snapshot, note, foundBy && (foundBy.get(note.record) ?? []));
    if (placed.length > 0) standing.push(...placed);
    else others.push(note);
  }
  return { standing, others };
}

async function place(
  snapshot: Snapshot,
  note: ReadRecord,
  names: readonly string[] | undefined,
): Promise<PlacedRegion[]> {
  const { annotations } = note.reading;
  if (annotations.some(({ format }) => STANDING_FORMATS.has(format))) return agreed(snapshot, note);
  const ids = annotations.flatMap(({ linked_commits }) => linked_commits ?? []);
  if (ids.length === 0 || (await snapshot.repository.commit(note.record.object))) return [];
  const placed: PlacedRegion[] = [];
  for (const commit of await inHistory(snapshot, ids)) {
    const changed = names && (await changedBy(snapshot, commit.id));
    if (changed && !changed.some(file => names.includes(file))) continue;
    placed.push(...placedRegions([{ note, commit, written: commit }]));
  }
  return placed;
}

/** What is agreed has the commit in which it was decided, where that is in this history, else the one that wrote it down. */
async function agreed(snapshot: Snapshot, note: ReadRecord): Promise<PlacedRegion[]> {
  const written = (await snapshot.repository.refCommit(note.record.source)) ?? snapshot.head;
  const placed: PlacedRegion[] = [];
  for (const item of placedRegions([{ note, commit: written }])) {
    const [decided = written] = await inHistory(snapshot, referencesOf(item.region));
    placed.push({ ...item, commit: decided });
  }
  return placed;
}

function referencesOf({ related_annotations: related = [] }: Region): string[] {
  return related.map(({ commit }) => commit);
}

async function inHistory(snapshot: Snapshot, ids: readonly string[]): Promise<Commit[]> {
  const commits: Commit[] = [];
  for (const id of ids) {
    const commit = await snapshot.repository.commitNamed(id);
    if (commit) commits.push(commit);
  }
  const here = await ancestorsOf(
    snapshot,
    snapshot.head.id,
    commits.map(({ id }) => id),
  );
  return commits.filter(({ id }) => here.has(id));
}
