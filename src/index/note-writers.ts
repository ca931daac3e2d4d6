import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { type NoteEntry, notesOn } from './notes-tree.ts';

/**
 * Who brought a note to its ref: a name, or none where that is longer ago than was looked; and whether the commit that
 * did carries a signature.
 */
export type Writer = { name?: string; isSigned?: true };

type Options = {
  /** How many commits of the ref's history are looked at. */
  most: number;
  /** What is known of a note as it is in this commit. */
  known(commit: string, note: NoteEntry): Writer | undefined;
  signal?: AbortSignal;
};

/** A commit of the ref with the bytes of its tree, in which most notes are where they were a commit later. */
type Version = { commit: Commit; root: Buffer | undefined };

/** A note, and the entries of the root tree that lead to it: as long as they are there, nothing changed below them. */
type Sought = { note: NoteEntry; entries: readonly Buffer[] };

/** Some 1,900 notes without any fan-out; git itself makes no tree as large. */
const LARGEST_ROOT = 128 * 1024;

export function noteId({ object, blob }: NoteEntry): string {
  return `${object} ${blob}`;
}

/**
 * Takes the newest commit of a notes ref, and notes that it has; gives the author of the commit that brought each, by
 * `noteId`. One walk for all: each note goes on to the first parent that has it, too, in whatever fan-out. Notes of
 * which this clone lacks the history are left out.
 */
export async function noteWriters(
  repository: Repository,
  tip: Commit,
  notes: readonly NoteEntry[],
  { most, known, signal }: Options,
): Promise<Map<string, Writer>> {
  const writers = new Map<string, Writer>(notes.map(note => [noteId(note), {}]));
  const waiting = new Map<string, Sought[]>([[tip.id, notes.map(note => ({ note, entries: [] }))]]);
  let left = most;
  for (const [id, here] of waiting) {
    if (left-- <= 0) break;
    if (signal?.aborted) throw cancelled();
    // What comes here once more, by another way, is looked at once more.
    waiting.delete(id);
    for (const origin of await originsOf(repository, id, here, known)) {
      if ('sought' in origin) waiting.set(origin.in, [...(waiting.get(origin.in) ?? []), origin.sought]);
      else if (origin.writer) writers.set(noteId(origin.note), origin.writer);
      else writers.delete(noteId(origin.note));
    }
  }
  return writers;
}

/** The parent in which a note is to be sought further, or its writer, unless that is not known in this clone. */
type Origin = { in: string; sought: Sought } | { note: NoteEntry; writer?: Writer };

async function originsOf(
  repository: Repository,
  id: string,
  here: readonly Sought[],
  known: Options['known'],
): Promise<Origin[]> {
  const told = here.map(({ note }) => ({ note, writer: known(id, note) }));
  const commit = told.every(({ writer }) => writer) ? undefined : await repository.commit(id);
  if (!commit) return told;
  const parents = await Promise.all(commit.parents.map(parent => versionOf(repository, parent)));
  const isWhole = parents.every(parent => parent !== undefined);
  const { isSigned, author } = commit;
  const writer = { name: author.name, ...(isSigned ? { isSigned } : {}) };
  return Promise.all(
    here.map(async (sought, at) => {
      const already = told[at];
      if (already?.writer) return already;
      const further = await firstWith(repository, sought, parents);
      return further ?? { note: sought.note, writer: isWhole ? writer : undefined };
    }),
  );
}

/** With what comes before it asked for at the same time: most walks go on. */
async function versionOf(repository: Repository, id: string): Promise<Version | undefined> {
  const commit = await repository.commit(id);
  if (!commit) return undefined;
  const [root] = await Promise.all([
    repository.read(commit.tree, LARGEST_ROOT),
    ...commit.parents.map(parent => repository.commit(parent)),
  ]);
  return root && { commit, root: root.data };
}

/** The first of these versions that has the note; one that is too large to look into ends the search. */
async function firstWith(
  repository: Repository,
  { note, entries }: Sought,
  versions: readonly (Version | undefined)[],
): Promise<Origin | undefined> {
  for (const version of versions) {
    if (!version) continue;
    const { commit, root } = version;
    if (!root) return { note, writer: {} };
    const isUnchanged = entries.length > 0 && entries.every(entry => root.includes(entry));
    if (isUnchanged) return { in: commit.id, sought: { note, entries } };
    const there = await notesOn(repository, commit.tree, note.object);
    if (there.some(({ blob }) => blob === note.blob)) {
      return { in: commit.id, sought: { note, entries: leadingTo(root, note) } };
    }
  }
  return undefined;
}

/** The entries of a tree whose names begin the object's id, as bytes: name and id. */
function leadingTo(root: Buffer, { object }: NoteEntry): Buffer[] {
  const idBytes = object.length / 2;
  return Array.from(object, (_, at) => Buffer.from(` ${object.slice(0, at + 1)}\0`)).flatMap(name => {
    const at = root.indexOf(name);
    return at < 0 ? [] : [root.subarray(at, at + name.length + idBytes)];
  });
}
