import { parseTree, type TreeEntry } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';

/** A note: the object that it hangs on, and the blob that holds it. */
export type NoteEntry = { object: string; blob: string };

type Listing = {
  notes: NoteEntry[];
  /** False where part of the tree is missing from this clone. */
  complete: boolean;
};

/** On each level: two levels of fan-out keep git busy with hundreds, and memory low. */
const TREES_AT_ONCE = 32;

/** Every note of a notes tree, whatever its fan-out, in order, once. Entries that are no notes are passed over. */
export async function listNotes(repository: Repository, tree: string): Promise<Listing> {
  const all: NoteEntry[] = [];
  const idBytes = repository.location.objectFormat === 'sha256' ? 32 : 20;
  let complete = true;
  // Not through the repository's cache of trees: there may be 65,000, and each is needed once.
  const walk = async (id: string, prefix: string): Promise<void> => {
    const object = await repository.read(id);
    if (object?.type !== 'tree' || !object.data) {
      complete = false;
      return;
    }
    const subtrees: { id: string; path: string }[] = [];
    for (const entry of parseTree(object.data, idBytes)) {
      const path = prefix + entry.name.toString('latin1');
      const kind = kindOf(repository, path, entry);
      if (kind === 'fan-out') subtrees.push({ id: entry.id, path });
      else if (kind === 'note') all.push({ object: path, blob: entry.id });
    }
    for (let at = 0; at < subtrees.length; at += TREES_AT_ONCE) {
      const some = subtrees.slice(at, at + TREES_AT_ONCE);
      await Promise.all(some.map(subtree => walk(subtree.id, subtree.path)));
    }
  };
  await walk(tree, '');
  all.sort((a, b) => compare(a.object, b.object) || compare(a.blob, b.blob));
  const notes = all.filter(
    (note, at) => note.object !== all[at - 1]?.object || note.blob !== all[at - 1]?.blob,
  );
  return { notes, complete };
}

/**
 * Objects whose notes may differ between two trees. Equal subtrees are not read, so one new note costs a
 * handful of reads. Undefined where there is no telling, or so many that listing all is as quick.
 */
export async function changedObjects(
  repository: Repository,
  before: string,
  after: string,
  most: number,
): Promise<Set<string> | undefined> {
  const changed = new Set<string>();
  let isSure = true;
  const walk = async (old: string | undefined, now: string | undefined, prefix: string): Promise<void> => {
    const [olds, nows] = await Promise.all([old && repository.tree(old), now && repository.tree(now)]);
    if ((old && !olds) || (now && !nows)) isSure = false;
    if (!isSure || changed.size > most) return;
    const both = [olds || new Map<string, TreeEntry>(), nows || new Map<string, TreeEntry>()] as const;
    const subtrees: Promise<void>[] = [];
    for (const name of new Set([...both[0].keys(), ...both[1].keys()])) {
      const [a, b] = [both[0].get(name), both[1].get(name)];
      if (a?.id === b?.id && a?.mode === b?.mode) continue;
      const path = prefix + name;
      const kinds = [a && kindOf(repository, path, a), b && kindOf(repository, path, b)];
      if (kinds.includes('note')) changed.add(path);
      if (kinds.includes('fan-out')) {
        const [oldTree, newTree] = [
          kinds[0] === 'fan-out' ? a : undefined,
          kinds[1] === 'fan-out' ? b : undefined,
        ];
        subtrees.push(walk(oldTree?.id, newTree?.id, path));
      }
    }
    await Promise.all(subtrees);
  };
  await walk(before, after, '');
  return isSure && changed.size <= most ? changed : undefined;
}

/** The notes of one object: more than one where a tree has it in several fan-outs. */
export async function notesOn(repository: Repository, tree: string, object: string): Promise<NoteEntry[]> {
  const blobs = new Set<string>();
  const walk = async (id: string, depth: number): Promise<void> => {
    const entries = await repository.tree(id);
    if (!entries) return;
    for (let end = depth + 1; end <= object.length; end++) {
      const entry = entries.get(object.slice(depth, end));
      const kind = entry && kindOf(repository, object.slice(0, end), entry);
      if (kind === 'note') blobs.add(entry?.id ?? '');
      else if (kind === 'fan-out') await walk(entry?.id ?? '', end);
    }
  };
  await walk(tree, 0);
  return [...blobs].sort().map(blob => ({ object, blob }));
}

function kindOf(repository: Repository, path: string, entry: TreeEntry): 'note' | 'fan-out' | undefined {
  const idLength = repository.location.objectFormat === 'sha256' ? 64 : 40;
  if (path.length > idLength || !/^[0-9a-f]+$/.test(path)) return undefined;
  if (entry.mode === '40000') return path.length < idLength ? 'fan-out' : undefined;
  return entry.mode.startsWith('100') && path.length === idLength ? 'note' : undefined;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
