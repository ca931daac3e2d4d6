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
export async function nearestPaths(repository: Repository, commit: Commit, path: string): Promise<string[]> {
  for (let directory = path; directory !== '.'; ) {
    directory = posix.dirname(directory);
    const base = directory === '.' ? '' : directory;
    const names = await namesIn(repository, commit, base);
    const wanted = path.slice(base === '' ? 0 : base.length + 1).split('/')[0] ?? '';
    if (names.size > 0) return mostAlike(wanted, names, name => name).map(name => posix.join(base, name));
  }
  return [];
}

/** Of all these paths, those whose last names are most alike. */
export function nearestNames(paths: readonly string[], path: string): string[] {
  return mostAlike(posix.basename(path), paths, posix.basename);
}

/** What a directory has, in the commit and on disk. */
async function namesIn(repository: Repository, commit: Commit, directory: string): Promise<Set<string>> {
  const { root } = repository.location;
  // Whatever comes into the directory may be alike.
  repository.witness.unsure();
  const entry = await repository.entryAt(commit, directory);
  const entries = entry?.mode === '40000' ? await repository.tree(entry.id) : undefined;
  const names = new Set([...(entries?.values() ?? [])].map(({ name }) => name.toString('utf8')));
  const inside = root === undefined ? undefined : insideRoot(root, directory || '.');
  if (root !== undefined && inside !== undefined && onDisk(root, directory || '.') === 'directory') {
    for (const name of readdirSync(inside)) if (name !== '.git') names.add(name);
  }
  return names;
}

function mostAlike(wanted: string, all: Iterable<string>, nameOf: (item: string) => string): string[] {
  const pairs = pairsOf(wanted);
  return [...all]
    .map(item => ({ item, score: likeness(pairs, pairsOf(nameOf(item))) }))
    .filter(({ score }) => score > LEAST_LIKENESS)
    .sort((a, b) => b.score - a.score || (a.item < b.item ? -1 : 1))
    .slice(0, MOST_SUGGESTED)
    .map(({ item }) => item);
}

function pairsOf(text: string): Set<string> {
  const letters = text.toLowerCase();
  return new Set(
    Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)),
  );
}

/** Shared pairs of letters, from 0 to 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared++;
  return shared === 0 ? 0 : (2 * shared) / (one.size + other.size);
}
