import { mergeBases } from '../git/calls.ts';
import { copiesOf } from '../git/notes-refs.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import { changedObjects, notesOn } from '../index/notes-tree.ts';
import type { Notice } from '../notices.ts';
import { remoteName } from '../pipeline/answer/explain-empty.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';

/** Beyond this, something was surely added. */
const MOST_COMPARED = 10_000;

/** What keeps a check from seeing all annotations, as far as this clone can know; nothing where all were seen. */
export async function hiddenNotes(snapshot: Snapshot): Promise<Notice[]> {
  const unread = snapshot.notices.filter(({ code }) => code === 'notes_ref_unread');
  const isShallow = snapshot.index.size === 0 && snapshot.repository.shallowBoundaries().size > 0;
  return [...(await notMerged(snapshot)), ...(isShallow ? [{ code: 'shallow' as const }] : []), ...unread];
}

/** That there is nothing to check a change against, which is no fault. */
export function nothingAnnotated({ index, repository }: Snapshot): Notice[] {
  if (index.size > 0) return [];
  return [{ code: 'nothing_annotated', remote: remoteName(repository.location.commonDir) }];
}

/** Notes that a fetch brought to the copy of a remote's, and no sync to ours. */
async function notMerged({ repository, settings, signal }: Snapshot): Promise<Notice[]> {
  const { noteref } = settings;
  const ours = await repository.refCommit(noteref);
  const missing: Notice[] = [];
  for (const { ref, remote } of copiesOf(repository.location.commonDir, noteref)) {
    const theirs = await repository.refCommit(ref);
    if (!theirs || theirs.id === ours?.id) continue;
    const bases = ours ? await repository.run(mergeBases(ours.id, theirs.id), signal) : [];
    const [base] = bases;
    const isTaken = base !== undefined && (await addsNothing(repository, base, theirs, ours));
    if (!isTaken) missing.push({ code: 'notes_not_merged', remote, noteref });
  }
  return missing;
}

/** Whether all that theirs changed since the base is removed, which ours need not follow, or is the same in ours. */
async function addsNothing(
  repository: Repository,
  base: string,
  theirs: Commit,
  ours: Commit | undefined,
): Promise<boolean> {
  if (base === theirs.id) return true;
  const before = (await repository.commit(base))?.tree;
  const changed = await changedObjects(repository, before, theirs.tree, MOST_COMPARED);
  if (!changed || !ours) return false;
  for (const object of changed) {
    const [there, here] = [
      await blobsOn(repository, theirs, object),
      await blobsOn(repository, ours, object),
    ];
    if (there !== '' && there !== here) return false;
  }
  return true;
}

async function blobsOn(repository: Repository, { tree }: Commit, object: string): Promise<string> {
  return (await notesOn(repository, tree, object)).map(({ blob }) => blob).join();
}
