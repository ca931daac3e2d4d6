import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { oneLine } from '../../annotation/sanitise.ts';
import type { IgnoreRevsFile, Settings } from '../../config.ts';
import { insideRoot } from '../../inside.ts';
import type { Notice } from '../../notices.ts';
import type { Snapshot } from '../snapshot.ts';

export const IGNORE_REVS_FILE = '.git-blame-ignore-revs';
const MOST_BYTES = 1024 * 1024;

/** The commits that blame should look through, and the file that names them to git. */
export type IgnoredRevisions = { file: string; commits: ReadonlySet<string> };

/**
 * Written to a file of our own: only ids of commits that exist go in, because git would fail on others, and quote
 * the line that it did not like.
 */
export async function ignoredRevisions({
  repository,
  settings,
  files: versions,
}: Pick<Snapshot, 'repository' | 'settings' | 'files'>): Promise<IgnoredRevisions | undefined> {
  const { root } = repository.location;
  const files = [{ name: IGNORE_REVS_FILE, isUsers: false }, ...settings.ignoreRevsFiles];
  const texts = files.map(file => {
    const tracked = versions && trackedName(root, file);
    return tracked === undefined ? readSmall(placeOf(root, file)) : versions?.(tracked);
  });
  const lines = (await Promise.all(texts)).flatMap(text => text?.split('\n') ?? []);
  const ids = lines.map(line => line.replace(/#.*/, '').trim().toLowerCase());
  const objects = await Promise.all(
    [...new Set(ids)].filter(id => /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(id)).map(id => repository.info(id)),
  );
  const commits = objects.flatMap(object => (object?.type === 'commit' ? [object.id] : []));
  if (commits.length === 0) return undefined;
  const content = `${commits.join('\n')}\n`;
  const name = `ignore-revs-${createHash('sha1').update(content).digest('hex')}`;
  const file = join(repository.privateDir, name);
  if (!existsSync(file)) writeFileSync(file, content);
  return { file, commits: new Set(commits) };
}

/** What `blame.ignoreRevsFile` names and is not used. A name in the user's config is meant for all repositories. */
export function unusedIgnoreRevs(root: string | undefined, { ignoreRevsFiles }: Settings): Notice[] {
  return ignoreRevsFiles.flatMap((file): Notice[] => {
    if (file.isUsers && !isAbsolute(file.name)) return [];
    const place = placeOf(root, file);
    if (readSmall(place) !== undefined) return [];
    const isOutside = place === undefined && leaves(root, file.name);
    return [
      { code: 'ignore_revs_unused', file: oneLine(file.name), why: isOutside ? 'outside' : 'unreadable' },
    ];
  });
}

/** What the repository's own config names must be inside of it: whoever wrote that may not be the user. */
function placeOf(root: string | undefined, { name, isUsers }: IgnoreRevsFile): string | undefined {
  if (isUsers && isAbsolute(name)) return name;
  return root === undefined ? undefined : insideRoot(root, isAbsolute(name) ? relative(root, name) : name);
}

/** The path of a file that commits may have; undefined for one elsewhere, which is the user's. */
export function trackedName(root: string | undefined, { name }: IgnoreRevsFile): string | undefined {
  const inner = root === undefined ? name : relative(root, resolve(root, name));
  const isElsewhere = isAbsolute(inner) || /^(\.\.|\.git)([\\/]|$)/.test(inner);
  return isElsewhere ? undefined : inner.split(sep).join('/');
}

function leaves(root: string | undefined, name: string): boolean {
  if (root === undefined || name.startsWith('~')) return true;
  const inner = relative(root, resolve(root, name));
  return inner === '..' || inner.startsWith(`..${sep}`) || isAbsolute(inner) || existsSync(join(root, inner));
}

/** Undefined for what is no file, too, such as a pipe, which would be waited for. */
function readSmall(file: string | undefined): string | undefined {
  try {
    const stats = file === undefined ? undefined : statSync(file);
    if (file === undefined || !stats?.isFile() || stats.size > MOST_BYTES) return undefined;
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
