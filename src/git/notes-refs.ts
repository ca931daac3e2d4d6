import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MOST_REFS = 500;
const DEEPEST = 8;
const LARGEST_PACKED_REFS = 64 * 1024 * 1024;

/** Where tools keep copies of a remote's notes: they repeat the local ones. */
const MIRROR = /^refs\/notes\/(remote|origin|ai-remote)\//;

/** A name that is safe to hand to git, see `completeRef`. */
const PLAIN = /^refs\/notes\/[\w./+@-]+$/;

/** The notes refs of a repository, in order, without mirrors of a remote's notes. */
export function notesRefs(commonDir: string): string[] {
  const refs = new Set([...looseRefs(commonDir, 'refs/notes'), ...packedRefs(commonDir)]);
  return [...refs]
    .filter(ref => PLAIN.test(ref) && !ref.includes('..') && !ref.endsWith('.lock') && !MIRROR.test(ref))
    .sort()
    .slice(0, MOST_REFS);
}

/** The refs under one that have a file of their own. */
export function looseRefs(commonDir: string, under: string): string[] {
  const refs: string[] = [];
  const walk = (ref: string, depth: number): void => {
    for (const { name, isDirectory, isFile } of entriesOf(join(commonDir, ref))) {
      if (refs.length >= MOST_REFS) return;
      if (isFile) refs.push(`${ref}/${name}`);
      else if (isDirectory && depth < DEEPEST) walk(`${ref}/${name}`, depth + 1);
    }
  };
  walk(under, 0);
  return refs;
}

function entriesOf(directory: string): { name: string; isDirectory: boolean; isFile: boolean }[] {
  try {
    return readdirSync(directory, { withFileTypes: true }).map(entry => ({
      name: entry.name,
      isDirectory: entry.isDirectory(),
      isFile: entry.isFile(),
    }));
  } catch {
    return [];
  }
}

function packedRefs(commonDir: string): string[] {
  const file = join(commonDir, 'packed-refs');
  try {
    const stats = lstatSync(file);
    if (!stats.isFile() || stats.size > LARGEST_PACKED_REFS) return [];
    return readFileSync(file, 'utf8').match(/(?<= )refs\/notes\/\S+$/gm) ?? [];
  } catch {
    return [];
  }
}
