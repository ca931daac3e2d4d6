import { MARKS, type NamedInNote } from '../annotation/note-keys.ts';
import { CHANGED_FILES } from '../annotation/schema.ts';
import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { filesChangedBy } from './changed-files.ts';
import { cloneStamp } from './clone-stamp.ts';
import { LayeredIndex } from './layered-index.ts';
import type { NoteEntry } from './notes-tree.ts';
import { Packer } from './pack.ts';
import { PackedNotes } from './packed-notes.ts';
import { inNoteOrder, isAbsent, NOTHING_NAMED, type SourceReader } from './source-reader.ts';

export type BuildOptions = {
  progress?: (done: number, total: number) => void;
  signal?: AbortSignal;
};

/** Several batches at once, so that git works on the next ones while this process parses one. */
const BATCH = 250;
const BATCHES_AT_ONCE = 4;

const NO_TREE = '0'.repeat(40);

/** Notes to be read, and what is known of some of them. */
type Listed = { notes: readonly NoteEntry[]; known: ReadonlyMap<string, NamedInNote> };

/** False where an object was missing that may have arrived by now. */
export function isCurrent(index: LayeredIndex, repository: Repository): boolean {
  return index.stamp === 0 || index.stamp === cloneStamp(repository.location);
}

export function emptyIndex(source: string): LayeredIndex {
  return new LayeredIndex(opened(new Packer([]).finish({ source, tree: NO_TREE, stamp: 0 })));
}

/** One pass over all notes of a source; those that an index of another state knows are not read again. */
export async function buildIndex(
  repository: Repository,
  reader: SourceReader,
  tree: string,
  options: BuildOptions = {},
  previous?: LayeredIndex,
): Promise<LayeredIndex> {
  const stamp = cloneStamp(repository.location);
  const { notes, complete } = await reader.list(tree, options.signal);
  const known = knownOf(previous?.all() ?? []);
  const packer = new Packer(notes);
  const allThere = await readAll(repository, reader, { notes, known }, packer, options);
  const subject = { source: reader.source, tree, stamp: complete && allThere ? 0 : stamp };
  return new LayeredIndex(opened(packer.finish(subject)));
}

/** The index of a state that differs little from another; undefined where it differs much. */
export async function updateIndex(
  repository: Repository,
  reader: SourceReader,
  previous: LayeredIndex,
  tree: string,
  options: BuildOptions = {},
): Promise<LayeredIndex | undefined> {
  const stamp = cloneStamp(repository.location);
  const { base, delta } = previous;
  const most = 1_000 + Math.floor(base.size / 50);
  const changes = await reader.changes(previous.tree, tree, most, options.signal);
  if (!changes) return undefined;
  const covered = new Set([...(delta?.covered() ?? []), ...changes.objects]);
  if (covered.size > most) return undefined;

  const kept = (delta?.all() ?? []).filter(record => !changes.objects.has(record.object));
  const notes = inNoteOrder([...kept, ...changes.notes].map(({ object, blob }) => ({ object, blob })));
  const packer = new Packer(notes);
  const listed = { notes, known: knownOf(kept) };
  const allThere = await readAll(repository, reader, listed, packer, options);
  const subject = { source: reader.source, tree, stamp: allThere ? previous.stamp : stamp, base: base.id };
  return new LayeredIndex(base, opened(packer.finish(subject, [...covered])));
}

/** By blob; where a note concerns the files that its commit changed, the same text names others elsewhere. */
function knownOf(records: readonly (NoteEntry & NamedInNote)[]): Map<string, NamedInNote> {
  return new Map(
    records
      .filter(record => !isAbsent(record.problem))
      .map(record => [record.files.includes(CHANGED_FILES) ? noteId(record) : record.blob, record]),
  );
}

function noteId({ object, blob }: NoteEntry): string {
  return `${object} ${blob}`;
}

/** False where a note, or the commit that it concerns the files of, was missing from the clone. */
async function readAll(
  repository: Repository,
  reader: SourceReader,
  { notes, known }: Listed,
  packer: Packer,
  { progress, signal }: BuildOptions,
): Promise<boolean> {
  let allThere = true;
  let next = 0;
  let done = 0;
  const unscoped = new Map<number, string[]>();
  const readOne = async (note: number, entry: NoteEntry) => {
    const keys = known.get(entry.blob) ?? known.get(noteId(entry)) ?? (await reader.keysOf(entry));
    if (isAbsent(keys.problem)) allThere = false;
    if (keys.files.includes(CHANGED_FILES) && !keys.isExpanded)
      unscoped.set(note, [entry.object, ...linkedIn(keys)]);
    packer.add(note, keys, keys.problem);
  };
  const readBatches = async () => {
    while (next < notes.length) {
      if (signal?.aborted) throw cancelled();
      const start = next;
      next = Math.min(start + BATCH, notes.length);
      await Promise.all(notes.slice(start, next).map((entry, at) => readOne(start + at, entry)));
      done += BATCH;
      progress?.(Math.min(done, notes.length), notes.length);
    }
  };
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, readBatches));
  if (unscoped.size === 0) return allThere;
  const changed = await filesChangedBy(repository, [...unscoped.values()].flat(), signal);
  for (const [note, ids] of unscoped) {
    const files = ids.flatMap(id => changed.get(id) ?? []);
    if (files.length > 0) packer.add(note, { ...NOTHING_NAMED, files });
    else allThere = false;
  }
  return allThere;
}

function linkedIn({ marks }: NamedInNote): string[] {
  const linked = marks.filter(mark => mark.startsWith(MARKS.linked));
  return linked.map(mark => mark.slice(MARKS.linked.length));
}

function opened(bytes: Buffer): PackedNotes {
  const packed = PackedNotes.open(bytes);
  if (!packed) throw new Error('notes were packed in a way that can not be read');
  return packed;
}
