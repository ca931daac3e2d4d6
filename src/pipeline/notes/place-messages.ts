import { ancestorsOf } from '../history/ancestry.ts';
import type { PlacedNote } from '../placing/place-notes.ts';
import type { ReadRecord } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';

/** A message is part of its commit: where that is not in this history, the message is about other code. */
export async function placeMessages(
  snapshot: Snapshot,
  messages: readonly ReadRecord[],
): Promise<PlacedNote[]> {
  const ids = messages.map(({ record }) => record.object);
  const here = await ancestorsOf(snapshot, snapshot.head.id, ids);
  const placed: PlacedNote[] = [];
  for (const note of messages) {
    const commit = here.has(note.record.object)
      ? await snapshot.repository.commit(note.record.object)
      : undefined;
    if (commit) placed.push({ note, commit, written: commit });
  }
  return placed;
}
