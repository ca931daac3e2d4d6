import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cacheDirectoryOutside } from '../cache/directory.ts';
import { realPath } from '../cache/files.ts';
import { Knowledge, keyOf } from '../cache/knowledge.ts';
import type { Location } from './discover.ts';

/** What questions are about: what is learned of it is kept for the next process, or removed. */
export type About = { what: string; isKept: boolean };

/**
 * Another git may answer otherwise, and one that packed anew may have removed what no ref leads to: both are part of
 * what names the knowledge.
 */
export function knowledgeOf(
  { root, gitDir, commonDir, objectFormat }: Location,
  git: string,
  { what, isKept }: About,
  env: Readonly<Record<string, string | undefined>>,
): Knowledge | undefined {
  const { size, mtimeMs } = statSync(git);
  const directory = cacheDirectoryOutside([root, gitDir, commonDir], env);
  const program = `${git} ${size} ${mtimeMs}`;
  const knowledge = new Knowledge(directory, [
    realPath(commonDir),
    objectFormat,
    program,
    packsIn(commonDir),
    what,
  ]);
  if (!isKept) knowledge.remove();
  return isKept ? knowledge : undefined;
}

export function packsIn(commonDir: string): string {
  try {
    const names = readdirSync(join(commonDir, 'objects', 'pack'));
    return keyOf('packs', ...names.filter(name => name.endsWith('.pack')).sort());
  } catch {
    return '';
  }
}
