import { readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';
import { onDisk } from './find-path.ts';

/** Names in the nearest directory that exists, most alike first. */
export async function nearestPaths(
  repository: Repository,
  commit: Commit | undefined,
  path: string,
): Promise<string[]> {
  const { root } = repository.location;
  let directory = posix.dirname(path);
  for (;;) {
    const base = directory === '.' ? '' : directory;
    const names = new Set<string>();
    const entry = commit && (await repository.entryAt(commit, base));
    const entries = entry?.mode === '40000' ? await repository.tree(entry.id) : undefined;
    for (const item of entries?.values() ?? []) names.add(item.name.toString('utf8'));
    const onlyInside = root === undefined ? undefined : insideRoot(root, base || '.');
    if (root !== undefined && onlyInside !== undefined && onDisk(root, base || '.') === 'directory') {
      for (const name of readdirSync(onlyInside)) if (name !== '.git') names.add(name);
    }
    if (names.size > 0) {
      const wanted = path.slice(base === '' ? 0 : base.length + 1).split('/')[0] ?? '';
      return [...names]
        .map(name => ({ name, score: likeness(wanted.toLowerCase(), name.toLowerCase()) }))
        .filter(({ score }) => score > 0.4)
        .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1))
        .slice(0, 3)
        .map(({ name }) => posix.join(base, name));
    }
    if (base === '') return [];
    directory = posix.dirname(directory);
  }
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
