import type { Region } from '../../annotation/schema.ts';
import type { Commit } from '../../git/parsers.ts';
import { isProvenByDistinctiveLines, isProvenByMostLines, isWrittenByOne } from '../lines/thresholds.ts';
import type { Snapshot } from '../snapshot.ts';
import { changedFiles } from './changed-files.ts';
import { addedLines, ownLines } from './own-lines.ts';
import type { SideHistory } from './side-history.ts';
import { type FileNow, type Trace, traceLines } from './trace-lines.ts';

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
    if (!lines) continue;
    const trace = await traceLines(snapshot, lines, now, lost.side);
    return trace === 'not searched' ? trace : commonOwner(snapshot, lost, trace ? [trace] : []);
  }
  return undefined;
}

/**
 * The commit that brought what a lost commit changed. One that changed no line itself went where the commits went that
 * it was built on.
 */
export async function commitWentTo(snapshot: Snapshot, lost: LostCommit): Promise<Successor> {
  const { commit, side } = lost;
  const own = await traceChanges(snapshot, lost, commit.parents[0]);
  if (own === 'not searched') return own;
  const [fork, ...others] = side.forks;
  const isIdle = own.every(trace => trace.own === 0) && side.isWhole && others.length === 0;
  const all = isIdle && commit.parents.length > 0 ? await traceChanges(snapshot, lost, fork) : own;
  return all === 'not searched' ? all : commonOwner(snapshot, lost, all);
}

async function traceChanges(
  snapshot: Snapshot,
  { commit, side }: LostCommit,
  base: string | undefined,
): Promise<Trace[] | 'not searched'> {
  const { repository, head } = snapshot;
  const before = base === undefined ? undefined : await repository.commit(base);
  if (base !== undefined && !before) return [];
  const changed = await changedFiles(repository, before, commit, MOST_FILES_OF_A_COMMIT);
  const traces: Trace[] = [];
  for (const path of changed?.slice(0, MOST_FILES_OF_A_COMMIT) ?? []) {
    const lines = await addedLines(snapshot, commit, path, base);
    const trace = lines && (await traceLines(snapshot, lines, { commit: head, path }, side));
    if (trace === 'not searched') return trace;
    if (lines) traces.push(trace ?? { own: lines.own.length, kept: 0, distinctive: 0, owners: new Map() });
  }
  return traces;
}

/** Blame gives a commit only lines that its own diff has, so the owner of most of them brought them. */
async function commonOwner(
  { repository }: Snapshot,
  { commit, side }: LostCommit,
  traces: readonly Trace[],
): Promise<Commit | undefined> {
  const { own, kept, distinctive, owners } = traces.reduce(add, nothing());
  const isProven = isProvenByMostLines(kept, own) || isProvenByDistinctiveLines(distinctive, own);
  if (distinctive === 0 || !isProven) return undefined;
  const [best] = [...owners].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  if (!best || !isWrittenByOne(best[1], kept) || repository.shallowBoundaries().has(best[0]))
    return undefined;
  const owner = await repository.commit(best[0]);
  // What is behind the lost commit can't be seen: only the clock tells that the owner is not.
  const isLater = side.isWhole || (owner && owner.committer.time >= commit.committer.time);
  return isLater ? owner : undefined;
}

function nothing(): Trace {
  return { own: 0, kept: 0, distinctive: 0, owners: new Map() };
}

function add(a: Trace, b: Trace): Trace {
  const owners = new Map(a.owners);
  for (const [owner, lines] of b.owners) owners.set(owner, (owners.get(owner) ?? 0) + lines);
  return { own: a.own + b.own, kept: a.kept + b.kept, distinctive: a.distinctive + b.distinctive, owners };
}
