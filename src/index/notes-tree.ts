import { parseTree, type TreeEntry } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { NoteList } from './note-list.ts';

/** A note: the object that it is attached to, and the blob that holds its text. */
export type NoteEntry = { object: string; blob: string };

export type Listing = {
  notes: NoteList;
  /** False where part of the tree is missing from this clone. */
  complete: boolean;
};

/** Per level: with two levels of fan-out, git has hundreds of requests to work on, and memory stays low. */
const TREES_AT_ONCE = 32;

/** Every note of a notes tree, whatever its fan-out. Other entries are skipped. */
export async function listNotes(repository: Repository, tree: string): Promise<Listing> {
  const idBytes = repository.location.objectFormat === 'sha256' ? 32 : 20;
  let complete = true;
  // Not through the repository's cache of trees: there may be 65,000, and each is needed once.
  const walk = async (id: string, prefix: string): Promise<Buffer> => {
    const object = await repository.read(id);
    if (object?.type !== 'tree' || !object.data) {
      complete = false;
      return Buffer.alloc(0);
    }
    const subtrees: { id: string; path: string }[] = [];
    const rows: string[] = [];
    for (const entry of parseTree(object.data, idBytes)) {
      const path = prefix + entry.name.toString('latin1');
      const kind = kindOf(repository, path, entry);
      if (kind === 'fan-out') subtrees.push({ id: entry.id, path });
      else if (kind === 'note') rows.push(path, entry.id);
    }
    const found: Buffer[] = [Buffer.from(rows.join(''), 'hex')];
    for (let at = 0; at < subtrees.length; at += TREES_AT_ONCE) {
      const some = subtrees.slice(at, at + TREES_AT_ONCE);
      found.push(...(await Promise.all(some.map(subtree => walk(subtree.id, subtree.path)))));
    }
    return Buffer.concat(found);
  };
  const rows = await walk(tree, '');
  return { notes: NoteList.ordered(rows, idBytes), complete };
}

/**
 * Objects whose notes may differ between two trees, or all that one has. Equal subtrees are not read, so one new note costs a
 * handful of reads. Undefined where a tree is missing, or where more than `most` objects differ.
 */
export async function changedObjects(
  repository: Repository,
  before: string | undefined,
  after: string,
  most: number,
): Promise<Set<string> | undefined> {
  const changed = new Set<string>();
  const walk = async ({ old, now, prefix }: TreePair): Promise<boolean> => {
    const [olds, nows] = await Promise.all([entriesOf(repository, old), entriesOf(repository, now)]);
    if (!olds || !nows) return false;
    const { notes, subtrees } = differences(repository, prefix, olds, nows);
    for (const object of notes) changed.add(object);
    if (changed.size > most) return false;
    return (await Promise.all(subtrees.map(walk))).every(Boolean);
  };
  return (await walk({ old: before, now: after, prefix: '' })) ? changed : undefined;
}

/** A directory of two notes trees, or of one of them. */
type TreePair = { old?: string; now?: string; prefix: string };
type Entries = ReadonlyMap<string, TreeEntry>;

/** No entries for a tree that is only on the other side; undefined for one that is missing from this clone. */
async function entriesOf(repository: Repository, tree: string | undefined): Promise<Entries | undefined> {
  return tree === undefined ? new Map() : repository.tree(tree);
}

function differences(
  repository: Repository,
  prefix: string,
  olds: Entries,
  nows: Entries,
): { notes: string[]; subtrees: TreePair[] } {
  const pairs = [...new Set([...olds.keys(), ...nows.keys()])].flatMap(name => {
    const [a, b] = [olds.get(name), nows.get(name)];
    if (a?.id === b?.id && a?.mode === b?.mode) return [];
    const path = prefix + name;
    return [{ path, old: noteOrTree(repository, path, a), now: noteOrTree(repository, path, b) }];
  });
  return {
    notes: pairs.filter(({ old, now }) => old.note || now.note).map(({ path }) => path),
    subtrees: pairs
      .filter(({ old, now }) => old.tree || now.tree)
      .map(({ path, old, now }) => ({ old: old.tree, now: now.tree, prefix: path })),
  };
}

/** The id of an entry, as that of a note or of a fan-out directory. */
function noteOrTree(
  repository: Repository,
  path: string,
  entry: TreeEntry | undefined,
): { note?: string; tree?: string } {
  const kind = entry && kindOf(repository, path, entry);
  if (kind === 'note') return { note: entry?.id };
  return kind === 'fan-out' ? { tree: entry?.id } : {};
}

/** The notes of one object: more than one where a tree has it in several fan-outs. */
export async function notesOn(repository: Repository, tree: string, object: string): Promise<NoteEntry[]> {
  const blobs = new Set<string>();
  const walk = async (id: string, depth: number): Promise<void> => {
    const entries = await repository.tree(id);
    if (!entries) return;
    for (let end = depth + 1; end <= object.length; end++) {
      const entry = entries.get(object.slice(depth, end));
      const { note, tree: subtree } = noteOrTree(repository, object.slice(0, end), entry);
      if (note) blobs.add(note);
      if (subtree) await walk(subtree, end);
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
