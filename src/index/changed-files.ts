import { UltragitError } from '../errors.ts';
import { changedFiles } from '../git/change-calls.ts';
import type { Repository } from '../git/repository.ts';

const AT_ONCE = 5_000;
/** A commit that touches more is an import or a sweep; to be found by each of its files would fill the index. */
const MOST_FILES = 5_000;

/**
 * Paths that commits changed, for notes that concern all of them. A commit that this clone does not have, or that
 * ends a shallow one, can't be compared with what was before: it has none.
 */
export async function filesChangedBy(
  repository: Repository,
  objects: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const boundaries = repository.shallowBoundaries();
  const there = await Promise.all(objects.map(async id => (await repository.commit(id))?.id));
  const commits = [...new Set(there)].filter(id => id !== undefined && !boundaries.has(id)) as string[];
  const found = new Map<string, string[]>();
  for (let at = 0; at < commits.length; at += AT_ONCE) {
    const some = await ask(repository, commits.slice(at, at + AT_ONCE), signal);
    for (const [commit, files] of some) found.set(commit, files.slice(0, MOST_FILES));
  }
  return found;
}

/** Where one commit's trees are missing, git stops at it: the others are asked about without it. */
async function ask(
  repository: Repository,
  commits: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string[]>> {
  try {
    return await repository.run(changedFiles(commits), signal);
  } catch (error) {
    if (!(error instanceof UltragitError) || error.code !== 'git_failed') throw error;
    if (commits.length === 1) return new Map();
    const half = Math.ceil(commits.length / 2);
    const first = await ask(repository, commits.slice(0, half), signal);
    return new Map([...first, ...(await ask(repository, commits.slice(half), signal))]);
  }
}
