import { partition, sum } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { MESSAGES } from '../../index/notes-index.ts';
import { type FileName, formerNames } from '../../pipeline/history/file-names.ts';
import { lostRegions } from '../../pipeline/moves/follow-lost.ts';
import { movesWithin } from '../../pipeline/moves/moves-within.ts';
import { type FileNotes, type FoundRegion, NO_NOTES } from '../../pipeline/notes/find-regions.ts';
import { placeMessages } from '../../pipeline/notes/place-messages.ts';
import { placeNotes } from '../../pipeline/placing/place-notes.ts';
import { readRecords } from '../../pipeline/placing/read-records.ts';
import { type FileInScope, fileInScope, regionsOf } from '../../pipeline/regions.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import type { AnswerOptions } from '../define.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';

export type DirectorySummary = {
  files: FileSummary[];
  notes: FileNotes;
  /** Annotated files that could not be read. */
  unreadable: string[];
};

/** Summarises those of the files that an annotation names, today or under an old name. */
export async function summariseDirectory(
  snapshot: Snapshot,
  files: readonly string[],
  { progress }: Pick<AnswerOptions, 'progress'>,
): Promise<DirectorySummary> {
  const former = await formerNames(snapshot, snapshot.head);
  const namesOf = (file: string): FileName[] => [{ name: file }, ...(former.get(file) ?? [])];
  const recordsOf = (file: string) => namesOf(file).flatMap(({ name }) => snapshot.index.byFile(name));
  const annotated = files.filter(file => recordsOf(file).length > 0);

  // All notes find their place in history together: one by one, each file would ask git again.
  const records = new Set(annotated.flatMap(recordsOf));
  const [messages, others] = partition(
    await readRecords(snapshot, [...records]),
    ({ record }) => record.source === MESSAGES,
  );
  await Promise.all([placeNotes(snapshot, others), placeMessages(snapshot, messages)]);
  const notes: FileNotes[] = [];
  const summaries = new Map<string, FileSummary>();
  const lost = new Map<FoundRegion, string>();
  const unreadable: string[] = [];
  for (const [at, path] of annotated.entries()) {
    snapshot.signal?.throwIfAborted();
    const file = await open(snapshot, path, namesOf(path));
    if (file) {
      const found = await regionsOf(file);
      notes.push(found.notes);
      for (const item of lostRegions(file, found.located)) lost.set(item.found, path);
      summaries.set(path, withoutRules(await summariseFile(found)));
    } else {
      unreadable.push(path);
    }
    progress?.(at + 1, annotated.length, 'Summarising files');
  }
  const moves = await movesWithin(snapshot, files, lost);
  for (const [path, arrivals] of moves) {
    const file = await open(snapshot, path, namesOf(path));
    if (file) summaries.set(path, withoutRules(await summariseFile(await regionsOf(file, { arrivals }))));
  }
  const inOrder = files.flatMap(file => summaries.get(file) ?? []);
  return { files: inOrder, notes: joined(notes), unreadable };
}

/** What is agreed for a directory is said of the directory. */
function withoutRules(summary: FileSummary): FileSummary {
  return { ...summary, placed: summary.placed.filter(({ unit }) => unit.anchor.type !== 'directory') };
}

/** What is to be said about the notes of all files; one that gave something somewhere is not out of reach. */
function joined(notes: readonly FileNotes[]): FileNotes {
  const seen = new Set(
    notes.flatMap(({ found }) => found.map(({ commit, recovered }) => recovered?.from ?? commit.id)),
  );
  const unreachable = notes.flatMap(item => item.unreachable).map(note => [note.object, note] as const);
  return {
    ...NO_NOTES,
    unreachable: [...new Map(unreachable).values()].filter(({ object }) => !seen.has(object)),
    misplaced: [...new Set(notes.flatMap(item => item.misplaced))],
    repaired: [...new Set(notes.flatMap(item => item.repaired))],
    over: [...new Set(notes.flatMap(item => item.over))],
    charactersRemoved: sum(notes, item => item.charactersRemoved),
  };
}

/** Undefined for a file that can't be read: a directory may have links, submodules and files of any size. */
async function open(
  snapshot: Snapshot,
  path: string,
  names: readonly FileName[],
): Promise<FileInScope | undefined> {
  try {
    return await fileInScope(snapshot, { path }, { lazyBlame: true, names });
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
