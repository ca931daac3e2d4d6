import { endianness } from 'node:os';

/** The sections of packed notes, of bytes or of 32-bit numbers in the machine's own order. */
type Section =
  /** Object and blob id of each note, ordered. */
  | 'entries'
  /** In a delta: ids of the objects about which it, and not its base, says what notes there are. */
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
  | 'originOffsets'
  | 'originText'
  | 'originStarts'
  | 'originNotes';

export type Sections = Record<Section, Uint8Array>;

/** What packed notes are about. `stamp` is 0 unless something was missing from the clone, see `clone-stamp`. */
export type Subject = { tree: string; stamp: number; base?: string };

/** To be raised when the layout changes, and when notes are found by other keys than before. */
export const VERSION = 2;

export const FORMAT = `ultragit notes ${VERSION} ${endianness()}`;
