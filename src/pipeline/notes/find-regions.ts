import { isFlawed } from '../../annotation/read-note.ts';
import { type Annotation, CHANGED_FILES, type Region } from '../../annotation/schema.ts';
import { sum } from '../../collections.ts';
import { DEFAULT_NOTEREF } from '../../config.ts';
import type { Commit } from '../../git/parsers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import type { FileName } from '../history/file-names.ts';
import type { Snapshot } from '../snapshot.ts';
import { inForce } from './in-force.ts';
import { lookUp, regionsFoundBy } from './look-up.ts';
import { placedRegions, placeNotes, type Recovered } from './place-notes.ts';
import { readRecords } from './read-records.ts';
import { saidOfSuccessor } from './said-of-successor.ts';
import { isStanding, standingRegions } from './standing.ts';
import { withoutRepeats } from './without-repeats.ts';

/** A region of an annotation that names the file, and how it was found. */
export type FoundRegion = {
  /** The commit in today's history that it belongs to. */
  commit: Commit;
  /** The commit whose version of the file its lines count in; absent where this clone does not have it. */
  written?: Commit;
  annotation: Annotation;
  region: Region;
  /** The region as the note has it, before it was made to concern this file. */
  said: Region;
  /** Where it is from: a notes ref, or the commit messages. */
  source: string;
  evidence: 'blame' | 'index';
  recovered?: Recovered;
};

/** The regions that name a file, and what is to be said about the notes that they come from. */
export type FileNotes = {
  found: FoundRegion[];
  /** Notes that had flaws and gave what could be read. */
  repaired: NoteRecord[];
  unreachable: string[];
  misplaced: string[];
  charactersRemoved: number;
};

export const NO_NOTES: FileNotes = {
  found: [],
  repaired: [],
  unreachable: [],
  misplaced: [],
  charactersRemoved: 0,
};

/** Joins what blame and the index know: every region that names the file, under any name it had. */
export async function findRegions(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
): Promise<FileNotes> {
  const foundBy = lookUp(snapshot.index, names);
  const read = await readRecords(snapshot, [...foundBy.keys()]);
  const standing = await standingRegions(snapshot, read.filter(isStanding));
  const onCommits = read.filter(note => !isStanding(note));
  const { notes, unreachable, misplaced } = await placeNotes(snapshot, onCommits, owners);
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, notes);
  const found: FoundRegion[] = [];
  for (const placed of [...placedRegions(notes), ...standing]) {
    const { note, annotation, region: said, commit, written, recovered } = placed;
    const { source } = note.record;
    const evidence = owners.has(commit.id) ? 'blame' : 'index';
    for (const region of regionsFoundBy(said, foundBy.get(note.record) ?? [])) {
      if (isOfSuccessor(region.file, commit)) continue;
      found.push({ commit, written, annotation, region, said, source, evidence, recovered });
    }
  }
  const used = [...notes.map(({ note }) => note), ...read.filter(isStanding)];
  return {
    found: await inForce(snapshot, withoutRepeats(found)),
    repaired: used.filter(({ reading }) => isFlawed(reading)).map(({ record }) => record),
    unreachable,
    misplaced,
    charactersRemoved: sum(notes, ({ note }) => note.reading.charactersRemoved),
  };
}

/** Said of all that a commit changed: its lines in a file are those that the commit still owns there. */
export function isOfWholeCommit({ said }: FoundRegion): boolean {
  return said.file === CHANGED_FILES;
}

/** Where a region is from, unless it is from where annotations usually are. */
export function shownSource({ source }: FoundRegion): string | undefined {
  return source === DEFAULT_NOTEREF ? undefined : source;
}
