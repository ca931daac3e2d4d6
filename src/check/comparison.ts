import { UltragitError } from '../errors.ts';
import { inTopologicalOrder, mergeBase } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { shortId } from '../wording.ts';

/** What is to be checked, in the words of the caller. */
export type Asked = { range?: string; staged?: boolean };

/** What the two sides are found in. */
type Known = Pick<Snapshot, 'repository' | 'head' | 'signal'>;

/** What the code was before, and what it is after: a commit, the index, or the files on disk. */
type Target = { kind: 'commit'; commit: Commit } | { kind: 'index' } | { kind: 'worktree' };

export type Comparison = {
  /** Absent for the first commit, before which nothing was. */
  base?: Commit;
  target: Target;
  /** The commits that made the change, oldest first; none where it is not committed. */
  commits: readonly string[];
};

/**
 * Takes a range, a commit or nothing; gives the two sides. Of two names it means what the second has and the first has
 * not, from where they parted: what others committed meanwhile is no part of the change. A commit alone means itself.
 */
export async function comparison(known: Known, { range, staged }: Asked): Promise<Comparison> {
  const { head } = known;
  if (range === undefined)
    return { base: head, target: { kind: staged ? 'index' : 'worktree' }, commits: [] };
  const sides = range.split(/\.{2,3}/);
  if (sides.length > 2) throw notARange(range);
  const [from, to] = sides;
  if (to === undefined) return ofCommit(known, await resolve(known, range.replace(/\^!$/, '')));
  const [one, other] = [await resolve(known, from || 'HEAD'), await resolve(known, to || 'HEAD')];
  const parted = await known.repository.run(mergeBase(one.id, other.id), known.signal);
  if (parted === '') throw noCommonHistory(known, range);
  const base = await available(known, parted);
  const call = inTopologicalOrder(other.id, [base.id]);
  const commits = (await known.repository.run(call, known.signal)).ids();
  return { base, target: { kind: 'commit', commit: other }, commits };
}

/** A merge is compared with its first parent: what it brought to the branch that it is on. */
async function ofCommit(known: Known, commit: Commit): Promise<Comparison> {
  const [parent] = commit.parents;
  const base = parent === undefined ? undefined : await available(known, parent);
  return { base, target: { kind: 'commit', commit }, commits: [commit.id] };
}

async function resolve(known: Known, revision: string): Promise<Commit> {
  const { repository, head, signal } = known;
  try {
    return await repository.resolve(revision, head, signal);
  } catch (error) {
    const isUnknown = error instanceof UltragitError && error.code === 'bad_revision';
    if (!isUnknown || !isShallow(known)) throw error;
    throw unseen(`There is no commit ${revision} in this shallow clone.`);
  }
}

async function available({ repository }: Known, id: string): Promise<Commit> {
  const commit = await repository.commit(id);
  if (commit) return commit;
  throw unseen(`Commit ${shortId(id)}, with which the change is compared, is not in this clone.`);
}

function isShallow({ repository }: Known): boolean {
  return repository.shallowBoundaries().size > 0;
}

/** `check` can't say that nothing was broken. */
function unseen(message: string): UltragitError {
  return new UltragitError('history_missing', message, [
    'Fetch it: git fetch --unshallow (in GitHub Actions: fetch-depth: 0; in GitLab: GIT_DEPTH: 0)',
  ]);
}

function noCommonHistory(known: Known, range: string): UltragitError {
  if (isShallow(known)) return unseen(`Where ${range} parted is not in this shallow clone.`);
  return new UltragitError('bad_revision', `The two sides of ${range} share no history.`, [
    'Name a branch and the commit that it started from: main..feature',
  ]);
}

function notARange(range: string): UltragitError {
  return new UltragitError('usage', `${range} is no range of commits.`, [
    'Name two commits (main..feature), one (HEAD), or none for what is not committed.',
  ]);
}
