import { formerNames } from '../pipeline/history/file-names.ts';
import { excludedBy } from '../pipeline/scope/excluded-by.ts';
import { listFiles } from '../pipeline/scope/list-files.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';

/** A file by its real name, and how many notes name it, as it is called today or was called before. */
export type AnnotatedFile = { path: string; n: number };

/** Every file below a directory that HEAD has and no setting leaves out, in the order of their paths. */
export async function annotatedFiles(snapshot: Snapshot, directory = ''): Promise<AnnotatedFile[]> {
  const { repository, head, settings } = snapshot;
  const [all, count] = await Promise.all([listFiles(repository, head, directory), notesPerFile(snapshot)]);
  return all
    .filter(path => !excludedBy(path, settings))
    .sort()
    .map(path => ({ path, n: count(path) }));
}

/** What is agreed for a directory is not counted: it would be the same for each of its files. */
export async function notesPerFile(snapshot: Snapshot): Promise<(path: string) => number> {
  const { index, head } = snapshot;
  const annotated = new Set(index.files());
  const former = await formerNames(snapshot, head);
  return path => {
    const names = [path, ...(former.get(path) ?? []).map(({ name }) => name)];
    const known = names.filter(name => annotated.has(name));
    return new Set(known.flatMap(name => index.byFile(name))).size;
  };
}
