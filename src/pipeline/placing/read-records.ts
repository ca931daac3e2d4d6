import type { OverLimit } from '../../annotation/limits.ts';
import { createMistakes } from '../../annotation/mistake.ts';
import { MAX_NOTE_BYTES, type NoteReading } from '../../annotation/note-reading.ts';
import { READING } from '../../cache/knowledge.ts';
import type { Repository } from '../../git/repository.ts';
import { MESSAGES, type NoteRecord } from '../../index/notes-index.ts';
import { VanishedNote } from '../../index/source-reader.ts';
import { type Lasting, recall, remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** A record of the index with what its note says. */
export type ReadRecord = { record: NoteRecord; reading: NoteReading };

/** No size where this clone does not have the note. */
type Made = { reading: NoteReading; size?: number };

/** Notes by blob and ref, parsed once. */
const READINGS = slot<Promise<Made>>(32 * 1024 * 1024);

const KEPT_READINGS: Lasting<Made> = { kind: READING, lasts: ({ size }) => size !== undefined };

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

/** Of each note that is over a limit, by how much; also of one that gave nothing, because all of it was left out. */
export function overLimits(read: readonly ReadRecord[]): OverLimit[] {
  return read.flatMap(({ reading }) => reading.over ?? []);
}

async function read(
  { repository, memory }: Snapshot,
  { source, blob, problem }: NoteRecord,
): Promise<NoteReading> {
  const kept = memory.of(READINGS);
  // The same text may be read in another way where it is kept in another ref.
  const key = `${blob} ${source}`;
  const make = async () => {
    if (source === MESSAGES) return readMessageOf(repository, blob);
    const object = await repository.read(blob, MAX_NOTE_BYTES);
    if (!object && problem === undefined) throw new VanishedNote(source);
    const { readNote } = await import('../../annotation/read-note.ts');
    const reading = object?.data ? readNote(object.data, source) : nothing(problem);
    return { reading, size: object?.size };
  };
  const known = () => recall(repository.knowledge, KEPT_READINGS, key, make);
  const { reading, size } = await remember(kept, key, known, note => (note.size ?? 0) * 2 + 200);
  // A blob that this clone does not have may be fetched.
  if (size === undefined) kept.delete(key);
  return reading;
}

/** What a commit message decides; its record has the commit in place of a blob. */
async function readMessageOf(repository: Repository, id: string): Promise<Made> {
  const message = (await repository.commit(id))?.message;
  if (message === undefined) return { reading: nothing(undefined) };
  const { readCommitMessage } = await import('../../annotation/read-note.ts');
  return { reading: readCommitMessage(message), size: message.length };
}

function nothing(problem: string | undefined): NoteReading {
  return { annotations: [], repairs: [], mistakes: createMistakes(), charactersRemoved: 0, problem };
}
