import type { Annotation } from '../../annotation/schema.ts';
import { absentCommit, type Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import { findStrays } from '../recovery/lost-commits.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ReadRecord } from './read-records.ts';
import { rewrittenAs } from './rewritten-as.ts';

/** A note and the commit of today's history that it belongs to. */
export type PlacedNote = {
  note: ReadRecord;
  commit: Commit;
  /** The commit whose version of the files its lines count in; absent where this clone does not have it. */
  written?: Commit;
  recovered?: Recovered;
};

/** A note on a commit outside this history, or on one that this clone does not have: perhaps its regions are in it. */
export type LostNote = { note: ReadRecord; commit: Commit };

export type Placement = {
  notes: PlacedNote[];
  lost: LostNote[];
  /** Notes on blobs, trees and tags: they annotate no commit. */
  misplaced: string[];
};

/** Where the note of one object belongs; a lost one may have its commit in this clone. */
type Place = Omit<PlacedNote, 'note'> | { lost: Commit | undefined } | 'misplaced';

/** Commits of one answer whose patches are compared with this history: each costs a walk. */
const MOST_PATCHES_COMPARED = 32;

/** Each object is placed once an answer, however many stages ask about its note. */
function placesOf(): { places: Map<string, Place>; patchesLeft: number } {
  return { places: new Map(), patchesLeft: MOST_PATCHES_COMPARED };
}

/** Which commit of today's history each note belongs to; of some that belong to none, regions may. */
export async function placeNotes(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
  owners: ReadonlySet<string> = new Set(),
): Promise<Placement> {
  const objects = read.map(({ record }) => record.object);
  const places = await placeTogether(snapshot, objects, owners);
  const placement: Placement = { notes: [], lost: [], misplaced: [] };
  for (const note of read) {
    const { object } = note.record;
    const place = places.get(object) ?? { lost: undefined };
    if (place === 'misplaced') placement.misplaced.push(object);
    else if ('commit' in place) placement.notes.push({ note, ...place });
    else placement.lost.push({ note, commit: place.lost ?? absent(object, note.reading.annotations) });
  }
  return placement;
}

/** Finds the places of notes on these objects; notes of many files are placed at once, before each file asks for its own. */
export async function placeTogether(
  snapshot: Snapshot,
  objects: readonly string[],
  owners: ReadonlySet<string> = new Set(),
): Promise<ReadonlyMap<string, Place>> {
  const { places } = snapshot.once(placesOf);
  const open = new Set(objects.filter(object => !places.has(object)));
  for (const [object, place] of await placeObjects(snapshot, [...open], owners)) places.set(object, place);
  return places;
}

/** What a note says of its own time is all that is known of the time of a commit that is not in this clone. */
function absent(object: string, annotations: readonly Annotation[]): Commit {
  const times = annotations.map(({ timestamp }) => new Date(timestamp ?? Number.NaN).getTime());
  const newest = times.filter(Number.isFinite).reduce((last, time) => Math.max(last, time), 0);
  return absentCommit(object, Math.floor(newest / 1000));
}

async function placeObjects(
  snapshot: Snapshot,
  objects: readonly string[],
  owners: ReadonlySet<string>,
): Promise<Map<string, Place>> {
  const { repository } = snapshot;
  const places = new Map<string, Place>();
  const commits = new Map<string, Commit>();
  await Promise.all(
    objects.map(async object => {
      const commit = await repository.commit(object);
      if (commit) commits.set(object, commit);
      else if (await repository.info(object)) places.set(object, 'misplaced');
    }),
  );
  const unproven = [...commits.keys()].filter(id => !owners.has(id));
  const proven = await ancestorsOf(snapshot, snapshot.head.id, unproven);
  for (const object of objects) {
    const commit = commits.get(object);
    if (commit && (owners.has(object) || proven.has(object))) places.set(object, { commit, written: commit });
  }
  const lost = objects.filter(object => !places.has(object));
  // No ref need hold them: git may remove them any day.
  if (lost.length > 0) repository.witness.objects();
  for (const object of await repository.removedOf(lost)) {
    commits.delete(object);
    places.delete(object);
  }
  for (const [object, place] of await replace(snapshot, lost, commits)) places.set(object, place);
  await findStrays(
    snapshot,
    [...places.values()].flatMap(place => (typeof place === 'object' && 'lost' in place && place.lost) || []),
  );
  return places;
}

/** What stands in today's history for commits that are not in it. */
async function replace(
  snapshot: Snapshot,
  objects: readonly string[],
  commits: ReadonlyMap<string, Commit>,
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  const answer = snapshot.once(placesOf);
  const compared: Commit[] = [];
  for (const from of objects) {
    const written = commits.get(from);
    const commit = await derivedFrom(snapshot, from);
    places.set(
      from,
      commit ? { commit, written, recovered: { from, by: 'derived_from' } } : { lost: written },
    );
    if (!commit && written && answer.patchesLeft-- > 0) compared.push(written);
  }
  for (const [from, commit] of await rewrittenAs(snapshot, compared)) {
    places.set(from, { commit, written: commits.get(from), recovered: { from, by: 'patch_id' } });
  }
  return places;
}

/** A commit in today's history whose note says that it was made from `id`. */
async function derivedFrom(snapshot: Snapshot, id: string): Promise<Commit | undefined> {
  const { repository, index, head } = snapshot;
  const candidates = index
    .byOrigin(id)
    .map(record => record.object)
    .filter(object => object !== id);
  if (candidates.length === 0) return undefined;
  const commits = await Promise.all(candidates.map(object => repository.commit(object)));
  const existing = commits.filter(commit => commit !== undefined);
  const ids = existing.map(commit => commit.id);
  const reachable = await ancestorsOf(snapshot, head.id, ids);
  return existing.find(commit => reachable.has(commit.id));
}
