/**
 * Notes are changed by compare-and-swap: from what the ref names now, a new notes commit is made, and the ref moves
 * there only if it has not moved meanwhile; if it has, all of it again. What a killed process leaves behind are
 * objects that nothing names, which git collects.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { UltragitError } from '../errors.ts';
import { notesOn } from '../index/notes-tree.ts';
import { lookUpRef, lookUpTarget, moveRef, writeBlob, writeCommit } from './calls.ts';
import type { Writer } from './git.ts';
import { rewriteNotesTree } from './notes-tree.ts';

/** What a notes ref names at one moment; nothing where it does not exist yet. */
export type NotesTip = { ref: string; commit?: string; tree?: string };

/** The text of a note, or a blob that is there already. */
export type NoteContent = { text: string } | { blob: string };

export type NotesChange = {
  /** By the full id of the annotated object; undefined takes its note off. */
  notes: ReadonlyMap<string, NoteContent | undefined>;
  message: string;
  /** Of a merge: the other histories of notes that are in it now. */
  otherParents?: readonly string[];
};

const MOST_ATTEMPTS = 200;
const MOST_ATTEMPTS_AT_A_LOCK = 3;

export async function notesTip(writer: Writer, ref: string): Promise<NotesTip> {
  const found = await writer.run(lookUpRef(ref));
  const target = found ? found.target : await writer.run(lookUpTarget(ref));
  if (target !== undefined && !target.startsWith('refs/notes/')) {
    throw new UltragitError('not_written', `${ref} stands for ${target}, which is no notes ref.`, [
      `Nothing was written. Look at it with: git symbolic-ref ${ref}`,
    ]);
  }
  if (found === undefined) return { ref };
  const commit = await writer.repository.commit(found.id);
  if (commit) return { ref, commit: commit.id, tree: commit.tree };
  throw new UltragitError('not_written', `${ref} does not lead to a commit, so no note can be added to it.`, [
    'In a partial clone fetch the notes again; otherwise `git fsck` says what is wrong.',
  ]);
}

/** The note of an object, as git shows it: where a tree has several, one after the other. */
export async function noteText(
  { repository }: Writer,
  { tree }: NotesTip,
  object: string,
): Promise<Buffer | undefined> {
  if (tree === undefined) return undefined;
  const parts = await Promise.all(
    (await notesOn(repository, tree, object)).map(async ({ blob }) => {
      const data = (await repository.read(blob))?.data;
      if (data) return data;
      throw new UltragitError('not_written', `The note on ${object.slice(0, 12)} is missing or damaged.`, [
        'In a partial clone fetch the notes again; otherwise run `git fsck`.',
      ]);
    }),
  );
  if (parts.length === 0) return undefined;
  return Buffer.concat(parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from('\n\n'), part])));
}

/**
 * Changes notes. `decide` says what from the notes as they are, and is asked again whenever somebody was faster;
 * undefined from it changes nothing. Gives what the ref names afterwards.
 */
export async function changeNotes(
  writer: Writer,
  ref: string,
  decide: (tip: NotesTip) => Promise<NotesChange | undefined>,
): Promise<NotesTip> {
  const known = new Map<string, string>();
  let locked = 0;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const tip = await notesTip(writer, ref);
    const change = await decide(tip);
    if (change === undefined) return tip;
    const made = await makeCommit(writer, tip, change, known);
    const reason = (change.message.split('\n')[0] ?? '').replace(/[\x00-\x1f\x7f]/g, ' ') || 'notes';
    const moved = await writer.run(moveRef(ref, made.commit, tip.commit, reason));
    if (moved === 'done') return made;
    if (moved === 'locked' && ++locked >= MOST_ATTEMPTS_AT_A_LOCK) throw isLocked(ref);
    await wait(Math.random() * Math.min(10 * (attempt + 1), 200));
  }
  throw new UltragitError('not_written', `${ref} kept moving, so nothing was written.`, ['Try again.']);
}

/** The same up to where the ref would move: nothing names what is made. */
export async function tryChange(
  writer: Writer,
  ref: string,
  decide: (tip: NotesTip) => Promise<NotesChange | undefined>,
): Promise<NotesTip> {
  const tip = await notesTip(writer, ref);
  const change = await decide(tip);
  return change === undefined ? tip : makeCommit(writer, tip, change, new Map());
}

/** `known` has the blobs of texts that were written for an earlier attempt. */
async function makeCommit(
  writer: Writer,
  tip: NotesTip,
  { notes, message, otherParents = [] }: NotesChange,
  known: Map<string, string>,
): Promise<NotesTip & { commit: string }> {
  const blobs = new Map<string, string | undefined>();
  for (const [object, content] of notes) {
    blobs.set(
      object,
      content && ('blob' in content ? content.blob : await blobOf(writer, content.text, known)),
    );
  }
  const tree = await rewriteNotesTree(writer, tip.tree, blobs);
  const parents = [...(tip.commit === undefined ? [] : [tip.commit]), ...otherParents];
  return {
    ref: tip.ref,
    tree,
    commit: await writer.run(writeCommit(tree, parents, `${message.trimEnd()}\n`)),
  };
}

async function blobOf(writer: Writer, text: string, known: Map<string, string>): Promise<string> {
  const blob = known.get(text) ?? (await writer.run(writeBlob(text)));
  known.set(text, blob);
  return blob;
}

function isLocked(ref: string): UltragitError {
  return new UltragitError('not_written', `Another git process holds the lock of ${ref}.`, [
    `Try again; if no git is running, a killed one left ${ref}.lock in the git directory: remove it.`,
  ]);
}
