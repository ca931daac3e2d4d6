import { type FileName, formerNames } from '../pipeline/history/file-names.ts';
import { remember, slot } from '../pipeline/memory.ts';
import { excludedBy } from '../pipeline/scope/excluded-by.ts';
import { listFiles } from '../pipeline/scope/list-files.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';

/** A file by its real name, and how many notes name it, as it is called today or was called before. */
export type AnnotatedFile = { path: string; n: number };

/** By the notes, HEAD and the settings that leave files out; the limit is a number of files. */
const FILES = slot<Promise<AnnotatedFile[]>>(500_000);

/** Every file at or below a path that HEAD has and no setting leaves out, in the order of their paths. */
export async function annotatedFiles(snapshot: Snapshot, below = ''): Promise<AnnotatedFile[]> {
  const { index, head, settings, memory } = snapshot;
  const key = JSON.stringify([index.id, head.id, settings.include, settings.exclude]);
  const make = () => allFiles(snapshot);
  const all = await remember(memory.of(FILES), key, make, ({ length }) => length + 1);
  return below === '' ? all : all.filter(({ path }) => isBelow(path, below));
}

export function isBelow(path: string, below: string): boolean {
  return below === '' || path === below || path.startsWith(`${below}/`);
}

/** The names that files had before, by the one that they have today. */
const FORMER = slot<Promise<Map<string, FileName[]>>>(4);

export function namesBefore(snapshot: Snapshot): Promise<Map<string, FileName[]>> {
  const { index, head, memory, repository } = snapshot;
  const key = `${index.id} ${head.id} ${repository.shallowness()}`;
  return remember(memory.of(FORMER), key, () => formerNames(snapshot, head));
}

/** What is agreed for a directory is not counted: it would be the same for each of its files. */
async function allFiles(snapshot: Snapshot): Promise<AnnotatedFile[]> {
  const { repository, index, head, settings } = snapshot;
  const annotated = new Set(index.files());
  const [all, former] = await Promise.all([listFiles(repository, head, ''), namesBefore(snapshot)]);
  const count = (path: string) => {
    const names = [path, ...(former.get(path) ?? []).map(({ name }) => name)];
    const known = names.filter(name => annotated.has(name));
    return new Set(known.flatMap(name => index.byFile(name))).size;
  };
  return all
    .map(({ path }) => path)
    .filter(path => !excludedBy(path, settings))
    .sort()
    .map(path => ({ path, n: count(path) }));
}
