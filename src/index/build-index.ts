import { type NamedInNote, noteKeys } from '../annotation/note-keys.ts';
import { MAX_NOTE_BYTES } from '../annotation/read-note.ts';
import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { cloneStamp } from './clone-stamp.ts';
import { LayeredIndex } from './layered-index.ts';
import { changedObjects, listNotes, type NoteEntry, notesOn } from './notes-tree.ts';
import { Packer } from './pack.ts';
import { PackedNotes } from './packed-notes.ts';

export type BuildOptions = {
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

/** Several batches at once, so that git works on the next ones while this process parses one. */
const BATCH = 250;
const BATCHES_AT_ONCE = 4;

const NO_TREE = '0'.repeat(40);
const MISSING = 'the note is missing from this clone';
const NOTHING: NamedInNote = { files: [], dependsOn: [], concerns: [], derivedFrom: [] };

/** A notes ref, and the tree that it has now. */
type NotesTree = { source: string; tree: string };

/** Notes to be read, and what is known of some of them, by blob. */
type Listed = { source: string; notes: readonly NoteEntry[]; known: ReadonlyMap<string, NamedInNote> };

/** False where an object was missing that may have arrived by now. */
export function isCurrent(index: LayeredIndex, repository: Repository): boolean {
  return index.stamp === 0 || index.stamp === cloneStamp(repository.location);
}

export function emptyIndex(source: string): LayeredIndex {
  return new LayeredIndex(opened(new Packer([]).finish({ source, tree: NO_TREE, stamp: 0 })));
}

/** One pass over all notes; blobs that an index of another tree knows are not read again. */
export async function buildIndex(
  repository: Repository,
  { source, tree }: NotesTree,
  options: BuildOptions = {},
  previous?: LayeredIndex,
): Promise<LayeredIndex> {
  const stamp = cloneStamp(repository.location);
  const { notes, complete } = await listNotes(repository, tree);
  const known = new Map<string, NamedInNote>();
  for (const record of previous?.all() ?? []) {
    if (record.problem !== MISSING) known.set(record.blob, record);
  }
  const packer = new Packer(notes);
  const allThere = await readAll(repository, { source, notes, known }, packer, options);
  return new LayeredIndex(opened(packer.finish({ source, tree, stamp: complete && allThere ? 0 : stamp })));
}

/** The index of a tree that differs little from another; undefined where it differs much. */
export async function updateIndex(
  repository: Repository,
  previous: LayeredIndex,
  tree: string,
  options: BuildOptions = {},
): Promise<LayeredIndex | undefined> {
  const stamp = cloneStamp(repository.location);
  const { base, delta } = previous;
  const { source } = base;
  const most = 1_000 + Math.floor(base.size / 50);
  const changed = await changedObjects(repository, previous.tree, tree, most);
  if (!changed) return undefined;
  const covered = new Set([...(delta?.covered() ?? []), ...changed]);
  if (covered.size > most) return undefined;

  const found = await Promise.all([...changed].map(object => notesOn(repository, tree, object)));
  const kept = (delta?.all() ?? []).filter(record => !changed.has(record.object));
  const notes = [...kept, ...found.flat()]
    .map(({ object, blob }) => ({ object, blob }))
    .sort((a, b) => (a.object + a.blob < b.object + b.blob ? -1 : 1));
  const packer = new Packer(notes);
  const known = new Map<string, NamedInNote>(kept.map(record => [record.blob, record]));
  const allThere = await readAll(repository, { source, notes, known }, packer, options);
  const subject = { source, tree, stamp: allThere ? previous.stamp : stamp, base: base.id };
  return new LayeredIndex(base, opened(packer.finish(subject, [...covered])));
}

/** False where a note was missing from the clone. */
async function readAll(
  repository: Repository,
  { source, notes, known }: Listed,
  packer: Packer,
  { progress, signal }: BuildOptions,
): Promise<boolean> {
  let allThere = true;
  let next = 0;
  let done = 0;
  const readOne = async (note: number) => {
    const blob = notes[note]?.blob ?? '';
    const keys = known.get(blob) ?? (await readKeys(repository, blob, source));
    if (keys.problem === MISSING) allThere = false;
    packer.add(note, keys, keys.problem);
  };
  const readBatches = async () => {
    while (next < notes.length) {
      if (signal?.aborted) throw cancelled();
      const start = next;
      next = Math.min(start + BATCH, notes.length);
      await Promise.all(Array.from({ length: next - start }, (_, at) => readOne(start + at)));
      done += BATCH;
      progress?.(Math.min(done, notes.length), notes.length);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, readBatches));
  return allThere;
}

async function readKeys(repository: Repository, blob: string, source: string): Promise<NamedInNote> {
  const object = await repository.read(blob, MAX_NOTE_BYTES);
  if (object?.type !== 'blob') return { ...NOTHING, problem: MISSING };
  if (!object.data) return { ...NOTHING, problem: 'the note is larger than 1 MiB' };
  return noteKeys(object.data, source);
}

function opened(bytes: Buffer): PackedNotes {
  const packed = PackedNotes.open(bytes);
  if (!packed) throw new Error('notes were packed in a way that can not be read');
  return packed;
}
