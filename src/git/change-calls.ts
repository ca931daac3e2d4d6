import type { GitCall } from './run/runner.ts';
import { succeeded } from './run/stderr.ts';

/** What commits changed, and which of them say something, asked of git for many commits at once. */

/** Paths that each commit changed; for a merge, against its first parent. Ids are of commits that this clone has. */
export function changedFiles(commits: readonly string[]): GitCall<Map<string, string[]>> {
  return {
    args: ['diff-tree', '--stdin', '-r', '--root', '--no-renames', '--diff-merges=first-parent', ...NAMES],
    input: [...commits, ''].join('\n'),
    parse: output => perCommit(succeeded(output, 'listing changed files'), commits, path => path),
  };
}

const NAMES = ['--name-only', '-z'];

/** How many lines each commit added to each of the files that it changed. */
export function addedLines(commits: readonly string[]): GitCall<Map<string, AddedTo[]>> {
  return {
    immutable: true,
    args: ['diff-tree', '--stdin', '-r', '--root', '--no-renames', '-w', '--numstat', '-z'],
    input: [...commits, ''].join('\n'),
    parse: output => perCommit(succeeded(output, 'counting added lines'), commits, readCount),
  };
}

export type AddedTo = { path: string; added: number };

function readCount(field: string): AddedTo {
  const [added = '', , ...path] = field.split('\t');
  return { path: path.join('\t'), added: Number(added) || 0 };
}

/** Commits whose messages match; not complete where git met a commit that this clone does not have, and stopped. */
export type CommitsSaying = { commits: string[]; complete: boolean };

/** Commits in the history of `head`, not behind `known`, whose messages match; the rest is never printed. */
export function commitsSaying(
  pattern: string,
  head: string,
  known: readonly string[],
): GitCall<CommitsSaying> {
  return {
    args: ['rev-list', '-E', '-i', `--grep=${pattern}`, '--stdin'],
    input: [head, ...known.map(id => `^${id}`), ''].join('\n'),
    parse: ({ stdout, exitCode }) => ({
      commits: stdout.split('\n').filter(line => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(line)),
      complete: exitCode === 0,
    }),
  };
}

/** Reads, for each commit, its id and the fields that follow it. The ids come in the order of the question. */
function perCommit<T>(
  output: string,
  commits: readonly string[],
  read: (field: string) => T,
): Map<string, T[]> {
  const order = new Map(commits.map((id, at) => [id, at]));
  const found = new Map<string, T[]>();
  let last = -1;
  let current: T[] = [];
  for (const field of output.split('\0')) {
    const at = order.get(field);
    if (at !== undefined && at > last) {
      last = at;
      current = [];
      found.set(field, current);
    } else if (field !== '') {
      current.push(read(field));
    }
  }
  return found;
}
