import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { insideRoot } from '../../inside.ts';
import type { Snapshot } from '../snapshot.ts';

const DEFAULT_FILE = '.git-blame-ignore-revs';

/** The commits that blame should look through, and the file that names them to git. */
export type IgnoredRevisions = { file: string; commits: ReadonlySet<string> };

/**
 * Written to a file of our own: only ids of commits that exist go in, because git would fail on others, and quote
 * the line that it did not like.
 */
export async function ignoredRevisions(snapshot: Snapshot): Promise<IgnoredRevisions | undefined> {
  const { repository, settings } = snapshot;
  const text = [DEFAULT_FILE, settings.ignoreRevsFile]
    .filter(name => name !== undefined)
    .map(name => readInside(repository.location.root, name))
    .join('\n');
  const ids = text.split('\n').map(line => line.replace(/#.*/, '').trim().toLowerCase());
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

function readInside(root: string | undefined, name: string): string {
  if (root === undefined) return '';
  const file = insideRoot(root, isAbsolute(name) ? relative(root, name) : name);
  try {
    return file === undefined ? '' : readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
