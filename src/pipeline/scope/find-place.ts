import { readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import { UltragitError } from '../../errors.ts';
import type { Commit, TreeEntry } from '../../git/parsers.ts';
import { LARGEST_FILE, type Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';
import type { Notice } from '../../notices.ts';
import { exists, onDisk } from './find-path.ts';
import { normalisePath, outside } from './normalise-path.ts';

/** What is at a path, on disk and in a commit. */
export type Place = {
  path: string;
  kind: ReturnType<typeof onDisk>;
  entry?: TreeEntry;
  /** What the file on disk has, where there is one and it counts. */
  data?: Buffer;
  isDirectory: boolean;
  fromDisk: boolean;
  notices: readonly Notice[];
};

/** Takes a path as it was asked for; follows links, and refuses what is outside or another repository. */
export async function findPlace(
  repository: Repository,
  commit: Commit,
  asked: string,
  preferDisk: boolean,
): Promise<Place> {
  const { root } = repository.location;
  const fromDisk = root !== undefined && preferDisk;
  const named = await asNamed(repository, commit, asked);
  if (fromDisk) repository.witness.path(named);
  const path = fromDisk ? followLink(root, named) : named;
  refuseMetadata(path, asked);
  if (fromDisk) repository.witness.path(path);

  const entry = await repository.entryAt(commit, path);
  const data = fromDisk ? readOnDisk(root, path) : undefined;
  const kind = data ? 'file' : fromDisk ? onDisk(root, path) : undefined;
  const inner = await submoduleOf(repository, commit, path);
  if (inner !== undefined) throw submodule(inner);
  const isDirectory = kind === 'directory' || (kind === undefined && entry?.mode === '40000');
  const notices: Notice[] = path === named ? [] : [{ code: 'link_followed', path: named, target: path }];
  return { path, kind, entry, data, isDirectory, fromDisk, notices };
}

/** A backslash may be a separator, as Windows has it, or part of a name. */
async function asNamed(repository: Repository, commit: Commit, asked: string): Promise<string> {
  const { root } = repository.location;
  const path = normalisePath(asked, root);
  if (!path.includes('\\') || (await exists(repository, commit, path))) return path;
  return normalisePath(asked.replaceAll('\\', '/'), root);
}

/** A link inside the repository is followed to its file; one that leaves is refused. */
function followLink(root: string, path: string): string {
  let real = insideRoot(root, path);
  if (real === undefined) {
    if (onDisk(root, path) === undefined) return path;
    // A checkout takes a file away and puts it back: what is there by now is looked at once more.
    real = insideRoot(root, path);
    if (real === undefined) throw outside(path);
  }
  if (real === join(root, path)) return path;
  return relative(insideRoot(root, '.') ?? root, real)
    .split(sep)
    .join('/');
}

function refuseMetadata(path: string, asked: string): void {
  if (path === '.git' || path.startsWith('.git/')) throw outside(asked);
}

/** Undefined where there is no such file, perhaps because it has gone a moment ago. */
function readOnDisk(root: string, path: string): Buffer | undefined {
  const file = insideRoot(root, path);
  if (file === undefined) return undefined;
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) return undefined;
  if (stats.size > LARGEST_FILE) throw tooLarge(path);
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw unreadable(path);
  }
}

/** The submodule that a path is or lies in. */
async function submoduleOf(
  repository: Repository,
  commit: Commit,
  path: string,
): Promise<string | undefined> {
  for (let part = path; part !== '.' && part !== ''; part = posix.dirname(part)) {
    const entry = await repository.entryAt(commit, part);
    if (entry) return entry.mode === '160000' ? part : undefined;
  }
  return undefined;
}

function submodule(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is a submodule, a repository of its own.`, [
    {
      terminal: `Ask there: ultragit read --repo ${path} <file>`,
      agent: 'Its annotations are read by a server that was started in it.',
    },
  ]);
}

export function tooLarge(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is larger than 64 MiB and is not read.`, [
    'Annotations belong to source files.',
  ]);
}

function unreadable(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} could not be read.`, ['Check its permissions.']);
}
