import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';
import { onDisk } from './find-path.ts';

/** Below this, two names are not alike enough to be worth a suggestion. */
const LEAST_LIKENESS = 0.4;
const MOST_SUGGESTED = 3;

/** Names in the nearest directory that exists, most alike first. */
export async function nearestPaths(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<string[]> {
  for (let directory = path; directory !== '.'; ) {
    directory = posix.dirname(directory);
    const base = directory === '.' ? '' : directory;
    const names = await namesIn(repository, commit, base);
    const wanted = path.slice(base === '' ? 0 : base.length + 1).split('/')[0] ?? '';
    if (names.size > 0) return mostAlike(wanted, names).map(name => posix.join(base, name));
  }
  return [];
}

/** What a directory has, in the commit and on disk. */
async function namesIn(
  repository: Repository,
  commit: Commit | undefined,
  directory: string,
): Promise<Set<string>> {
  const { root } = repository.location;
  const entry = commit && (await repository.entryAt(commit, directory));
  const entries = entry?.mode === '40000' ? await repository.tree(entry.id) : undefined;
  const names = new Set([...(entries?.values() ?? [])].map(({ name }) => name.toString('utf8')));
  const inside = root === undefined ? undefined : insideRoot(root, directory || '.');
  if (root !== undefined && inside !== undefined && onDisk(root, directory || '.') === 'directory') {
    for (const name of readdirSync(inside)) if (name !== '.git') names.add(name);
  }
  return names;
}

function mostAlike(wanted: string, names: Iterable<string>): string[] {
  return [...names]
    .map(name => ({ name, score: likeness(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ score }) => score > LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SUGGESTED)
    .map(({ name }) => name);
}

/** Shared pairs of letters, from 0 to 1. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const pairs = (text: string) =>
    new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));
  if (a.length < 2 || b.length < 2) return 0;
  const [left, right] = [pairs(a), pairs(b)];
  const shared = [...left].filter(item => right.has(item)).length;
  return (2 * shared) / (left.size + right.size);
}
