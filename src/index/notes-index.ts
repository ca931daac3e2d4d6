import type { NoteEntry } from './notes-tree.ts';

/** The source of what commit messages say. */
export const MESSAGES = 'commit messages';

/** A note as look-ups return it; an index returns the same object for the same note. */
export type NoteRecord = NoteEntry & {
  /** Where it is from: a notes ref, or `MESSAGES`. */
  source: string;
  /** Why no annotation could be read from the note. */
  problem?: string;
};

/** The keys that a note is found by. */
export type NoteKeys = {
  /** Files that its regions describe. */
  files: string[];
  /** Files that its regions make assumptions about. */
  dependsOn: string[];
  /** Files that its cross-cutting concerns name. */
  concerns: string[];
  /** See `MARKS`. */
  marks: string[];
};

/** All notes of one or more sources, named by what they hold, so that it can't be stale. */
export type NotesIndex = {
  readonly id: string;
  /** How many notes there are. */
  readonly size: number;
  /** Notes that could not be read, each with its problem. */
  readonly malformed: readonly NoteRecord[];
  /** Notes on an object, by its full id. */
  byObject(id: string): NoteRecord[];
  /** The objects that have notes, some of them more than once. */
  objects(): Iterable<string>;
  /** Notes on all objects whose ids begin so. */
  byObjectPrefix(prefix: string): NoteRecord[];
  byFile(path: string): NoteRecord[];
  byDependency(path: string): NoteRecord[];
  byConcern(path: string): NoteRecord[];
  /** Notes derived from the note on `id`; those that give the id shortened, to 7 digits at least, come last. */
  byOrigin(id: string): NoteRecord[];
  /** Annotated files, in order. */
  files(): Iterable<string>;
  /** Every file that a note can be found by: annotated, depended on or named by a concern, in order. */
  names(): Iterable<string>;
  /** The names that it had when it was last packed, a few changes ago: what is known of these outlasts the changes. */
  readonly packed: { readonly id: string; names(): Iterable<string> };
  /** The names that notes have which were written since then. */
  newerNames(): Iterable<string>;
  /** Whether a name is among `names`. */
  hasName(name: string): boolean;
  /** Notes by the name that they give themselves. */
  byRecordId(id: string): NoteRecord[];
  /** Notes that replace the one of this name, or the one on the commit of this id. */
  bySuperseded(id: string): NoteRecord[];
  /** Commits that notes are about which hang on something else, as those notes spell them. */
  linkedCommits(): string[];
};
