/**
 * From a tree of notes and the notes to change to a new tree. Whatever else is in it stays. A note that is there
 * keeps its path; a new one goes where git would put it: `git notes` reads any fan-out, and adds a level where all
 * sixteen first digits have two notes or more.
 */

import { UltragitError } from '../errors.ts';
import type { TreeEntry } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { type NewEntry, writeTrees } from './calls.ts';
import type { Writer } from './git.ts';

/** The blobs of notes by the object that they hang on; undefined takes the note off. */
export type NoteBlobs = ReadonlyMap<string, string | undefined>;

type Entries = Map<string, NewEntry>;

type Directory = { entries: Entries; below: Map<string, Directory>; depth: number };

/** Gives the id of the new tree. */
export async function rewriteNotesTree(
  writer: Writer,
  tree: string | undefined,
  changes: NoteBlobs,
): Promise<string> {
  const all: Directory[] = [];
  const root = await rewrite(writer.repository, tree, changes, 0, all);
  const ids = new Map<Directory, string>();
  // Level by level, the deepest first: a directory has the ids of those below it.
  for (let depth = Math.max(...all.map(directory => directory.depth)); depth >= 0; depth--) {
    const level = all.filter(directory => directory.depth === depth);
    const written = await writer.run(writeTrees(level.map(directory => finished(directory, ids))));
    for (const [at, directory] of level.entries()) ids.set(directory, written[at] ?? '');
  }
  return ids.get(root) ?? '';
}

function finished({ entries, below }: Directory, ids: ReadonlyMap<Directory, string>): NewEntry[] {
  const directories = [...below]
    .filter(([, directory]) => !isEmpty(directory))
    .map(([name, directory]) => ({ mode: '40000', id: ids.get(directory) ?? '', name: Buffer.from(name) }));
  return [...entries.values(), ...directories];
}

function isEmpty({ entries, below }: Directory): boolean {
  return entries.size === 0 && [...below.values()].every(isEmpty);
}

/** `changes` are by what is left of the object's id at this depth. */
async function rewrite(
  repository: Repository,
  tree: string | undefined,
  changes: NoteBlobs,
  depth: number,
  all: Directory[],
): Promise<Directory> {
  const entries: Entries = new Map(tree === undefined ? [] : await entriesOf(repository, tree));
  const deeper = new Deeper();
  let hasNew = false;
  for (const [rest, blob] of changes) {
    const isNew = change(entries, rest, blob, deeper);
    hasNew ||= isNew;
  }
  const [left = 0] = [...changes.keys()].map(rest => rest.length);
  if (hasNew && needsFanOut(entries, left)) fanOut(entries, left, deeper);

  const directory: Directory = { entries, below: new Map(), depth };
  for (const [name, inside] of deeper.changes) {
    const before = entries.get(name)?.id;
    entries.delete(name);
    directory.below.set(name, await rewrite(repository, before, inside, depth + 1, all));
  }
  all.push(directory);
  return directory;
}

/** Changes that belong into directories of this one. */
class Deeper {
  readonly changes = new Map<string, Map<string, string | undefined>>();

  add(directory: string, rest: string, blob: string | undefined): void {
    const inside = this.changes.get(directory) ?? new Map<string, string | undefined>();
    this.changes.set(directory, inside.set(rest.slice(directory.length), blob));
  }
}

/** Puts a note into its place, here or deeper; true where it is a new one of this level. */
function change(entries: Entries, rest: string, blob: string | undefined, deeper: Deeper): boolean {
  const here = entries.get(rest);
  const fanOuts = prefixesOf(rest).filter(name => entries.get(name)?.mode === '40000');
  // More than one place for the same note is a flaw of other writers: one is enough.
  for (const [at, name] of fanOuts.entries()) deeper.add(name, rest, here || at > 0 ? undefined : blob);
  if (here && blob === undefined) entries.delete(rest);
  if (blob === undefined || (!here && fanOuts.length > 0)) return false;
  entries.set(rest, here ? { ...here, id: blob } : { mode: '100644', id: blob, name: Buffer.from(rest) });
  return !here;
}

function fanOut(entries: Entries, left: number, deeper: Deeper): void {
  for (const [name, { id, mode }] of [...entries]) {
    if (!isNote(name, mode, left)) continue;
    entries.delete(name);
    deeper.add(name.slice(0, 2), name, id);
  }
}

function prefixesOf(rest: string): string[] {
  return Array.from({ length: rest.length - 1 }, (_, at) => rest.slice(0, at + 1));
}

function isNote(name: string, mode: string, length: number): boolean {
  return name.length === length && mode.startsWith('100') && /^[0-9a-f]+$/.test(name);
}

/** As git decides it; a level that has directories already is one with fan-out. */
function needsFanOut(entries: Entries, left: number): boolean {
  if (left <= 2) return false;
  const firsts = new Map<string, number>();
  for (const [name, { mode }] of entries) {
    const isFanOut = mode === '40000' && /^[0-9a-f]{2}$/.test(name);
    const weight = isFanOut ? 2 : isNote(name, mode, left) ? 1 : 0;
    const first = name.slice(0, 1);
    if (weight > 0) firsts.set(first, (firsts.get(first) ?? 0) + weight);
  }
  return firsts.size === 16 && [...firsts.values()].every(count => count >= 2);
}

async function entriesOf(repository: Repository, tree: string): Promise<Map<string, TreeEntry>> {
  const entries = await repository.tree(tree);
  if (entries) return entries;
  throw new UltragitError(
    'not_written',
    'Part of the tree of notes is missing or damaged: nothing was written.',
    ['In a partial clone fetch the notes again; otherwise run `git fsck`.'],
  );
}
