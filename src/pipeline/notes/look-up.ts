import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import type { Region } from '../../annotation/schema.ts';
import type { NoteRecord, NotesIndex } from '../../index/notes-index.ts';
import type { FileName } from '../history/file-names.ts';

/** Notes of a file, and by which of its names, or of the directories around it, each is found. */
export type FoundBy = ReadonlyMap<NoteRecord, readonly string[]>;

/** What was agreed for a directory concerns the files that are in it today, not those that once were. */
export function lookUp(index: NotesIndex, names: readonly FileName[]): FoundBy {
  const found = new Map<NoteRecord, string[]>();
  const [today] = names;
  for (const name of [...names.map(item => item.name), ...directoriesAround(today?.name ?? '')]) {
    for (const record of index.byFile(name)) found.set(record, [...(found.get(record) ?? []), name]);
  }
  return found;
}

/** `a/b/c.ts` is in `a/b/`, in `a/` and in `/`, the root. */
export function directoriesAround(path: string): string[] {
  const segments = path.split('/').slice(0, -1);
  const inner = segments.map((_segment, at) => `${segments.slice(0, at + 1).join('/')}/`);
  return [...inner.reverse(), '/'];
}

/** A region as it concerns the file: what is said of all that a commit changed is said of each of its files. */
export function regionsFoundBy(region: Region, foundBy: readonly string[]): Region[] {
  if (region.file !== CHANGED_FILES) return foundBy.includes(region.file) ? [region] : [];
  return foundBy.filter(name => !name.endsWith('/')).map(file => ({ ...region, file }));
}
