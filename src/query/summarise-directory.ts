import { UltragitError } from '../errors.ts';
import { blame } from '../pipeline/history/blame.ts';
import { type FileName, formerNames } from '../pipeline/history/file-names.ts';
import { locate } from '../pipeline/locate/locate.ts';
import { type Notes, type Placed, place, regionsIn } from '../pipeline/notes/find-regions.ts';
import { scope } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';
import type { CallContext } from './workspace.ts';

export type DirectorySummary = {
  files: (FileSummary & { file: string })[];
  notes: Notes;
  unreadable: string[];
};

/** Summarises those of the files that an annotation names, today or under an old name. */
export async function summariseDirectory(
  snapshot: Snapshot,
  files: readonly string[],
  { progress }: CallContext,
): Promise<DirectorySummary> {
  const former = await formerNames(snapshot, snapshot.head);
  const namesOf = (file: string): FileName[] => [{ name: file }, ...(former.get(file) ?? [])];
  const recordsOf = (file: string) => namesOf(file).flatMap(({ name }) => snapshot.index.byFile(name));
  const annotated = files.filter(file => recordsOf(file).length > 0);

  // All notes find their place in history together: one by one, each file would ask git again.
  const records = [...new Set(annotated.flatMap(recordsOf))];
  const { notes, unreachable, misplaced } = await place(
    snapshot,
    await snapshot.notes.read(records),
    new Set(),
  );
  const byRecord = new Map<unknown, Placed>(notes.map(placed => [placed.note.record, placed]));
  const all: Notes = {
    ...{ found: [], annotations: 0, repaired: [], charactersRemoved: 0 },
    ...{ unreachable, misplaced },
  };
  const result: DirectorySummary = { files: [], notes: all, unreadable: [] };
  for (const [at, file] of annotated.entries()) {
    snapshot.signal?.throwIfAborted();
    const names = namesOf(file);
    const own = [...new Set(recordsOf(file))].flatMap(record => byRecord.get(record) ?? []);
    const found = await regionsIn(snapshot, names, new Set(), { notes: own, unreachable: [], misplaced: [] });
    try {
      const here = await scope(snapshot.repository, snapshot.head, { path: file });
      const owned = await blame(snapshot, here, { lazy: true });
      const located = await locate(snapshot, here, names, found.found);
      result.files.push({ file, ...(await summariseFile(snapshot, here, owned, names, located)) });
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      result.unreadable.push(file);
    }
    all.charactersRemoved += found.charactersRemoved;
    all.repaired = [...new Set([...all.repaired, ...found.repaired])];
    progress?.(at + 1, annotated.length, 'Summarising files');
  }
  return result;
}
