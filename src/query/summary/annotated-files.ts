import { sum } from '../../collections.ts';
import type { NoteRecord, NotesIndex } from '../../index/notes-index.ts';
import { ancestorsOf } from '../../pipeline/history/ancestry.ts';
import type { FileName } from '../../pipeline/history/file-names.ts';
import { slot } from '../../pipeline/memory.ts';
import { directoriesAround } from '../../pipeline/notes/look-up.ts';
import type { ListedFile } from '../../pipeline/scope/list-files.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';

/** A file that annotations name, by any of its names. */
export type AnnotatedFile = {
  path: string;
  /** What HEAD has there. */
  blob: string;
  names: readonly FileName[];
  /** The notes that have one of the names. */
  records: readonly NoteRecord[];
  /** The same, and those that name a directory that it is in. */
  all: readonly NoteRecord[];
  /** Whether all of these are on commits of this history. */
  isHere: boolean;
};

/**
 * By the state of the repository, its settings and the directory; checked against the index, because one that met a note
 * which this clone lacks is made again when that may have come. The limit is in bytes.
 */
const ANNOTATED = slot<{ index: NotesIndex; files: readonly AnnotatedFile[] }>(32 * 1024 * 1024);
const BYTES_OF_RECORD = 120;
const BYTES_OF_FILE = 500;

/**
 * Takes the files of a directory; gives those that annotations name. Which they are follows from HEAD, the notes and the
 * settings, so it is found out once a state, unless it mattered what else this clone has.
 */
export async function annotatedFiles(
  snapshot: Snapshot,
  directory: string,
  listed: readonly ListedFile[],
  namesOf: (path: string) => readonly FileName[],
): Promise<readonly AnnotatedFile[]> {
  const { repository, head, states, index, settings, memory } = snapshot;
  const kept = memory.of(ANNOTATED);
  const key = JSON.stringify([head.id, states.key, repository.shallowness(), settings, directory]);
  const known = kept.get(key);
  if (known?.index === index) return known.files;
  const { seen, stop } = repository.witness.watch();
  const files = await findAnnotated(snapshot, listed, namesOf).finally(stop);
  const isSure = !seen.objects && !seen.unsure && seen.paths.size === 0 && seen.presence.size === 0;
  const weight = sum(files, ({ all }) => BYTES_OF_FILE + all.length * BYTES_OF_RECORD);
  if (isSure) kept.set(key, { index, files }, weight);
  return files;
}

async function findAnnotated(
  snapshot: Snapshot,
  listed: readonly ListedFile[],
  namesOf: (path: string) => readonly FileName[],
): Promise<AnnotatedFile[]> {
  const { index, head } = snapshot;
  const around = recordsAround(snapshot);
  const found = listed.flatMap(file => {
    const names = namesOf(file.path);
    const records = [...new Set(names.flatMap(({ name }) => index.byFile(name)))];
    return records.length > 0 ? [{ ...file, names, records, all: [...records, ...around(file.path)] }] : [];
  });
  const objects = found.flatMap(({ all }) => all.map(({ object }) => object));
  const here = await ancestorsOf(snapshot, head.id, objects);
  return found.map(file => ({ ...file, isHere: file.all.every(({ object }) => here.has(object)) }));
}

/** The notes that name a directory that a file is in. */
function recordsAround({ index }: Snapshot): (path: string) => NoteRecord[] {
  const byDirectory = new Map<string, NoteRecord[]>();
  const recordsOf = (directory: string) => {
    const known = byDirectory.get(directory) ?? index.byFile(directory);
    byDirectory.set(directory, known);
    return known;
  };
  return path => directoriesAround(path).flatMap(recordsOf);
}
