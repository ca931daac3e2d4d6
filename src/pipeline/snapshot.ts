import { MAX_NOTE_BYTES, type NoteReading, readNote } from '../annotation/read-note.ts';
import type { Annotation } from '../annotation/schema.ts';
import type { Settings } from '../config.ts';
import { ContentCache } from '../git/cache.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import type { FindingsStore } from '../index/findings-store.ts';
import type { NoteRecord, NotesIndex } from '../index/notes-index.ts';
import type { History } from './history/ancestry.ts';
import type { BlameMemory } from './history/blame-lines.ts';
import type { LineMap } from './lines/map-lines.ts';

/** The one state of the repository that a query sees, from its first stage to its last. */
export type Snapshot = {
  repository: Repository;
  settings: Settings;
  head: Commit;
  /** Absent when the notes ref does not exist here. */
  notesTree?: string;
  index: NotesIndex;
  history: History;
  notes: NoteStore;
  blames: BlameMemory;
  maps: ContentCache<LineMap>;
  findings: FindingsStore;
  signal?: AbortSignal;
};

export type ReadRecord = { record: NoteRecord; reading: NoteReading };

/** Notes by blob, parsed once. */
export class NoteStore {
  readonly #repository: Repository;
  readonly #readings = new ContentCache<NoteReading>(32 * 1024 * 1024);

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  async read(records: readonly NoteRecord[]): Promise<ReadRecord[]> {
    return Promise.all(
      records.map(async record => {
        // What is done with a note needs its commit, too; this way git is asked for both at once.
        const [reading] = await Promise.all([this.#reading(record), this.#repository.commit(record.object)]);
        return { record, reading };
      }),
    );
  }

  async #reading(record: NoteRecord): Promise<NoteReading> {
    const known = this.#readings.get(record.blob);
    if (known) return known;
    const object = await this.#repository.read(record.blob, MAX_NOTE_BYTES);
    const reading = object?.data
      ? readNote(object.data)
      : {
          annotations: [] as Annotation[],
          repairs: [],
          skipped: [],
          charactersRemoved: 0,
          problem: record.problem,
        };
    this.#readings.set(record.blob, reading, (object?.size ?? 0) * 2 + 200);
    return reading;
  }
}
