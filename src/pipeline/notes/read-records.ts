import { MAX_NOTE_BYTES, type NoteReading, readNote } from '../../annotation/read-note.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** A record of the index with what its note says. */
export type ReadRecord = { record: NoteRecord; reading: NoteReading };

/** Notes by blob, parsed once. */
const READINGS = slot<NoteReading>('notes', 32 * 1024 * 1024);

/** Takes records of the index; gives each with its annotations, or with the reason why there are none. */
export async function readRecords(snapshot: Snapshot, records: readonly NoteRecord[]): Promise<ReadRecord[]> {
  return Promise.all(
    records.map(async record => {
      // What is done with a note needs its commit, too; this way git is asked for both at once.
      const [reading] = await Promise.all([
        read(snapshot, record),
        snapshot.repository.commit(record.object),
      ]);
      return { record, reading };
    }),
  );
}

async function read({ repository, memory }: Snapshot, { blob, problem }: NoteRecord): Promise<NoteReading> {
  const kept = memory.of(READINGS);
  const known = kept.get(blob);
  if (known) return known;
  const object = await repository.read(blob, MAX_NOTE_BYTES);
  const reading: NoteReading = object?.data
    ? readNote(object.data)
    : { annotations: [], repairs: [], skipped: [], charactersRemoved: 0, problem };
  kept.set(blob, reading, (object?.size ?? 0) * 2 + 200);
  return reading;
}
