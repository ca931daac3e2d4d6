import type { NoteEntry } from './notes-tree.ts';

/** A note as look-ups return it; an index returns the same object for the same note. */
export type NoteRecord = NoteEntry & {
  /** The notes ref that it is in. */
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
  /** Commits that it was made from, perhaps shortened. */
  derivedFrom: string[];
};

/** All notes of a ref, named by the ref's tree, so that it can't be stale. Lists are sorted by id. */
export type NotesIndex = {
  readonly tree: string;
  /** How many notes there are. */
  readonly size: number;
  /** Notes that could not be read, each with its problem. */
  readonly malformed: readonly NoteRecord[];
  /** Notes on an object, by its full id. */
  byObject(id: string): NoteRecord[];
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
};
