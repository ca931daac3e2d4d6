import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join, posix, relative, sep } from 'node:path';
import type { Notice } from '../../answers.ts';
import { UltragitError } from '../../errors.ts';
import type { Commit, TreeEntry } from '../../git/parsers.ts';
import { LARGEST_FILE, type Repository } from '../../git/repository.ts';
import { insideRoot } from '../../inside.ts';
import { shortId } from '../../wording.ts';
import { type LineMap, mapLines, splitLines } from '../lines/map-lines.ts';
import { exists, nearestPaths, normalisePath, onDisk, outside } from './find-path.ts';

/** A file as the caller sees it, and how its lines stand to the commit that is blamed. */
export type FileView = {
  path: string;
  commit: Commit;
  source: 'worktree' | 'commit';
  data: Buffer;
  /** Names this content: the blob where it is committed, else a hash of what is on disk. */
  id: string;
  lines: string[];
  /** The file at `commit`; absent when it was never committed. */
  committed?: { blob: string; lines: string[] };
  /** From the lines of the commit to those on disk; absent when they are the same. */
  edits?: LineMap;
  uncommittedLines: number;
  notices: Notice[];
};

/** What is at a path, on disk and in a commit. */
export type Place = {
  path: string;
  kind: ReturnType<typeof onDisk>;
  entry?: TreeEntry;
  /** What the file on disk has, where there is one and it counts. */
  data?: Buffer;
  isDirectory: boolean;
  fromDisk: boolean;
  notices: Notice[];
};

/** Takes a path as it was asked for; follows links, and refuses what is outside or another repository. */
export async function findPlace(
  repository: Repository,
  commit: Commit,
  asked: string,
  preferDisk: boolean,
): Promise<Place> {
  const { root } = repository.location;
  const notices: Notice[] = [];
  const fromDisk = root !== undefined && preferDisk;
  let path = normalisePath(asked, root);
  if (path.includes('\\') && !(await exists(repository, commit, path))) {
    path = normalisePath(asked.replaceAll('\\', '/'), root);
  }
  if (fromDisk) path = followLink(root, path, notices);
  refuseMetadata(path, asked);

  const entry = await repository.entryAt(commit, path);
  const data = fromDisk ? readOnDisk(root, path) : undefined;
  const kind = data ? 'file' : fromDisk ? onDisk(root, path) : undefined;
  const inner = await submoduleOf(repository, commit, path);
  if (inner !== undefined) throw submodule(inner);
  const isDirectory = kind === 'directory' || (kind === undefined && entry?.mode === '40000');
  return { path, kind, entry, data, isDirectory, fromDisk, notices };
}

/** Takes a path; gives the file on disk, or at a commit where one is asked for or there is no other. */
export async function openFile(
  repository: Repository,
  head: Commit,
  question: { path: string; rev?: Commit },
): Promise<FileView> {
  const commit = question.rev ?? head;
  const place = await findPlace(repository, commit, question.path, question.rev === undefined);
  const { path, kind, data, notices, fromDisk } = place;
  if (place.isDirectory) throw directory(path);
  const entry = place.entry?.mode === '40000' ? undefined : place.entry;
  if (kind === 'other') throw notRegular(path);
  if (entry?.mode === '120000' && kind === undefined) throw notRegular(path);

  const committedData = entry && (await fileData(repository, entry.id, path, data));
  if (data) {
    const lines = committedData?.equals(data) ? linesOf(committedData) : splitLines(data);
    const base = { path, commit, source: 'worktree' as const, data, lines, notices };
    if (!entry || !committedData) {
      notices.push({
        code: 'not_committed',
        message: `${path} is not in the commit ${shortId(commit.id)} yet: all its lines are uncommitted.`,
        fix: 'If it was renamed and that is not committed yet, ask about its old name.',
      });
      return { ...base, id: hash(data), uncommittedLines: lines.length };
    }
    return { ...base, ...compare(committedData, entry.id, data, lines) };
  }
  if (!entry || !committedData) throw await notFound(repository, commit, question.path, path);
  if (fromDisk) {
    notices.push({
      code: 'not_on_disk',
      message: `${path} is gone from disk; this is the file at commit ${shortId(commit.id)}.`,
    });
  }
  const lines = linesOf(committedData);
  const base = { path, commit, source: 'commit' as const, data: committedData, id: entry.id, lines, notices };
  return { ...base, committed: { blob: entry.id, lines }, uncommittedLines: 0 };
}

const linesOfData = new WeakMap<Buffer, string[]>();

/** For data that the repository keeps, and hands out again for the next query. */
function linesOf(data: Buffer): string[] {
  const known = linesOfData.get(data);
  if (known) return known;
  const lines = splitLines(data);
  linesOfData.set(data, lines);
  return lines;
}

function compare(committedData: Buffer, blob: string, data: Buffer, lines: string[]) {
  if (committedData.equals(data)) return { id: blob, committed: { blob, lines }, uncommittedLines: 0 };
  const committed = { blob, lines: linesOf(committedData) };
  const edits = mapLines(committed.lines, lines);
  const uncommittedLines = lines.filter((_line, at) => edits.origin[at + 1] === 0).length;
  return { id: hash(data), committed, edits, uncommittedLines };
}

function hash(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** A link inside the repository is followed to its file; one that leaves is refused. */
function followLink(root: string, path: string, notices: Notice[]): string {
  let real = insideRoot(root, path);
  if (real === undefined) {
    if (onDisk(root, path) === undefined) return path;
    // A checkout takes a file away and puts it back: what is there by now is looked at once more.
    real = insideRoot(root, path);
    if (real === undefined) throw outside(path);
  }
  if (real === join(root, path)) return path;
  const target = relative(insideRoot(root, '.') ?? root, real)
    .split(sep)
    .join('/');
  if (target === path) return path;
  notices.push({
    code: 'link_followed',
    message: `${path} is a link to ${target}; this is the answer for ${target}.`,
  });
  return target;
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

async function fileData(
  repository: Repository,
  blob: string,
  path: string,
  onDisk: Buffer | undefined,
): Promise<Buffer> {
  const data = await repository.file(blob, onDisk);
  if (data) return data;
  if (await repository.info(blob)) throw tooLarge(path);
  throw notInClone(path);
}

export function notInClone(path: string): UltragitError {
  return new UltragitError('git_failed', `The content of ${path} is not in this clone.`, [
    'In a partial clone, fetch it first: git checkout the file, or run git fetch --refetch.',
  ]);
}

async function notFound(repository: Repository, commit: Commit, asked: string, path: string) {
  const nearest = await nearestPaths(repository, commit, path);
  return new UltragitError(
    'file_not_found',
    `File not found: ${asked}`,
    nearest.length > 0
      ? [`Did you mean ${nearest.join(', ')}?`]
      : ['Paths are relative to the repository root.'],
  );
}

function directory(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path || 'The repository root'} is a directory.`, [
    `Use the summary of a directory: ultragit summary ${path || '.'}`,
  ]);
}

function submodule(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is a submodule, a repository of its own.`, [
    `Ask there: ultragit read --repo ${path} <file>`,
  ]);
}

function notRegular(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is not a regular file.`, ['Name a file.']);
}

function tooLarge(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is larger than 64 MiB and is not read.`, [
    'Annotations belong to source files.',
  ]);
}

function unreadable(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} could not be read.`, ['Check its permissions.']);
}
