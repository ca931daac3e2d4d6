import type { Commit, TreeEntry } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';

/**
 * Files that a version has and an earlier one has not, or not so: more than `most` where there are more, and
 * undefined where this clone does not have all directories of both.
 */
export async function changedFiles(
  repository: Repository,
  before: Commit | undefined,
  after: Commit,
  most: number,
): Promise<string[] | undefined> {
  const changed: string[] = [];
  const open: Directory[] = [{ old: before?.tree, now: after.tree, path: '' }];
  for (let next = open.pop(); next && changed.length <= most; next = open.pop()) {
    const entries = await changedEntries(repository, next);
    if (!entries) return undefined;
    for (const { path, old, now } of entries) {
      if (now.mode !== '40000') changed.push(path);
      else open.push({ old: old?.mode === '40000' ? old.id : undefined, now: now.id, path: `${path}/` });
    }
  }
  return changed.sort();
}

type Directory = { old: string | undefined; now: string; path: string };

async function changedEntries(repository: Repository, { old, now, path }: Directory) {
  const before = old === undefined ? new Map<string, TreeEntry>() : await repository.tree(old);
  const after = await repository.tree(now);
  if (!before || !after) return undefined;
  return [...after]
    .map(([name, entry]) => ({
      path: `${path}${Buffer.from(name, 'latin1').toString('utf8')}`,
      old: before.get(name),
      now: entry,
    }))
    .filter(entry => entry.old?.id !== entry.now.id);
}
