import type { Repository } from '../git/repository.ts';

/** A note: the object that it hangs on, and the blob that holds it. */
export type NoteEntry = { object: string; blob: string };

/** Every note of a notes tree, whatever its fan-out. Entries that are no notes are passed over. */
export async function listNotes(repository: Repository, tree: string): Promise<NoteEntry[]> {
  const idLength = repository.location.objectFormat === 'sha256' ? 64 : 40;
  const notes: NoteEntry[] = [];
  const walk = async (id: string, prefix: string): Promise<void> => {
    const subtrees: Promise<void>[] = [];
    for (const [name, entry] of (await repository.tree(id)) ?? []) {
      const path = prefix + name;
      if (!/^[0-9a-f]+$/.test(path) || path.length > idLength) continue;
      if (entry.mode === '40000' && path.length < idLength) subtrees.push(walk(entry.id, path));
      else if (entry.mode.startsWith('100') && path.length === idLength) {
        notes.push({ object: path, blob: entry.id });
      }
    }
    await Promise.all(subtrees);
  };
  await walk(tree, '');
  return notes.sort((a, b) => compare(a.object, b.object) || compare(a.blob, b.blob));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
