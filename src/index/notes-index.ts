import { MAX_NOTE_BYTES, readNote } from '../annotation/read-note.ts';
import type { Repository } from '../git/repository.ts';
import { listNotes, type NoteEntry } from './notes-tree.ts';

/** What the index knows of a note without reading it again. */
export type NoteRecord = NoteEntry & {
  /** Files that its regions describe. */
  files: string[];
  /** Files that its regions make assumptions about. */
  dependsOn: string[];
  /** Files that its cross-cutting concerns name. */
  concerns: string[];
  derivedFrom: string[];
  /** Why the note gave nothing, where it gave nothing. */
  problem?: string;
};

/** One pass over all notes of a ref, keyed by the ref's tree, so that it can't be stale. */
export type NotesIndex = {
  tree: string;
  records: NoteRecord[];
  byObject: Map<string, NoteRecord[]>;
  byFile: Map<string, NoteRecord[]>;
  byDependency: Map<string, NoteRecord[]>;
  byConcern: Map<string, NoteRecord[]>;
  /** From an id that history no longer has, perhaps shortened, to the notes that replaced its note. */
  byOrigin: Map<string, NoteRecord[]>;
};

type Progress = (done: number, total: number) => void;

const BATCH = 2_000;

export async function buildIndex(
  repository: Repository,
  tree: string,
  options: { previous?: NotesIndex; progress?: Progress; signal?: AbortSignal } = {},
): Promise<NotesIndex> {
  const entries = await listNotes(repository, tree);
  const known = new Map(options.previous?.records.map(record => [record.blob, record]));
  const records: NoteRecord[] = [];
  for (let start = 0; start < entries.length; start += BATCH) {
    options.signal?.throwIfAborted();
    const batch = entries.slice(start, start + BATCH);
    const read = batch.map(async entry => {
      const same = known.get(entry.blob);
      return same ? { ...same, object: entry.object } : readRecord(repository, entry);
    });
    records.push(...(await Promise.all(read)));
    options.progress?.(records.length, entries.length);
  }
  return indexRecords(tree, records);
}

export function indexRecords(tree: string, records: NoteRecord[]): NotesIndex {
  return {
    tree,
    records,
    byObject: group(records, record => [record.object]),
    byFile: group(records, record => record.files),
    byDependency: group(records, record => record.dependsOn),
    byConcern: group(records, record => record.concerns),
    byOrigin: group(records, record => record.derivedFrom),
  };
}

function group(records: readonly NoteRecord[], keys: (record: NoteRecord) => string[]) {
  const groups = new Map<string, NoteRecord[]>();
  for (const record of records) {
    for (const key of keys(record)) {
      const list = groups.get(key);
      if (list) list.push(record);
      else groups.set(key, [record]);
    }
  }
  return groups;
}

async function readRecord(repository: Repository, entry: NoteEntry): Promise<NoteRecord> {
  const empty = { ...entry, files: [], dependsOn: [], concerns: [], derivedFrom: [] };
  const object = await repository.read(entry.blob, MAX_NOTE_BYTES);
  if (object?.type !== 'blob') return { ...empty, problem: 'the note is missing from this clone' };
  if (!object.data) return { ...empty, problem: 'the note is larger than 1 MiB' };
  const { annotations, problem } = readNote(object.data);
  const regions = annotations.flatMap(annotation => annotation.regions);
  return {
    ...entry,
    files: unique(regions.map(region => region.file)),
    dependsOn: unique(regions.flatMap(region => region.semantic_dependencies ?? []).map(item => item.file)),
    concerns: unique(
      annotations
        .flatMap(annotation => annotation.cross_cutting ?? [])
        .flatMap(concern => concern.regions)
        .map(region => region.file),
    ),
    derivedFrom: unique(annotations.flatMap(annotation => annotation.provenance.derived_from ?? [])),
    ...(problem === undefined ? {} : { problem }),
  };
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
