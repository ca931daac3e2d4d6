import type { Region } from '../../annotation/schema.ts';
import { sum } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import {
  isProvenByDistinctiveLines,
  isProvenByMostLines,
  isWrittenByOne,
  LEAST_MOVED_LINES,
} from '../lines/thresholds.ts';
import type { Snapshot } from '../snapshot.ts';
import { changedFiles } from './changed-files.ts';
import { addedLines, ownLines } from './own-lines.ts';
import type { SideHistory } from './side-history.ts';
import { type FileNow, ownersOf, type Trace, traceLines } from './trace-lines.ts';

/** A commit outside this history that this clone has. */
export type LostCommit = { commit: Commit; side: SideHistory };

/** The commit of this history that brought what was lost. */
export type Successor = Commit | 'not searched' | undefined;

/** Files that show where a whole commit went; a few are enough. */
const MOST_FILES_OF_A_COMMIT = 20;

/** The commit that brought the lines of a region into this history, as a squash merge does. */
export async function regionWentTo(
  snapshot: Snapshot,
  lost: LostCommit,
  region: Region,
  now: FileNow,
): Promise<Successor> {
  for (const path of new Set([region.file, now.path])) {
    const lines = await ownLines(snapshot, lost.commit, region, path);
    if (lines) return commonOwner(snapshot, lost, [await traceLines(snapshot, lines, now)]);
  }
  return undefined;
}

/**
 * The commit that brought what a lost commit changed. One that changed no line itself went where the commits went that
 * it was built on.
 */
export async function commitWentTo(snapshot: Snapshot, lost: LostCommit): Promise<Successor> {
  const { commit, side } = lost;
  const own = await traceChanges(snapshot, commit, commit.parents[0]);
  const [fork, ...others] = side.forks;
  const isIdle = own.every(trace => trace.own === 0) && commit.parents.length > 0;
  const isPlain = side.isWhole && others.length === 0;
  return commonOwner(snapshot, lost, isIdle && isPlain ? await traceChanges(snapshot, commit, fork) : own);
}

/** Looks, in the files of today, for the lines that a commit has and `base` has not. */
async function traceChanges(snapshot: Snapshot, commit: Commit, base: string | undefined): Promise<Trace[]> {
  const { repository, head } = snapshot;
  const before = base === undefined ? undefined : await repository.commit(base);
  if (base !== undefined && !before) return [];
  const changed = await changedFiles(repository, before, commit, MOST_FILES_OF_A_COMMIT);
  const traces: Trace[] = [];
  for (const path of changed?.slice(0, MOST_FILES_OF_A_COMMIT) ?? []) {
    const lines = await addedLines(snapshot, commit, path, base);
    if (lines) traces.push(await traceLines(snapshot, lines, { commit: head, path }));
  }
  return traces;
}

/** Blame gives a commit only lines that its own diff has, so the owner of most of them brought them. */
async function commonOwner(
  snapshot: Snapshot,
  { commit, side }: LostCommit,
  traces: readonly Trace[],
): Promise<Successor> {
  const { repository } = snapshot;
  if (!areProven(traces)) return undefined;
  const owners = await ownersOf(snapshot, traces, side.forks);
  if (owners === 'not searched') return owners;
  const [id, lines] = owners[0] ?? ['', 0];
  const isLikely = isWrittenByOne(
    lines,
    sum(traces, ({ kept }) => kept.length),
  );
  if (!isLikely || repository.shallowBoundaries().has(id)) return undefined;
  const owner = await repository.commit(id);
  // What is behind the lost commit can't be seen: only the clock tells that the owner is not.
  const isLater = side.isWhole || (owner && owner.committer.time >= commit.committer.time);
  return isLater ? owner : undefined;
}

/** Whether enough of the lines are there to say that it is the same code; lines that any code has do not show that. */
function areProven(traces: readonly Trace[]): boolean {
  const own = sum(traces, trace => trace.own);
  const distinctive = sum(traces, trace => trace.distinctive);
  if (distinctive === 0) return false;
  const kept = sum(traces, trace => trace.kept.length);
  if (isProvenByMostLines(kept, own)) return true;
  return distinctive >= LEAST_MOVED_LINES && isProvenByDistinctiveLines(distinctive, own);
}
