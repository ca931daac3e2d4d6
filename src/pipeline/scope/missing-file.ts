import { posix } from 'node:path';
import { UltragitError } from '../../errors.ts';
import { filesOf } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { listed } from '../../wording.ts';
import type { Snapshot } from '../snapshot.ts';
import { nearestNames, nearestPaths } from './nearest-paths.ts';
import { normalisePath } from './normalise-path.ts';

const MOST_NAMED = 3;

/** Where to look for a file that a commit does not have: what has its name elsewhere, else what has one like it. */
export async function whereToLook(snapshot: Snapshot, asked: string, commit: Commit): Promise<string> {
  const path = pathOf(snapshot, asked);
  const files = await allFiles(snapshot, commit);
  const elsewhere = ofSameName(files, path);
  if (elsewhere.length > 0) return namesakes(elsewhere, 'file');
  const near = await nearestPaths(snapshot.repository, commit, path);
  if (near.length > 0) return `Did you mean ${near.join(', ')}?`;
  const directories = ofSameName([...new Set(files.flatMap(directoriesOf))], path);
  if (directories.length > 0) return namesakes(directories, 'directory');
  const far = nearestNames(files, path);
  return far.length > 0 ? `Did you mean ${far.join(', ')}?` : 'Paths are relative to the repository root.';
}

/** The same for a file whose end is known: one of its name may have taken its place. */
export async function namesakesOf(snapshot: Snapshot, asked: string): Promise<string[]> {
  const elsewhere = ofSameName(await allFiles(snapshot, snapshot.head), pathOf(snapshot, asked));
  return elsewhere.length > 0 ? [namesakes(elsewhere, 'file')] : [];
}

function pathOf({ repository }: Snapshot, asked: string): string {
  return normalisePath(asked, repository.location.root).replaceAll('\\', '/');
}

/** None where this clone does not have all directories. */
async function allFiles({ repository, signal }: Snapshot, commit: Commit): Promise<string[]> {
  try {
    return await repository.run(filesOf(commit.id), signal);
  } catch (error) {
    if (error instanceof UltragitError && error.code === 'git_failed') return [];
    throw error;
  }
}

/** Paths that end in the same name, those first that share most of their last directories, then of their first. */
function ofSameName(paths: readonly string[], path: string): string[] {
  const name = posix.basename(path).toLowerCase();
  const wanted = path.split('/');
  return paths
    .filter(other => posix.basename(other).toLowerCase() === name && other !== path)
    .map(other => ({ other, segments: other.split('/') }))
    .map(({ other, segments }) => ({
      other,
      last: shared([...segments].reverse(), [...wanted].reverse()),
      first: shared(segments, wanted),
    }))
    .sort((a, b) => b.last - a.last || b.first - a.first || (a.other < b.other ? -1 : 1))
    .map(({ other }) => other);
}

function shared(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((segment, at) => segment !== other[at]);
  return differs < 0 ? one.length : differs;
}

function directoriesOf(path: string): string[] {
  const around = posix.dirname(path);
  return around === '.' ? [] : [...directoriesOf(around), around];
}

function namesakes(paths: readonly string[], what: 'file' | 'directory'): string {
  const named = listed(paths.slice(0, MOST_NAMED), paths.length);
  if (paths.length === 1) return `There is a ${what} of that name: ${named}`;
  return `${what === 'file' ? 'Files' : 'Directories'} of that name: ${named}`;
}
