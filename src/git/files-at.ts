import { posix } from 'node:path';
import type { Commit, TreeEntry } from './parsers.ts';
import type { Repository } from './repository.ts';

/** The text of a small file of one version of the repository, by its path; undefined where it has none. */
export type FilesOf = (path: string) => Promise<string | undefined>;

const MOST_BYTES = 1024 * 1024;
const MOST_LINKS = 5;

/** The files of a commit; of none, none. */
export function filesAt(repository: Repository, commit: Commit | undefined): FilesOf {
  return async path => {
    const entry = commit && (await behindLinks(repository, commit, path));
    return entry && smallText(repository, entry.id);
  };
}

export async function smallText(repository: Repository, blob: string): Promise<string | undefined> {
  const object = await repository.read(blob, MOST_BYTES);
  return object?.type === 'blob' ? object.data?.toString() : undefined;
}

/** A link inside the repository is followed, as on disk. */
async function behindLinks(
  repository: Repository,
  commit: Commit,
  path: string,
): Promise<TreeEntry | undefined> {
  let place = posix.normalize(path);
  for (let links = 0; links < MOST_LINKS && !/^\.\.(\/|$)|^\//.test(place); links++) {
    const entry = await repository.entryAt(commit, place);
    if (entry?.mode !== '120000') return entry?.mode.startsWith('100') ? entry : undefined;
    const target = await smallText(repository, entry.id);
    if (target === undefined) return undefined;
    place = posix.isAbsolute(target) ? target : posix.join(posix.dirname(place), target);
  }
  return undefined;
}
