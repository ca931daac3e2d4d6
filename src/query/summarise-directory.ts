import { UltragitError } from '../errors.ts';
import { blame } from '../pipeline/blame.ts';
import { locate } from '../pipeline/locate.ts';
import { type FileName, formerNames } from '../pipeline/names.ts';
import { type Notes, type Placed, place, regionsIn } from '../pipeline/notes.ts';
import { scope } from '../pipeline/scope.ts';
import type { View } from '../pipeline/view.ts';
import { type FileSummary, summariseFile } from './summarise-file.ts';
import type { CallContext } from './workspace.ts';

export type DirectorySummary = {
  files: (FileSummary & { file: string })[];
  notes: Notes;
  unreadable: string[];
};

/** Summarises those of the files that an annotation names, today or under an old name. */
export async function summariseDirectory(
  view: View,
  files: readonly string[],
  { progress }: CallContext,
): Promise<DirectorySummary> {
  const former = await formerNames(view, view.head);
  const namesOf = (file: string): FileName[] => [{ name: file }, ...(former.get(file) ?? [])];
  const recordsOf = (file: string) => namesOf(file).flatMap(({ name }) => view.index.byFile(name));
  const annotated = files.filter(file => recordsOf(file).length > 0);

  // All notes find their place in history together: one by one, each file would ask git again.
  const records = [...new Set(annotated.flatMap(recordsOf))];
  const { notes, unreachable, misplaced } = await place(view, await view.notes.read(records), new Set());
  const byRecord = new Map<unknown, Placed>(notes.map(placed => [placed.note.record, placed]));
  const all: Notes = {
    ...{ found: [], annotations: 0, repaired: [], charactersRemoved: 0 },
    ...{ unreachable, misplaced },
  };
  const result: DirectorySummary = { files: [], notes: all, unreadable: [] };
  for (const [at, file] of annotated.entries()) {
    view.signal?.throwIfAborted();
    const names = namesOf(file);
    const own = [...new Set(recordsOf(file))].flatMap(record => byRecord.get(record) ?? []);
    const found = await regionsIn(view, names, new Set(), { notes: own, unreachable: [], misplaced: [] });
    try {
      const here = await scope(view.repository, view.head, { path: file });
      const owned = await blame(view, here, { lazy: true });
      const located = await locate(view, here, names, found.found);
      result.files.push({ file, ...(await summariseFile(view, here, owned, names, located)) });
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
