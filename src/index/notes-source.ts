import { type NamedInNote, noteKeys } from '../annotation/note-keys.ts';
import { MAX_NOTE_BYTES } from '../annotation/note-reading.ts';
import type { Repository } from '../git/repository.ts';
import { changedObjects, listNotes, notesOn } from './notes-tree.ts';
import { DAMAGED, MISSING, NOTHING_NAMED, type SourceReader } from './source-reader.ts';

/** The notes of a ref; its states are the trees that it had. */
export function notesSource(repository: Repository, noteref: string): SourceReader {
  return {
    source: noteref,
    list: tree => listNotes(repository, tree),
    async changes(before, after, most) {
      const objects = await changedObjects(repository, before, after, most);
      if (!objects) return undefined;
      const notes = await Promise.all([...objects].map(object => notesOn(repository, after, object)));
      return { objects, notes: notes.flat() };
    },
    keysOf: ({ blob }) => keysOfBlob(repository, blob, noteref),
  };
}

async function keysOfBlob(repository: Repository, blob: string, source: string): Promise<NamedInNote> {
  const object = await repository.read(blob, MAX_NOTE_BYTES);
  if (object?.type !== 'blob') {
    return { ...NOTHING_NAMED, problem: repository.isDamaged(blob) ? DAMAGED : MISSING };
  }
  if (!object.data) return { ...NOTHING_NAMED, problem: 'the note is larger than 1 MiB' };
  return noteKeys(object.data, source);
}
