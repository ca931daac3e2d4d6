/** A file as a commit has it: its units, and what the commit changed in it. */

import type { LineRange } from '../annotation/schema.ts';
import { UltragitError } from '../errors.ts';
import { renamesIn } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import { mapLines } from '../pipeline/lines/map-lines.ts';
import { linesOfVersion } from '../pipeline/locate/parsed-version.ts';
import { whereToLook } from '../pipeline/scope/missing-file.ts';
import { normalisePath } from '../pipeline/scope/normalise-path.ts';
import { noContent } from '../pipeline/scope/open-file.ts';
import { outlineOf } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { isBinary } from '../syntax/binary.ts';
import type { Unit } from '../syntax/unit.ts';
import { shortId } from '../wording.ts';

export type FileAtCommit = {
  path: string;
  commit: Commit;
  lines: number;
  /** None where no grammar can tell. */
  units?: readonly Unit[];
  changes: Changes;
};

/** Lines that the commit wrote, and places after which it took lines away; against its first parent. */
export type Changes = { added: readonly number[]; removedAfter: readonly number[] };

export async function fileAtCommit(snapshot: Snapshot, commit: Commit, asked: string): Promise<FileAtCommit> {
  const { repository } = snapshot;
  const path = normalisePath(asked, repository.location.root);
  const entry = await repository.entryAt(commit, path);
  if (!entry) {
    throw new UltragitError('file_not_found', `${path} is not in the commit ${shortId(commit.id)}.`, [
      await whereToLook(snapshot, path, commit),
    ]);
  }
  if (!entry.mode.startsWith('100')) throw notAFile(path);
  const data = await repository.file(entry.id);
  if (!data) throw noContent(repository, path, entry.id);
  if (isBinary(data)) {
    throw new UltragitError('not_a_file', `${path} is not text, so nothing in it can be annotated.`, [
      'Annotate the code that reads or writes it.',
    ]);
  }
  const outline = await outlineOf(snapshot, { path, data, id: entry.id });
  const lines = (await linesOfVersion(snapshot, entry.id)) ?? [];
  const before = await linesBefore(snapshot, commit, path);
  const units = 'units' in outline ? { units: outline.units } : {};
  return { path, commit, lines: lines.length, ...units, changes: changesBetween(before, lines) };
}

function notAFile(path: string): UltragitError {
  return new UltragitError('not_a_file', `${path || 'The repository root'} is not a regular file.`, [
    'Name a file.',
  ]);
}

/** None where the file is new; under its old name where the commit renamed it. */
async function linesBefore(snapshot: Snapshot, commit: Commit, path: string): Promise<readonly string[]> {
  const { repository, signal } = snapshot;
  const [first] = commit.parents;
  const parent = first === undefined ? undefined : await repository.commit(first);
  if (!parent) return [];
  const same = await repository.entryAt(parent, path);
  const renames = same ? [] : await repository.run(renamesIn(commit.id), signal);
  const old = renames.find(({ to }) => to === path)?.from;
  const entry = same ?? (old === undefined ? undefined : await repository.entryAt(parent, old));
  return (entry && (await linesOfVersion(snapshot, entry.id))) ?? [];
}

function changesBetween(before: readonly string[], after: readonly string[]): Changes {
  const { origin, unchanged } = mapLines(before, after);
  const isAdded = (line: string, at: number) => before[(origin[at + 1] ?? 0) - 1] !== line;
  const added = after.flatMap((line, at) => (isAdded(line, at) ? [at + 1] : []));
  const removedAfter = new Set<number>();
  let last = 0;
  for (let old = 1; old <= before.length; old++) {
    const now = unchanged[old] ?? 0;
    if (now > 0) last = now;
    else removedAfter.add(last);
  }
  return { added, removedAfter: [...removedAfter] };
}

/** Whether the commit changed something in these lines. */
export function isChanged({ added, removedAfter }: Changes, { start, end }: LineRange): boolean {
  return (
    added.some(line => line >= start && line <= end) || removedAfter.some(line => line >= start && line < end)
  );
}

export function hasChanges({ added, removedAfter }: Changes): boolean {
  return added.length + removedAfter.length > 0;
}
