import { UltragitError } from '../errors.ts';
import { changedFiles } from '../git/change-calls.ts';
import type { Repository } from '../git/repository.ts';

const AT_ONCE = 5_000;
/** A commit that touches more is an import or a sweep; to be found by each of its files would fill the index. */
const MOST_FILES = 5_000;

/**
 * Paths that commits changed, by the ids that were asked about, which may be short. A commit that this clone does not have, or that
 * ends a shallow one, can't be compared with what was before: it has none.
 */
export async function filesChangedBy(
  repository: Repository,
  objects: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, string[]>> {
  const boundaries = repository.shallowBoundaries();
  const commits = new Map<string, string>();
  for (const [id, commit] of await repository.commitsNamed(objects, signal)) {
    if (!boundaries.has(commit.id)) commits.set(id, commit.id);
  }
  const changed = new Map<string, string[]>();
  const wanted = [...new Set(commits.values())];
  for (let at = 0; at < wanted.length; at += AT_ONCE) {
    const some = await ask(repository, wanted.slice(at, at + AT_ONCE), signal);
    for (const [commit, files] of some) changed.set(commit, files.slice(0, MOST_FILES));
  }
  return new Map([...commits].flatMap(([id, commit]) => [[id, changed.get(commit) ?? []]]));
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
