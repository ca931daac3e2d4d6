import type { LineRange, Region } from '../../annotation/schema.ts';
import { UltragitError } from '../../errors.ts';
import { renamesIn } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { unitsMeant } from '../../syntax/anchor.ts';
import { isDamage } from '../history/ancestry.ts';
import { mapLines } from '../lines/map-lines.ts';
import { isIn, lineNumbers } from '../lines/range.ts';
import { isWordy } from '../lines/recognise.ts';
import { scope, unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { fileLines, type LostLines } from './trace-lines.ts';

/** What a region is about, in the file as its commit has it: the lines that the commit added, else all of the region's. */
export async function ownLines(
  snapshot: Snapshot,
  commit: Commit,
  region: Region,
  path: string,
): Promise<LostLines | undefined> {
  const lines = await fileLines(snapshot, { commit, path });
  if (!lines) return undefined;
  const range = await rangeOf(snapshot, commit, region, path, lines.length);
  const added = await addedLines(snapshot, commit, path, commit.parents[0]);
  const own = added?.own.filter(line => isIn(line, range)) ?? [];
  const isTouched = own.some(line => isWordy(lines[line - 1] ?? ''));
  return { lines, own: isTouched ? own : lineNumbers(range) };
}

/** The region's lines, else those of the unit that it names, else the whole file. */
async function rangeOf(
  snapshot: Snapshot,
  commit: Commit,
  { lines, ast_anchor: anchor }: Region,
  path: string,
  length: number,
): Promise<LineRange> {
  if (lines && lines.start <= length) return { start: lines.start, end: Math.min(lines.end, length) };
  const [unit] = anchor ? unitsMeant((await unitsAt(snapshot, commit, path)) ?? [], anchor) : [];
  return unit?.lines ?? { start: 1, end: length };
}

/** The units of a file at a commit; undefined where it can't be read or no grammar can tell. */
export async function unitsAt(snapshot: Snapshot, commit: Commit, path: string) {
  try {
    return await unitsOf(await scope(snapshot, { path, rev: commit }));
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}

/** The lines of a file that a commit has and `base` has not, all without one; undefined where this clone lacks a version. */
export async function addedLines(
  snapshot: Snapshot,
  commit: Commit,
  path: string,
  base: string | undefined,
): Promise<LostLines | undefined> {
  const { repository } = snapshot;
  const lines = await fileLines(snapshot, { commit, path });
  if (!lines) return undefined;
  const all = { lines, own: lineNumbers({ start: 1, end: lines.length }) };
  if (base === undefined) return all;
  const parent = await repository.commit(base);
  if (!parent) return undefined;
  const isThere = (await repository.entryAt(parent, path)) !== undefined;
  const earlier = isThere ? path : base === commit.parents[0] && (await formerName(snapshot, commit, path));
  if (!earlier) return all;
  const before = await fileLines(snapshot, { commit: parent, path: earlier });
  if (!before) return undefined;
  const { origin } = mapLines(before, lines);
  return { lines, own: all.own.filter(line => origin[line] === 0) };
}

/** The name that a file had before a commit renamed it. */
async function formerName(snapshot: Snapshot, commit: Commit, path: string): Promise<string | undefined> {
  try {
    const renames = await snapshot.repository.run(renamesIn(commit.id), snapshot.signal);
    return renames.find(({ to }) => to === path)?.from;
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}
