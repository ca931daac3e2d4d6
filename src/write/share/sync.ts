/** Notes go to a remote and come from it: fetched to a copy, merged by annotation, pushed, and again if somebody was faster. */
import { setTimeout as wait } from 'node:timers/promises';
import { UltragitError } from '../../errors.ts';
import { moveRef } from '../calls.ts';
import type { Writer } from '../git.ts';
import { differingNotes, type MergedTrees, notesIn } from '../merge/merge-trees.ts';
import { type NotesTip, notesTip } from '../notes-ref.ts';
import { fetchNotes, pushNotes } from './calls.ts';
import {
  compareNotes,
  type Integrated,
  integrate,
  mergeWith,
  type TheirNotes,
  withoutKept,
} from './integrate.ts';
import { trackingRef } from './refspec.ts';
import type { Remote } from './remote.ts';

export type SyncOptions = { fetchOnly?: boolean; dryRun?: boolean; acceptRemovals?: boolean };

export type Synced = {
  remote: string;
  ref: string;
  /** How many notes came, and how many went; in a dry run, would. */
  received: number;
  sent: number;
  conflicts: MergedTrees['conflicts'];
  /** What the remote removed: kept here, or removed here, too, where that was asked for. */
  removals: MergedTrees['removals'];
  merged: boolean;
  /** What was found to be pushed and was not, because nobody asked for it. */
  unsent: number;
};

/** With twenty people pushing at once, the last of them has waited for nineteen. */
const MOST_ATTEMPTS = 30;

export async function sync(
  writer: Writer,
  remote: Remote,
  ref: string,
  { fetchOnly = false, dryRun = false, acceptRemovals = false }: SyncOptions = {},
): Promise<Synced> {
  const before = await notesTip(writer, ref);
  const conflicts: MergedTrees['conflicts'] = [];
  let merged = false;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const theirs = await fetched(writer, remote, ref);
    if (dryRun) return foresee(writer, remote, ref, { theirs, acceptRemovals });
    const now = await taken(writer, ref, theirs, acceptRemovals);
    conflicts.push(...now.conflicts);
    merged ||= now.how === 'merged';
    const { removals, here, tip } = now;
    const unsent = await countNew(writer, theirs?.tree, tip.tree);
    const isSent = fetchOnly || tip.commit === undefined || tip.commit === theirs?.commit;
    if (isSent || (await pushed(writer, remote, tip, theirs))) {
      const received = await countReceived(writer, before.tree, here.tree);
      const result = { remote: remote.name, ref, received, conflicts, removals, merged };
      return fetchOnly ? { ...result, sent: 0, unsent } : { ...result, sent: unsent, unsent: 0 };
    }
    await wait(Math.random() * Math.min(20 * (attempt + 1), 500));
  }
  throw new UltragitError('remote_failed', `Others kept pushing notes to ${remote.name}.`, [
    `What they pushed is merged into ${ref}; run it again to push yours.`,
  ]);
}

/** Our notes with theirs: `here` as we have them, `tip` as the remote should. */
async function taken(
  writer: Writer,
  ref: string,
  theirs: TheirNotes | undefined,
  acceptRemovals: boolean,
): Promise<Integrated & { here: NotesTip }> {
  if (!theirs) {
    const tip = await notesTip(writer, ref);
    return { tip, here: tip, how: 'unchanged', conflicts: [], removals: [] };
  }
  const now = await integrate(writer, ref, theirs, { acceptRemovals });
  const isKept = now.removals.length > 0 && !acceptRemovals;
  return { ...now, here: now.tip, tip: isKept ? await withoutKept(writer, ref, theirs) : now.tip };
}

/** The notes of the remote, in their copy; undefined where it has none. */
async function fetched(writer: Writer, remote: Remote, ref: string): Promise<TheirNotes | undefined> {
  const copy = trackingRef(remote.name, ref);
  if (!(await remote.run(fetchNotes(remote.name, ref, copy), `${ref} is as it was before.`)))
    return undefined;
  const { commit, tree } = await notesTip(writer, copy);
  return commit === undefined || tree === undefined ? undefined : { commit, tree, remote: remote.name };
}

/** False where somebody pushed since we fetched. */
async function pushed(
  writer: Writer,
  remote: Remote,
  { ref, commit = '' }: NotesTip,
  theirs: TheirNotes | undefined,
): Promise<boolean> {
  const result = await remote.run(
    pushNotes(remote.name, commit, ref),
    `What ${remote.name} has is merged into ${ref} here; whether it got yours is not known.`,
  );
  if (result === 'overtaken') return false;
  const copy = trackingRef(remote.name, ref);
  const known = await notesTip(writer, copy);
  // What the remote has now is known without asking it; somebody else's fetch may have said it first.
  if (known.commit === theirs?.commit) {
    await writer.run(moveRef(copy, commit, known.commit, `Pushed to ${remote.name}`));
  }
  return true;
}

async function foresee(
  writer: Writer,
  remote: Remote,
  ref: string,
  { theirs, acceptRemovals }: { theirs: TheirNotes | undefined; acceptRemovals: boolean },
): Promise<Synced> {
  const ours = await notesTip(writer, ref);
  const result = { remote: remote.name, ref, conflicts: [], removals: [], merged: false, unsent: 0 };
  if (!theirs) return { ...result, received: 0, sent: await countNew(writer, undefined, ours.tree) };
  const { relation } = await compareNotes(writer, ours, theirs.commit);
  if (relation === 'same') return { ...result, received: 0, sent: 0 };
  const differing = await countNew(writer, ours.tree, theirs.tree);
  if (relation === 'ahead') return { ...result, received: 0, sent: differing };
  const merge = await mergeWith(writer, ours, theirs);
  const removals = merge?.removals ?? [];
  const gone = removals.filter(({ isWhole }) => isWhole).length;
  const kept = removals.length > 0 && !acceptRemovals ? merge?.keeping.size : undefined;
  if (relation === 'behind') return { ...result, removals, received: kept ?? differing - gone, sent: 0 };
  const changed = merge?.changes.size ?? 0;
  const received = kept ?? changed - gone;
  // What differs and needs no change here is something that only we have; a merged note goes both ways.
  return {
    ...result,
    received,
    sent: differing - changed + countBoth(merge),
    removals,
    conflicts: merge?.conflicts ?? [],
    merged: true,
  };
}

/** Notes that were made of those of both sides. */
function countBoth(merge: MergedTrees | undefined): number {
  return [...(merge?.changes.values() ?? [])].filter(content => content && 'text' in content).length;
}

/** How many objects have a note that is new or another one: what is gone was not received. */
async function countReceived(
  { repository }: Writer,
  before: string | undefined,
  after: string | undefined,
): Promise<number> {
  if (after === undefined || before === after) return 0;
  return (await notesIn(repository, after, await differingNotes(repository, before, after))).length;
}

/** How many objects have another note in the second tree than in the first. */
async function countNew(
  { repository }: Writer,
  before: string | undefined,
  after: string | undefined,
): Promise<number> {
  if (after === undefined || before === after) return 0;
  return (await differingNotes(repository, before, after)).length;
}
