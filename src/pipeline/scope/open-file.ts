import { createHash } from 'node:crypto';
import { UltragitError } from '../../errors.ts';
import type { Commit } from '../../git/parsers.ts';
import { LARGEST_FILE, type Repository } from '../../git/repository.ts';
import { splitLines } from '../../git/split-lines.ts';
import type { Notice } from '../../notices.ts';
import { shortId } from '../../wording.ts';
import { type LineMap, mapLines } from '../lines/map-lines.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { findPlace, tooLarge } from './find-place.ts';

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
  notices: readonly Notice[];
};

/** Takes a path; gives the file on disk, or at a commit where one is asked for or there is no other. */
export async function openFile(
  snapshot: Snapshot,
  question: { path: string; rev?: Commit },
): Promise<FileView> {
  const { repository } = snapshot;
  const commit = question.rev ?? snapshot.head;
  const place = await findPlace(repository, commit, question.path, question.rev === undefined);
  const { path, kind, data, fromDisk } = place;
  if (place.isDirectory) throw directory(path);
  if (!place.entry) {
    const unreadable = await unreadableDirectory(repository, commit, path.split('/').slice(0, -1));
    if (unreadable) throw unreadable;
  }
  const entry = place.entry?.mode === '40000' ? undefined : place.entry;
  if (kind === 'other') throw notRegular(path);
  if (entry?.mode === '120000' && kind === undefined) throw notRegular(path);

  const committed = entry && (await committedFile(snapshot, entry.id, path, data));
  if (data) return { path, commit, ...onDiskView(place.notices, path, commit, data, committed) };
  if (!committed) throw new UltragitError('file_not_found', `File not found: ${question.path}`);
  const notices: Notice[] = fromDisk ? [{ code: 'not_on_disk', path, commit: commit.id }] : [];
  return {
    ...{ path, commit, source: 'commit', data: committed.data, id: committed.blob, lines: committed.lines },
    ...{ committed, uncommittedLines: 0, notices: [...place.notices, ...notices] },
  };
}

type Committed = NonNullable<FileView['committed']> & { data: Buffer };

/** The file on disk, compared with the one that is committed, where there is one. */
function onDiskView(
  notices: readonly Notice[],
  path: string,
  commit: Commit,
  data: Buffer,
  committed: Committed | undefined,
): Omit<FileView, 'path' | 'commit'> {
  const source = 'worktree';
  if (!committed) {
    const lines = splitLines(data);
    const unknown: Notice = { code: 'not_committed', path, commit: commit.id };
    const all = { id: hash(data), uncommittedLines: lines.length };
    return { source, data, lines, ...all, notices: [...notices, unknown] };
  }
  const { blob } = committed;
  if (committed.data.equals(data)) {
    return { source, data, id: blob, lines: committed.lines, committed, uncommittedLines: 0, notices };
  }
  const lines = splitLines(data);
  const edits = mapLines(committed.lines, lines);
  const uncommittedLines = lines.filter((_line, at) => edits.origin[at + 1] === 0).length;
  return { source, data, id: hash(data), lines, committed, edits, uncommittedLines, notices };
}

function hash(data: Buffer): string {
  return createHash('sha256').update(data).digest('hex');
}

/** Lines of committed files, by blob. */
const COMMITTED_LINES = slot<string[]>(32 * 1024 * 1024);

async function committedFile(
  { repository, memory }: Snapshot,
  blob: string,
  path: string,
  onDisk: Buffer | undefined,
): Promise<Committed> {
  const data = await repository.file(blob, { likely: onDisk });
  if (!data) {
    const { size } = (await repository.info(blob)) ?? { size: 0 };
    throw size > LARGEST_FILE ? tooLarge(path) : noContent(repository, path, blob);
  }
  const kept = memory.of(COMMITTED_LINES);
  const known = kept.get(blob);
  const lines = known ?? splitLines(data);
  if (!known) kept.set(blob, lines, data.length * 2);
  return { blob, data, lines };
}

/** Why the object of a file or a directory can't be read. */
export function noContent(repository: Repository, path: string, id: string): UltragitError {
  if (repository.isDamaged(id)) {
    return new UltragitError('git_failed', `The content of ${path} is damaged in this clone.`, [
      '`git fsck` lists what is damaged; fetch it again with: git fetch --refetch',
    ]);
  }
  return new UltragitError('git_failed', `The content of ${path} is not in this clone.`, [
    'In a partial clone, fetch it first: git checkout the file, or run git fetch --refetch.',
  ]);
}

/** Why nothing was found in a directory that the commit has: its list of files, or that of one above it, can't be read. */
export async function unreadableDirectory(
  repository: Repository,
  commit: Commit,
  segments: readonly string[],
): Promise<UltragitError | undefined> {
  for (let depth = 0; depth <= segments.length; depth++) {
    const path = segments.slice(0, depth).join('/');
    const entry = await repository.entryAt(commit, path);
    if (entry?.mode !== '40000') return undefined;
    if (await repository.tree(entry.id)) continue;
    return noContent(repository, path || `commit ${shortId(commit.id)}`, entry.id);
  }
  return undefined;
}

function directory(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path || 'The repository root'} is a directory.`, [
    {
      terminal: `Use the summary of a directory: ultragit summary ${path || '.'}`,
      agent: 'Use ultragit_summary with the same path.',
    },
  ]);
}

function notRegular(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path} is not a regular file.`, ['Name a file.']);
}
