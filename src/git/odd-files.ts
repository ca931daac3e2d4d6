/** What git opens in a repository must be files: it would wait for anything else without an end, and we with it. */
import { type Dirent, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UltragitError } from '../errors.ts';
import type { Location } from './discover.ts';
import { isReadable, LARGEST, readGitFile } from './git-file.ts';
import { timedOut } from './run/failures.ts';

const IN_GIT_DIR = { HEAD: LARGEST.line, commondir: LARGEST.line, 'config.worktree': LARGEST.config };
const IN_COMMON_DIR = {
  config: LARGEST.config,
  'packed-refs': LARGEST.list,
  shallow: LARGEST.list,
  'info/grafts': LARGEST.list,
};
const ANY_SIZE = Number.POSITIVE_INFINITY;
const IN_STORE = {
  'info/alternates': LARGEST.config,
  'info/commit-graph': ANY_SIZE,
};
const DIRECTORIES_IN_STORE = ['pack', 'info/commit-graphs'];

/** As far as git follows stores that name others, and deeper than directories of refs ever are. */
const MOST_STORES = 5;
const DEEPEST = 10;

/** Throws an error that names the file, before git is started. Loose objects are too many to look at. */
export function refuseOddFiles({ gitDir, commonDir }: Location): void {
  refuse(gitDir, IN_GIT_DIR);
  refuse(commonDir, IN_COMMON_DIR);
  refuseOddRefs(commonDir, 'refs/notes');
  refuseInStore(join(commonDir, 'objects'), MOST_STORES);
}

/** Why git said nothing when it was asked for an object: there may be something else in its place. */
export function whySilent({ commonDir }: Location, id: string): UltragitError {
  try {
    isReadable(looseObject(commonDir, id), ANY_SIZE);
  } catch (error) {
    if (error instanceof UltragitError) return error;
  }
  return timedOut();
}

export function looseObject(commonDir: string, id: string): string {
  return join(commonDir, 'objects', id.slice(0, 2), id.slice(2));
}

/** The same for refs, or for their logs, which git reads or writes one directory at a time. */
export function refuseOddRefs(commonDir: string, under: string, depth = 0): void {
  for (const entry of entriesOf(join(commonDir, under))) {
    const name = `${under}/${entry.name}`;
    if (!entry.isDirectory()) refuseOdd(commonDir, name, entry);
    else if (depth < DEEPEST) refuseOddRefs(commonDir, name, depth + 1);
  }
}

function refuseInStore(objects: string, left: number): void {
  refuse(objects, IN_STORE);
  for (const directory of DIRECTORIES_IN_STORE) {
    for (const entry of entriesOf(join(objects, directory)))
      refuseOdd(join(objects, directory), entry.name, entry);
  }
  if (left === 0) return;
  for (const line of (readGitFile(join(objects, 'info/alternates'), LARGEST.config) ?? '').split('\n')) {
    if (line !== '' && !/^["#]/.test(line)) refuseInStore(resolve(objects, line), left - 1);
  }
}

function refuse(directory: string, files: Readonly<Record<string, number>>): void {
  for (const [name, largest] of Object.entries(files)) isReadable(join(directory, name), largest);
}

/** Most entries are plain files, which a listing tells without another look. */
function refuseOdd(directory: string, name: string, entry: Dirent): void {
  if (!entry.isFile()) isReadable(join(directory, name), ANY_SIZE);
}

function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
