import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';

/** The regular files that a commit has below a directory, in the order of their names. */
export async function listFiles(
  repository: Repository,
  commit: Commit,
  directory: string,
): Promise<string[]> {
  const top = await repository.entryAt(commit, directory);
  if (top?.mode !== '40000') return [];
  const walk = async (tree: string, prefix: string): Promise<string[]> => {
    const entries = [...((await repository.tree(tree))?.values() ?? [])];
    const parts = await Promise.all(
      entries.map(async entry => {
        const path = prefix + entry.name.toString('utf8');
        if (entry.mode === '40000') return walk(entry.id, `${path}/`);
        return entry.mode.startsWith('100') ? [path] : [];
      }),
    );
    return parts.flat();
  };
  return walk(top.id, directory === '' ? '' : `${directory}/`);
}
