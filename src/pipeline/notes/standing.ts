import { STANDING_FORMATS } from '../../annotation/dialects/registry.ts';
import type { Region } from '../../annotation/schema.ts';
import { append } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import { changedByEach } from '../history/changed-by.ts';
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
    if (placed.length > 0) append(standing, placed);
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
  const linked = await inHistory(snapshot, ids);
  const isConcerned = await changing(snapshot, [...linked.values()], names);
  const [first] = linked.keys();
  return annotations.flatMap(annotation => {
    // One of several records that has no commits of its own is with those beside it.
    const own = annotation.linked_commits ?? (first === undefined ? [] : [first]);
    const commits = new Set(own.flatMap(id => linked.get(id) ?? []).filter(isConcerned));
    return [...commits].flatMap(commit =>
      annotation.regions.map(region => ({ note, commit, written: commit, annotation, region })),
    );
  });
}

/** Whether a commit changed a file of one of these names, where there are any. */
async function changing(
  snapshot: Snapshot,
  commits: readonly Commit[],
  names: readonly string[] | undefined,
): Promise<(commit: Commit) => boolean> {
  if (names === undefined) return () => true;
  const ids = [...new Set(commits.map(({ id }) => id))];
  const changed = await changedByEach(snapshot, ids);
  const concerned = new Set(ids.filter(id => changed.get(id)?.some(file => names.includes(file))));
  return ({ id }) => concerned.has(id);
}

/** What is agreed has the commit in which it was decided, where that is in this history, else the one that wrote it down. */
async function agreed(snapshot: Snapshot, note: ReadRecord): Promise<PlacedRegion[]> {
  const written = (await snapshot.repository.refCommit(note.record.source)) ?? snapshot.head;
  const placed = placedRegions([{ note, commit: written }]);
  const here = await inHistory(
    snapshot,
    placed.flatMap(({ region }) => referencesOf(region)),
  );
  return placed.map(item => {
    const [decided = written] = referencesOf(item.region).flatMap(id => here.get(id) ?? []);
    return { ...item, commit: decided };
  });
}

function referencesOf({ related_annotations: related = [] }: Region): string[] {
  return related.map(({ commit }) => commit);
}

/** Those of this history, by the ids that they were asked by. */
async function inHistory(snapshot: Snapshot, ids: readonly string[]): Promise<Map<string, Commit>> {
  const { repository, head, signal } = snapshot;
  const commits = await repository.commitsNamed(ids, signal);
  const wanted = new Set([...commits.values()].map(({ id }) => id));
  const here = await ancestorsOf(snapshot, head.id, [...wanted]);
  return new Map([...commits].filter(([, { id }]) => here.has(id)));
}
