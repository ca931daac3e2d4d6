import { IdTable } from './id-table.ts';
import { type BlameSpan, type Commit, distilBlame, parseBlame } from './parsers.ts';
import { unparsable } from './run/failures.ts';
import type { GitCall } from './run/runner.ts';
import { succeeded } from './run/stderr.ts';

/** The git commands that the pipeline asks for. Ids are full object ids; paths come after `--`. */

export function blameCall(
  commit: string,
  path: string,
  options: {
    lines: readonly { start: number; end: number }[];
    ignoreRevsFile?: string;
    /** Commits behind which blame need not look. */
    stops?: readonly string[];
  },
): GitCall<BlameSpan[]> {
  const lines = options.lines.flatMap(({ start, end }) => ['-L', `${start},${end}`]);
  const stops = options.stops?.map(stop => `^${stop}`) ?? [];
  const ignore = options.ignoreRevsFile ? [`--ignore-revs-file=${options.ignoreRevsFile}`] : [];
  return {
    immutable: true,
    carry: { head: commit, paths: [path] },
    args: ['blame', '--incremental', '-w', ...ignore, ...lines, commit, ...stops, '--', path],
    parse(output) {
      const spans = parseBlame(succeeded(output, 'asking git blame'));
      if (spans.length === 0 && lines.length > 0) throw unparsable('blame');
      return spans;
    },
    distil: distilBlame,
  };
}

export function listBeyond(head: string, commits: readonly string[]): GitCall<Set<string>> {
  return {
    immutable: true,
    carry: { head, holds: stdout => (stdout === '' ? stdout : undefined) },
    args: ['rev-list', '--stdin'],
    input: [`^${head}`, ...commits, ''].join('\n'),
    parse: output => idSet(succeeded(output, 'comparing histories')),
  };
}

/** A commit, followed by its parents. */
export type Lineage = readonly [commit: string, ...parents: string[]];

/** The commits that the given ones have and `head` has not; one more than `most` where there are more than that. */
export function lineagesBeyond(head: string, commits: readonly string[], most: number): GitCall<Lineage[]> {
  return {
    immutable: true,
    args: ['rev-list', '--parents', `--max-count=${most + 1}`, '--stdin'],
    input: [`^${head}`, ...commits, ''].join('\n'),
    parse: output => parseLineages(succeeded(output, 'comparing histories')),
  };
}

/** Exact also where clocks were wrong; empty where the two share no history. */
export function mergeBase(head: string, commit: string): GitCall<string> {
  return {
    immutable: true,
    carry: { head, holds: stdout => (stdout.trim() === commit ? stdout : undefined) },
    args: ['merge-base', commit, head],
    parse: output => output.stdout.trim(),
  };
}

/** The newest commits that two histories share: none where they share nothing, several where they were merged crosswise. */
export function mergeBases(one: string, other: string): GitCall<string[]> {
  return {
    immutable: true,
    args: ['merge-base', '--all', one, other],
    parse(output) {
      const isNone = output.exitCode === 1 && output.stderr === '';
      return isNone ? [] : [...idSet(succeeded(output, 'comparing the histories of notes'))];
    },
  };
}

/** The newest commits of `head` that have `base` among their ancestors, the oldest of them first. */
export function listBetween(base: string, head: string, most: number): GitCall<string[]> {
  return {
    immutable: true,
    args: ['rev-list', '--topo-order', '--ancestry-path', `--max-count=${most}`, head, `^${base}`],
    parse: output => [...idSet(succeeded(output, 'listing the history of notes'))].reverse(),
  };
}

/** A whole history with parents and times, children first: what git prints, for who keeps it in another form. */
export function listGraph(head: string): GitCall<string> {
  return {
    args: ['rev-list', '--parents', '--timestamp', '--topo-order', head],
    parse: output => succeeded(output, 'listing the history'),
  };
}

/**
 * The commits of `head` that are not behind one of `stops`, in rows: parents before children, then by date. Where the places
 * of some are `wanted`, those of others may be left out.
 */
export function inTopologicalOrder(
  head: string,
  stops: readonly string[],
  wanted?: readonly string[],
): GitCall<IdTable> {
  return {
    immutable: true,
    carry: { head, holds: (stdout, between) => stdout + between.map(({ id }) => `${id}\n`).join('') },
    args: ['rev-list', '--date-order', '--reverse', '--stdin'],
    input: [head, ...stops.map(stop => `^${stop}`), ''].join('\n'),
    parse: output => idTable(succeeded(output, 'ordering commits')),
    ...(wanted ? { wanted, distil: stdout => linesAmong(stdout, new Set(wanted)) } : {}),
  };
}

/** Of lines that are all as long as the first, those that are wanted. */
function linesAmong(text: string, wanted: ReadonlySet<string>): string {
  const length = text.indexOf('\n');
  const found: string[] = [];
  for (let at = 0; length > 0 && at < text.length; at += length + 1) {
    const line = text.slice(at, at + length);
    if (wanted.has(line)) found.push(`${line}\n`);
  }
  return found.join('');
}

/** The commit that a revision names, once, so that only full ids go on from here. */
export function resolveCommit(revision: string): GitCall<string | undefined> {
  return {
    args: ['rev-parse', '--verify', '-q', '--end-of-options', `${revision}^{commit}`],
    parse: output => (output.exitCode === 0 ? output.stdout.trim() : undefined),
  };
}

/** The commits that shortened ids of one length name, each as its full id; what names none, or several, is left out. */
export function resolveShortened(ids: readonly string[]): GitCall<string[]> {
  return {
    args: ['rev-list', '--no-walk=unsorted', '--ignore-missing', '--stdin'],
    input: ids.map(id => `${id}^{commit}\n`).join(''),
    parse: output => succeeded(output, 'looking for commits').split('\n').filter(Boolean),
  };
}

/** The times that git takes texts for, in seconds; a text that it does not understand is now. */
export function timesMeant(texts: readonly string[]): GitCall<number[]> {
  return {
    args: ['rev-parse', ...texts.map(text => `--since=${text}`)],
    parse(output) {
      const lines = succeeded(output, 'reading a date').trim().split('\n');
      const times = lines.map(line => Number(/^--max-age=(\d+)$/.exec(line)?.[1] ?? Number.NaN));
      if (times.length !== texts.length || times.some(Number.isNaN)) throw unparsable('rev-parse');
      return times;
    },
  };
}

/** Commits in the history of `head` whose change is the same as that of `commit`, which is not in it. */
export function samePatch(head: string, commit: string, parents: readonly string[]): GitCall<string[]> {
  const marks = ['--cherry-mark', '--left-right', '--no-merges'];
  return {
    immutable: true,
    args: ['rev-list', ...marks, `${commit}...${head}`, ...parents.map(parent => `^${parent}`), '--'],
    parse: output =>
      succeeded(output, 'looking for rewritten commits')
        .split('\n')
        .filter(line => line.startsWith('='))
        .map(line => line.slice(1))
        .filter(id => id !== commit),
  };
}

/** A file got a new name in a commit. */
export type Rename = { commit: string; from: string; to: string };

/** The renames that led to today's name of a file, newest first. */
export function renamesOf(head: string, path: string): GitCall<Rename[]> {
  const format = ['--name-status', '-z', '--format=%x00%H'];
  return {
    immutable: true,
    carry: { head, paths: [path] },
    args: ['log', '--follow', '-M', '--diff-filter=R', ...format, head, '--', path],
    parse: output => parseRenames(succeeded(output, 'following renames')),
  };
}

/** All renames of one commit. */
export function renamesIn(commit: string): GitCall<Rename[]> {
  return {
    immutable: true,
    args: ['diff-tree', '-r', '-M', '--diff-filter=R', '--name-status', '-z', commit],
    parse: output => parseRenames(succeeded(output, 'looking for renames')),
  };
}

/** Commits in which a path went away, by deletion or under a new name. */
export function removalsOf(head: string, path: string): GitCall<string[]> {
  const walk = ['--full-history', '--no-merges', '--no-renames', '--diff-filter=D'];
  return {
    immutable: true,
    carry: { head, paths: [path] },
    args: ['log', '--format=%H', ...walk, head, '--', path],
    parse: output => [...idSet(succeeded(output, 'looking for deletions'))],
  };
}

/** A path went away in a commit, by deletion or under a new name. */
type Removal = { commit: string; path: string };

/** Git looks for each path in each commit: beyond these, it is faster to be told of all that went away. */
const MOST_PATHS_NAMED = 20;

/** When these paths went away, and perhaps others, newest first. */
export function removalsOfEach(head: string, paths: readonly string[]): GitCall<Removal[]> {
  const walk = ['--full-history', '--no-merges', '--no-renames', '--diff-filter=D'];
  return {
    immutable: true,
    args: ['log', '--stdin', ...walk, '--name-only', '-z', '--format=%x00%H'],
    input: [head, '--', ...(paths.length > MOST_PATHS_NAMED ? [] : paths), ''].join('\n'),
    parse: output => parseRemovals(succeeded(output, 'looking for deletions')),
  };
}

/** The paths of all files that a commit has, submodules and links included; many, so that they are not kept. */
export function filesOf(commit: string): GitCall<string[]> {
  return {
    args: ['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit],
    parse: output => succeeded(output, 'listing the files').split('\0').slice(0, -1),
  };
}

/** The newest commit that changed a path. */
export function lastTouch(head: string, path: string): GitCall<string | undefined> {
  return {
    immutable: true,
    carry: { head, paths: [path] },
    args: ['rev-list', '-1', '--full-history', '--no-merges', head, '--', path],
    parse: output => succeeded(output, 'looking for a file in history').trim() || undefined,
  };
}

const MOST_REVERTS = 20;

function speaksOfRevert({ message }: Commit): boolean {
  return /revert/i.test(message);
}

/** Commits since `base` whose message says something of a revert and has one of these ids, or its beginning. */
export function revertsSince(base: string, head: string, ids: readonly string[]): GitCall<string[]> {
  const pattern = `revert.*(${ids.map(id => id.slice(0, 7)).join('|')})`;
  const search = ['-E', '-i', `--grep=${pattern}`, `--max-count=${MOST_REVERTS}`, '--no-merges'];
  return {
    immutable: true,
    carry: { head, holds: (stdout, between) => (between.some(speaksOfRevert) ? undefined : stdout) },
    args: ['log', '--format=%H', ...search, head, `^${base}`],
    parse: output => [...idSet(succeeded(output, 'looking for reverts'))],
  };
}

/** Reads commit ids and, after each, `R<score> NUL old NUL new NUL …`. */
export function parseRenames(output: string): Rename[] {
  const fields = output.split('\0').map(field => field.replace(/^\n/, ''));
  const renames: Rename[] = [];
  let commit = '';
  for (let at = 0; at < fields.length; at++) {
    const field = fields[at] ?? '';
    if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(field)) commit = field;
    else if (/^R\d*$/.test(field) && at + 2 < fields.length) {
      renames.push({ commit, from: fields[++at] ?? '', to: fields[++at] ?? '' });
    }
  }
  return renames;
}

/** Reads, for each commit, an empty field, its id and the paths that it removed. */
function parseRemovals(output: string): Removal[] {
  const removals: Removal[] = [];
  const fields = output.split('\0');
  let commit = '';
  for (let at = 0; at < fields.length; at++) {
    const field = (fields[at] ?? '').replace(/^\n/, '');
    if (field === '') commit = fields[++at] ?? '';
    else removals.push({ commit, path: field });
  }
  return removals;
}

function parseLineages(output: string): Lineage[] {
  const lines = output.split('\n').filter(line => line !== '');
  if (!lines.every(line => /^[0-9a-f]{40,64}( [0-9a-f]{40,64})*$/.test(line))) throw unparsable('rev-list');
  return lines.map(line => line.split(' ') as [string, ...string[]]);
}

function idTable(output: string): IdTable {
  const ids = IdTable.ofLines(output);
  if (!ids) throw unparsable('rev-list');
  return ids;
}

function idSet(output: string): Set<string> {
  const ids = output.split('\n').filter(line => line !== '');
  if (!ids.every(id => /^[0-9a-f]{40,64}$/.test(id))) throw unparsable('rev-list');
  return new Set(ids);
}
