// What a host does to a branch when it merges it: all of its commits become one, or each gets a new id. Real git does it.
import { openClone, type Repository } from './repository.ts';

/** The one branch that is left of all work, as hosts call it. */
const TRUNK = 'trunk';

export type Merge = 'squash' | 'rebase';

/** Puts all that `main` has onto a trunk of its own, so that no commit of it is in the trunk's history. */
export function mergeToTrunk(repo: Repository, how: Merge): void {
  const root = repo.git(
    'commit-tree',
    '-m',
    'Begin',
    repo.git('hash-object', '-t', 'tree', '-w', '/dev/null'),
  );
  if (how === 'squash') {
    repo.git('checkout', '-q', '-B', TRUNK, root);
    repo.git('merge', '-q', '--squash', '--allow-unrelated-histories', 'main');
    repo.commit('Merge all of it (#1)');
  } else {
    repo.git('checkout', '-q', '-B', TRUNK, 'main');
    repo.git('rebase', '-q', '--root', '--onto', root, '--empty=keep');
  }
}

/** All branches but the trunk, and those named. */
export function deleteBranches(repo: Repository, ...left: string[]): Repository {
  const branches = repo.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
  for (const branch of branches) if (![TRUNK, ...left].includes(branch)) repo.git('branch', '-D', branch);
  return repo;
}

/** A clone of the trunk alone, with all notes. */
export function freshClone(repo: Repository): Repository {
  return openClone(repo, {}, '--no-local', '--single-branch', '--branch', TRUNK);
}
