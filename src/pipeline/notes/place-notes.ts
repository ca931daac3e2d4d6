import type { Annotation, Region } from '../../annotation/schema.ts';
import type { Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ReadRecord } from './read-records.ts';
import { rewrittenAs } from './rewritten-as.ts';

/** How an annotation of a commit outside this history came back into it. */
export type Recovered = { from: string; by: 'derived_from' | 'patch_id' };

/** A note and the commit of today's history that it belongs to. */
export type PlacedNote = {
  note: ReadRecord;
  commit: Commit;
  /** The commit whose version of the files its lines count in; absent where this clone does not have it. */
  written?: Commit;
  recovered?: Recovered;
};

export type Placement = {
  notes: PlacedNote[];
  /** Annotated objects that no commit of this history stands for. */
  unreachable: string[];
  /** Notes on blobs, trees and tags: they annotate no commit. */
  misplaced: string[];
};

/** A region of a placed note. */
export type PlacedRegion = PlacedNote & { annotation: Annotation; region: Region };

export function* placedRegions(notes: Iterable<PlacedNote>): Generator<PlacedRegion> {
  for (const placed of notes) {
    for (const annotation of placed.note.reading.annotations) {
      for (const region of annotation.regions) yield { ...placed, annotation, region };
    }
  }
}

/** Where the note of one object belongs. */
type Place = Omit<PlacedNote, 'note'> | 'unreachable' | 'misplaced';

const MOST_PATCHES_COMPARED = 32;

/** Each object is placed once an answer, however many stages ask about its note. */
function placesOf(): Map<string, Place> {
  return new Map();
}

/** Which commit of today's history each note belongs to; notes that belong to none are counted. */
export async function placeNotes(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
  owners: ReadonlySet<string> = new Set(),
): Promise<Placement> {
  const places = snapshot.once(placesOf);
  const objects = read.map(({ record }) => record.object).filter(object => !places.has(object));
  for (const [object, place] of await placeObjects(snapshot, [...new Set(objects)], owners)) {
    places.set(object, place);
  }

  const placement: Placement = { notes: [], unreachable: [], misplaced: [] };
  for (const note of read) {
    const place = places.get(note.record.object) ?? 'unreachable';
    if (typeof place === 'string') placement[place].push(note.record.object);
    else placement.notes.push({ note, ...place });
  }
  return placement;
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
  for (const [object, place] of await recover(snapshot, lost, commits)) places.set(object, place);
  return places;
}

/** What stands in today's history for commits that are not in it; each patch that is compared costs a walk. */
async function recover(
  snapshot: Snapshot,
  objects: readonly string[],
  commits: ReadonlyMap<string, Commit>,
): Promise<Map<string, Place>> {
  const places = new Map<string, Place>();
  let patchesLeft = MOST_PATCHES_COMPARED;
  for (const from of objects) {
    const written = commits.get(from);
    const derived = await derivedFrom(snapshot, from);
    const mayCompare = !derived && written !== undefined && patchesLeft-- > 0;
    const commit = derived ?? (mayCompare ? await rewrittenAs(snapshot, written) : undefined);
    const by = derived ? 'derived_from' : 'patch_id';
    if (commit) places.set(from, { commit, written, recovered: { from, by } });
    else places.set(from, 'unreachable');
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
  const commits = await Promise.all(candidates.map(object => repository.commit(object)));
  const existing = commits.filter(commit => commit !== undefined);
  const ids = existing.map(commit => commit.id);
  const reachable = await ancestorsOf(snapshot, head.id, ids);
  return existing.find(commit => reachable.has(commit.id));
}
