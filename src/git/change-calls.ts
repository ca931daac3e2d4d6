import { parseRenames, type Rename } from './calls.ts';
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

/** A file that a commit changed: its content before and after; none where it was not there. */
export type Change = { path: string; before?: string; after?: string };

const RAW = ['--raw', '--no-abbrev', '--no-renames', '-z'];

/** What a commit changed, compared with one of its parents. */
export type CommitAndParent = { commit: string; parent?: string };

/** As `diff-tree --stdin` reads them. */
function pairLines(commits: readonly CommitAndParent[]): string {
  return commits.map(({ commit, parent }) => `${parent ? `${commit} ${parent}` : commit}\n`).join('');
}

/** What each of these commits changed: compared with the parent that is given, else with the first. */
export function changesOfEach(commits: readonly CommitAndParent[]): GitCall<Map<string, Change[]>> {
  return {
    immutable: true,
    args: ['diff-tree', '--stdin', '-r', '--root', '--diff-merges=first-parent', ...RAW],
    input: pairLines(commits),
    parse: output => parseChanges(succeeded(output, 'listing changes')),
  };
}

/** All renames of several commits, each compared with the parent that is given, else the first. */
export function renamesInEach(commits: readonly CommitAndParent[]): GitCall<Rename[]> {
  return {
    immutable: true,
    args: ['diff-tree', '--stdin', '-r', '-M', '--diff-filter=R', '--name-status', '-z'],
    input: pairLines(commits),
    parse: output => parseRenames(succeeded(output, 'looking for renames')),
  };
}

/** Reads, for each commit, its id and what it changed. */
function parseChanges(output: string): Map<string, Change[]> {
  const found = new Map<string, Change[]>();
  let current: Change[] = [];
  const fields = output.split('\0');
  for (let at = 0; at < fields.length; at++) {
    const field = (fields[at] ?? '').trim();
    if (field.startsWith(':')) current.push(readChange(field, fields[++at] ?? ''));
    else if (field !== '') {
      current = [];
      found.set(field, current);
    }
  }
  return found;
}

/** `:100644 100644 <before> <after> M`; what is no regular file has no content here. */
function readChange(field: string, path: string): Change {
  const [oldMode = '', newMode = '', before = '', after = ''] = field.slice(1).split(' ');
  const isFile = (mode: string) => mode.startsWith('100');
  return {
    path,
    ...(isFile(oldMode) ? { before } : {}),
    ...(isFile(newMode) ? { after } : {}),
  };
}

/** By word, the files of a commit that have it. */
export function filesMentioning(commit: string, words: readonly string[]): GitCall<Map<string, Set<string>>> {
  return {
    immutable: true,
    args: ['grep', '-o', '-z', '-w', '-F', '-I', '-f', '-', commit],
    input: words.map(word => `${word}\n`).join(''),
    parse({ stdout }) {
      const files = new Map<string, Set<string>>();
      for (const match of stdout.split('\n')) {
        const end = match.indexOf('\0');
        const [path, word] = [match.slice(commit.length + 1, end), match.slice(end + 1)];
        if (end >= 0) files.set(word, (files.get(word) ?? new Set()).add(path));
      }
      return files;
    },
  };
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

/** The newest commits of a history whose messages have all these words, in any case, also inside of others. */
export function commitsMentioning(words: readonly string[], head: string, most: number): GitCall<string[]> {
  const patterns = words.map(word => `--grep=${word}`);
  return {
    immutable: true,
    args: ['rev-list', '-F', '-i', '--all-match', ...patterns, `--max-count=${most}`, head],
    parse: output => succeeded(output, 'searching commit messages').split('\n').slice(0, -1),
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
