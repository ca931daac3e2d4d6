import type { NamedInNote } from '../annotation/note-keys.ts';
import type { Listing, NoteEntry } from './notes-tree.ts';

/** Where annotations come from, as an index needs it: what there is, what has changed, what each note names. */
export type SourceReader = {
  readonly source: string;
  /** What its index is stored under, where that is not the name of the source. */
  readonly key?: string;
  /** Everything that the source has at a state, in the order of object and blob. */
  list(state: string, signal?: AbortSignal): Promise<Listing>;
  /** What differs between two states; undefined where that is much, or can't be told. */
  changes(before: string, after: string, most: number, signal?: AbortSignal): Promise<Changes | undefined>;
  keysOf(note: NoteEntry): Promise<NamedInNote>;
};

/** Objects whose notes may differ, and the notes that they have now. */
type Changes = { objects: ReadonlySet<string>; notes: NoteEntry[] };

/** A note has gone since it was indexed: what the index says of it, and of others perhaps, is not so any more. */
export class VanishedNote extends Error {
  readonly source: string;

  constructor(source: string) {
    super(`a note of ${source} has gone since it was indexed`);
    this.source = source;
  }
}

/** Why a note can't be read that a later fetch may bring. */
export const MISSING = 'the note is missing from this clone';
/** As `MISSING`, where the object is there. */
export const DAMAGED = 'the note is damaged';

/** Whether a note that could not be read may be readable later. */
export function isAbsent(problem: string | undefined): boolean {
  return problem === MISSING || problem === DAMAGED;
}

export const NOTHING_NAMED: NamedInNote = { files: [], dependsOn: [], concerns: [], marks: [] };
