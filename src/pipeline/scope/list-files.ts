import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';

/** A regular file of a commit. */
export type ListedFile = { path: string; blob: string };

/** The regular files that a commit has below a directory, in the order of their names. */
export async function listFiles(
  repository: Repository,
  commit: Commit,
  directory: string,
): Promise<ListedFile[]> {
  const top = await repository.entryAt(commit, directory);
  if (top?.mode !== '40000') return [];
  const walk = async (tree: string, prefix: string): Promise<ListedFile[]> => {
    const entries = [...((await repository.tree(tree))?.values() ?? [])];
    const parts = await Promise.all(
      entries.map(async ({ name, mode, id }) => {
        const path = prefix + name.toString('utf8');
        if (mode === '40000') return walk(id, `${path}/`);
        return mode.startsWith('100') ? [{ path, blob: id }] : [];
      }),
    );
    return parts.flat();
  };
  return walk(top.id, directory === '' ? '' : `${directory}/`);
}
