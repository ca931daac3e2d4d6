import { MAX_NOTE_BYTES, readNote } from '../annotation/read-note.ts';
import type { Repository } from '../git/repository.ts';
import { type NoteKeys, type NoteRecord, type NotesIndex, SHORTEST_ID } from './notes-index.ts';
import { listNotes, type NoteEntry } from './notes-tree.ts';

type FullRecord = NoteRecord & NoteKeys;
type MemoryIndex = NotesIndex & { records: FullRecord[] };
type Progress = (done: number, total: number) => void;

const BATCH = 2_000;

export async function buildIndex(
  repository: Repository,
  tree: string,
  options: { previous?: NotesIndex; progress?: Progress; signal?: AbortSignal } = {},
): Promise<NotesIndex> {
  const entries = await listNotes(repository, tree);
  const previous = options.previous as MemoryIndex | undefined;
  const known = new Map(previous?.records.map(record => [record.blob, record]));
  const records: FullRecord[] = [];
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

export function indexRecords(tree: string, records: FullRecord[]): MemoryIndex {
  const byObject = group(records, record => [record.object]);
  const byFile = group(records, record => record.files);
  const byDependency = group(records, record => record.dependsOn);
  const byConcern = group(records, record => record.concerns);
  const byOrigin = group(records, record => record.derivedFrom);
  return {
    tree,
    records,
    size: records.length,
    malformed: records.filter(record => record.problem !== undefined),
    byObject: id => byObject.get(id) ?? [],
    byObjectPrefix: prefix => records.filter(record => record.object.startsWith(prefix)),
    byFile: path => byFile.get(path) ?? [],
    byDependency: path => byDependency.get(path) ?? [],
    byConcern: path => byConcern.get(path) ?? [],
    byOrigin(id) {
      const found = [...(byOrigin.get(id) ?? [])];
      for (let length = SHORTEST_ID; length < id.length; length++) {
        found.push(...(byOrigin.get(id.slice(0, length)) ?? []));
      }
      return found;
    },
    files: (prefix = '') => [...byFile.keys()].filter(name => name.startsWith(prefix)).sort(),
    names: () => [...new Set([...byFile.keys(), ...byDependency.keys()])].sort(),
  };
}

function group(records: readonly FullRecord[], keys: (record: FullRecord) => string[]) {
  const groups = new Map<string, FullRecord[]>();
  for (const record of records) {
    for (const key of keys(record)) {
      const list = groups.get(key);
      if (list) list.push(record);
      else groups.set(key, [record]);
    }
  }
  return groups;
}

async function readRecord(repository: Repository, entry: NoteEntry): Promise<FullRecord> {
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
