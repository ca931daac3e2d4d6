import { setTimeout as wait } from 'node:timers/promises';
import { UltragitError } from '../../errors.ts';
import { listBetween, mergeBases } from '../../git/calls.ts';
import { moveRef } from '../calls.ts';
import type { Writer } from '../git.ts';
import { type MergedTrees, mergeTrees } from '../merge/merge-trees.ts';
import { changeNotes, type NotesTip, notesTip, tryChange } from '../notes-ref.ts';
import { mergeMessage } from './merge-message.ts';

/** How our notes stand to those of a remote; `apart`: both have something that the other has not. */
export type Relation = 'same' | 'ahead' | 'behind' | 'apart';

export type Comparison = { relation: Relation; bases: readonly string[] };

/** A remote's notes, as their copy here has them. */
export type TheirNotes = { commit: string; tree: string; remote: string };

export type Integrated = {
  /** What our ref names now. */
  tip: NotesTip;
  how: 'unchanged' | 'forwarded' | 'merged';
  conflicts: MergedTrees['conflicts'];
  /** What they removed and we have: kept, unless it was to be accepted. */
  removals: MergedTrees['removals'];
};

export async function compareNotes(
  { repository }: Writer,
  ours: NotesTip,
  theirs: string,
): Promise<Comparison> {
  if (ours.commit === undefined) return { relation: 'behind', bases: [] };
  if (ours.commit === theirs) return { relation: 'same', bases: [theirs] };
  const bases = await repository.run(mergeBases(ours.commit, theirs));
  if (bases.includes(theirs)) return { relation: 'ahead', bases };
  return { relation: bases.includes(ours.commit) ? 'behind' : 'apart', bases };
}

const MOST_ATTEMPTS = 10;

/** How many of their commits are looked at for what was removed and written anew. */
const MOST_STATES = 1_000;

/** Brings our ref to what both sides have. It moves only from where it was seen, so a note written meanwhile is kept. */
export async function integrate(
  writer: Writer,
  ref: string,
  theirs: TheirNotes,
  { acceptRemovals = false }: { acceptRemovals?: boolean } = {},
): Promise<Integrated> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const tip = await notesTip(writer, ref);
    const { relation } = await compareNotes(writer, tip, theirs.commit);
    if (relation === 'same' || relation === 'ahead')
      return { tip, how: 'unchanged', conflicts: [], removals: [] };
    const removals = (await mergeWith(writer, tip, theirs))?.removals ?? [];
    const done =
      removals.length > 0 && !acceptRemovals
        ? await keep(writer, ref, theirs)
        : relation === 'behind'
          ? await forward(writer, tip, theirs, removals)
          : await merge(writer, ref, theirs);
    if (done) return done;
    await wait(Math.random() * Math.min(10 * (attempt + 1), 200));
  }
  throw new UltragitError('not_written', `${ref} kept moving or is locked, so nothing was merged.`, [
    `Try again; if no git is running, a killed one left ${ref}.lock in the git directory: remove it.`,
  ]);
}

/** Undefined where somebody was faster. */
async function forward(
  writer: Writer,
  tip: NotesTip,
  theirs: TheirNotes,
  removals: MergedTrees['removals'],
): Promise<Integrated | undefined> {
  const { ref } = tip;
  const moved = await writer.run(moveRef(ref, theirs.commit, tip.commit, `Notes of ${theirs.remote}`));
  if (moved !== 'done') return undefined;
  return {
    tip: { ref, commit: theirs.commit, tree: theirs.tree },
    how: 'forwarded',
    conflicts: [],
    removals,
  };
}

async function merge(writer: Writer, ref: string, theirs: TheirNotes): Promise<Integrated | undefined> {
  let merged: MergedTrees | undefined;
  const tip = await changeNotes(writer, ref, async now => {
    merged = await mergeWith(writer, now, theirs);
    return (
      merged && {
        notes: merged.changes,
        message: mergeMessage(theirs.remote, merged.conflicts),
        otherParents: [theirs.commit],
      }
    );
  });
  return merged && { tip, how: 'merged', conflicts: merged.conflicts, removals: merged.removals };
}

/**
 * Takes what they added and changed, and keeps what they removed. Their commit becomes no parent: as long as the removal is
 * not accepted, it is one that the next sync sees.
 */
async function keep(writer: Writer, ref: string, theirs: TheirNotes): Promise<Integrated | undefined> {
  let merged: MergedTrees | undefined;
  const tip = await changeNotes(writer, ref, async now => {
    merged = await mergeWith(writer, now, theirs);
    return merged && merged.keeping.size > 0
      ? { notes: merged.keeping, message: `Notes taken over from ${theirs.remote}` }
      : undefined;
  });
  return merged && { tip, how: 'unchanged', conflicts: merged.conflicts, removals: merged.removals };
}

/** What the remote should have while we keep what it removed: all of ours but that. No ref here names it. */
export async function withoutKept(writer: Writer, ref: string, theirs: TheirNotes): Promise<NotesTip> {
  const made = await tryChange(writer, ref, async now => {
    const merged = await mergeWith(writer, now, theirs);
    return (
      merged && {
        notes: merged.changes,
        message: mergeMessage(theirs.remote, []),
        otherParents: [theirs.commit],
      }
    );
  });
  return made.tree === theirs.tree ? { ...made, commit: theirs.commit } : made;
}

/** What a merge would change; undefined where there is nothing to merge. */
export async function mergeWith(
  writer: Writer,
  ours: NotesTip,
  theirs: TheirNotes,
): Promise<MergedTrees | undefined> {
  const { relation, bases } = await compareNotes(writer, ours, theirs.commit);
  if (relation === 'same' || relation === 'ahead' || ours.tree === undefined) return undefined;
  const treesOf = (commits: readonly string[]) =>
    Promise.all(commits.map(async id => (await writer.repository.commit(id))?.tree));
  const trees = await treesOf(bases);
  const [base, ...others] = bases;
  const between =
    base === undefined || others.length > 0
      ? []
      : await writer.repository.run(listBetween(base, theirs.commit, MOST_STATES));
  return mergeTrees(writer.repository, {
    // A base that this clone lacks proves nothing of what was removed since.
    bases: trees.includes(undefined) ? [] : trees.flatMap(tree => tree ?? []),
    ours: ours.tree,
    theirs: theirs.tree,
    since: (await treesOf(between)).flatMap(tree => tree ?? []),
  });
}
