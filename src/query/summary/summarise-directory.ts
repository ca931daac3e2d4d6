import { UltragitError } from '../../errors.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { type FileName, formerNames } from '../../pipeline/history/file-names.ts';
import { type FileNotes, NO_NOTES } from '../../pipeline/notes/find-regions.ts';
import { placeNotes } from '../../pipeline/notes/place-notes.ts';
import { readRecords } from '../../pipeline/notes/read-records.ts';
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
  const { unreachable, misplaced } = await placeNotes(snapshot, await readRecords(snapshot, [...records]));
  const repaired = new Set<NoteRecord>();
  let charactersRemoved = 0;
  const summaries: FileSummary[] = [];
  const unreadable: string[] = [];
  for (const [at, path] of annotated.entries()) {
    snapshot.signal?.throwIfAborted();
    const file = await open(snapshot, path, namesOf(path));
    if (file) {
      const found = await regionsOf(file);
      for (const record of found.notes.repaired) repaired.add(record);
      charactersRemoved += found.notes.charactersRemoved;
      summaries.push(await summariseFile(found));
    } else {
      unreadable.push(path);
    }
    progress?.(at + 1, annotated.length, 'Summarising files');
  }
  const notes = { ...NO_NOTES, unreachable, misplaced, repaired: [...repaired], charactersRemoved };
  return { files: summaries, notes, unreadable };
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
