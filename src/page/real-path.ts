import { oneLine } from '../annotation/sanitise.ts';
import { exists } from '../pipeline/scope/find-path.ts';
import { listFiles } from '../pipeline/scope/list-files.ts';
import { normalisePath } from '../pipeline/scope/normalise-path.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';

/**
 * Paths are shown without hidden characters: gives the file that is meant by one, where no file is called so. A path
 * that leads out of the repository is refused.
 */
export async function realPath({ repository, head }: Snapshot, shown: string): Promise<string> {
  const path = normalisePath(shown, repository.location.root);
  if (await exists(repository, head, path)) return path;
  const all = await listFiles(repository, head, '');
  return all.find(file => oneLine(file.path) === shown)?.path ?? path;
}
