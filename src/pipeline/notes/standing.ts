import { STANDING_FORMATS } from '../../annotation/dialects/registry.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { Snapshot } from '../snapshot.ts';
import { type PlacedRegion, placedRegions } from './place-notes.ts';
import type { ReadRecord } from './read-records.ts';

/** Agreed for a part of the tree, whatever commit is checked out; the object that such a note hangs on means nothing. */
export function isStanding({ reading }: ReadRecord): boolean {
  return reading.annotations.some(({ format }) => STANDING_FORMATS.has(format));
}

/** What stands has the commit in which it was decided, where that is in this history, else the one that wrote it down. */
export async function standingRegions(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
): Promise<PlacedRegion[]> {
  const { repository, head } = snapshot;
  const placed: PlacedRegion[] = [];
  for (const note of read) {
    const written = (await repository.refCommit(note.record.source)) ?? head;
    for (const item of placedRegions([{ note, commit: written }])) {
      const ids = item.region.related_annotations?.map(({ commit }) => commit) ?? [];
      const named = (await Promise.all(ids.map(id => repository.commit(id)))).filter(
        found => found !== undefined,
      );
      const here = await ancestorsOf(
        snapshot,
        head.id,
        named.map(({ id }) => id),
      );
      placed.push({ ...item, commit: named.find(({ id }) => here.has(id)) ?? written });
    }
  }
  return placed;
}
