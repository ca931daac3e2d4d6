import { endianness } from 'node:os';

/** The sections of packed notes: bytes, or 32-bit numbers in the byte order of the machine. */
type Section =
  /** Object and blob id of each note, ordered. */
  | 'entries'
  /** In a delta: ids of the objects for which the delta, not its base, lists the notes. */
  | 'covered'
  /** Pairs: number of a note, number of its problem. */
  | 'malformed'
  | 'problemOffsets'
  | 'problemText'
  /** Paths, ordered by their bytes, and for each the numbers of the notes that name it. */
  | 'nameOffsets'
  | 'nameText'
  | 'fileStarts'
  | 'fileNotes'
  | 'dependencyStarts'
  | 'dependencyNotes'
  | 'concernStarts'
  | 'concernNotes'
  | 'markOffsets'
  | 'markText'
  | 'markStarts'
  | 'markNotes';

export type Sections = Record<Section, Uint8Array>;

/** Which notes were packed: those of a `source`. `stamp` is 0 unless an object was missing from the clone, see `clone-stamp`. */
export type Subject = {
  source: string;
  /** What names the content: the tree of a notes ref; for commit messages, the commit whose history was read. */
  tree: string;
  stamp: number;
  base?: string;
};

/** To be raised when the layout changes, and when notes are found by other keys than before. */
export const VERSION = 4;

export const FORMAT = `ultragit notes ${VERSION} ${endianness()}`;
