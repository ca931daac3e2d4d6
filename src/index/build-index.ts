import type { Repository } from '../git/repository.ts';
import { cloneStamp } from './clone-stamp.ts';
import { LayeredIndex } from './layered-index.ts';
import { mergePacked } from './merge-packed.ts';
import { NoteList } from './note-list.ts';
import { Packer } from './pack.ts';
import { PackedNotes } from './packed-notes.ts';
import { type BuildOptions, readParts } from './read-parts.ts';
import type { SourceReader } from './source-reader.ts';

const NO_TREE = '0'.repeat(40);

/** False where an object was missing that may have arrived by now. */
export function isCurrent(index: LayeredIndex, repository: Repository): boolean {
  return index.stamp === 0 || index.stamp === cloneStamp(repository.location);
}

export function emptyIndex(source: string): LayeredIndex {
  return new LayeredIndex(opened(new Packer(NoteList.of([])).finish({ source, tree: NO_TREE, stamp: 0 })));
}

/** One pass over all notes of a source; those that other packed notes know are not read again. */
export async function buildIndex(
  repository: Repository,
  reader: SourceReader,
  tree: string,
  options: BuildOptions = {},
  known: readonly PackedNotes[] = [],
): Promise<LayeredIndex> {
  const stamp = cloneStamp(repository.location);
  const { notes, complete } = await reader.list(tree, options.signal);
  const read = await readParts(repository, reader, { notes, known, tree, stamp }, options);
  const subject = { source: reader.source, tree, stamp: complete && read.allThere ? 0 : stamp };
  return new LayeredIndex(opened(mergePacked(subject, notes, read.parts)));
}

/** The index of a state that differs little from another; undefined where it differs much. */
export async function updateIndex(
  repository: Repository,
  reader: SourceReader,
  previous: LayeredIndex,
  tree: string,
  { progress, signal }: BuildOptions = {},
): Promise<LayeredIndex | undefined> {
  const stamp = cloneStamp(repository.location);
  const { base, delta } = previous;
  const most = 1_000 + Math.floor(base.size / 50);
  const changes = await reader.changes(previous.tree, tree, most, signal);
  if (!changes) return undefined;
  const covered = new Set([...(delta?.covered() ?? []), ...changes.objects]);
  if (covered.size > most) return undefined;

  const kept = (delta?.byObjectPrefix('') ?? []).filter(({ object }) => !changes.objects.has(object));
  const notes = NoteList.of([...kept, ...changes.notes]);
  const wanted = { notes, known: delta ? [delta] : [], tree, stamp };
  const read = await readParts(repository, reader, wanted, { progress, signal });
  const subject = {
    ...{ source: reader.source, tree, base: base.id },
    stamp: read.allThere ? previous.stamp : stamp,
  };
  return new LayeredIndex(base, opened(mergePacked(subject, notes, read.parts, [...covered])));
}

function opened(bytes: Buffer): PackedNotes {
  const packed = PackedNotes.open(bytes);
  if (!packed) throw new Error('notes were packed in a way that can not be read');
  return packed;
}
