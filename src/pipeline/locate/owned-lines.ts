import type { LineRange } from '../../annotation/schema.ts';
import { sum } from '../../collections.ts';
import { type AddedTo, addedLines as addedBy } from '../../git/change-calls.ts';
import { isDamage } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import { mapLines } from '../lines/map-lines.ts';
import { lineNumbers } from '../lines/range.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { addedLines } from '../recovery/own-lines.ts';
import type { Snapshot } from '../snapshot.ts';

/** The lines of today's file, as far as it was asked about, that a commit owns, and how many it had written there. */
export type Owned = { ranges: readonly LineRange[]; lines: number; added?: number };

/**
 * Where annotations of whole commits are: they name no lines, so theirs are those that their commits changed and that
 * blame still gives them. Undefined where no line was blamed beforehand, as in a look at many files.
 */
export async function ownedLines(
  file: FileHistory,
  found: readonly FoundRegion[],
): Promise<((item: FoundRegion) => Owned) | undefined> {
  const commits = new Set(found.filter(isOfWholeCommit).map(item => item.commit.id));
  if (commits.size === 0 || file.blame.isLazy) return undefined;
  const ownerOf = await file.blame.ownersOf(linesAsked(file));
  const pieces = piecesOf(file, commits, ownerOf);
  const added = await countAdded(file.snapshot, [...commits].sort());
  const brought = await broughtLines(file, found, ownerOf);
  return item => {
    const own = brought.get(item);
    if (own) return own;
    const owned = pieces.get(item.commit.id) ?? { ranges: [], lines: 0 };
    const count = file.scope.ranges ? undefined : addedTo(added.get(item.commit.id), file);
    return { ...owned, ...(count === undefined ? {} : { added: count }) };
  };
}

/** A squash commit owns the lines of many: of a commit that came with it, only those count that it had written. */
async function broughtLines(
  file: FileHistory,
  found: readonly FoundRegion[],
  ownerOf: OwnerOf,
): Promise<Map<FoundRegion, Owned>> {
  const brought = new Map<FoundRegion, Owned>();
  for (const item of found) {
    const { commit, written, recovered, region } = item;
    if (!recovered || !written || !isOfWholeCommit(item)) continue;
    const version = await addedLines(file.snapshot, written, region.file, written.parents[0]);
    if (!version) continue;
    const { unchanged } = mapLines(version.lines, file.scope.lines);
    const lines = new Set(version.own.map(line => unchanged[line]));
    const itsOwn = (line: number) => (lines.has(line) ? ownerOf(line) : undefined);
    const pieces = piecesOf(file, new Set([commit.id]), itsOwn);
    const owned = pieces.get(commit.id) ?? { ranges: [], lines: 0 };
    brought.set(item, file.scope.ranges ? owned : { ...owned, added: version.own.length });
  }
  return brought;
}

/** None where a clone lacks what one of the commits changed. */
async function countAdded(
  { repository, signal }: Snapshot,
  commits: string[],
): Promise<Map<string, AddedTo[]>> {
  try {
    return await repository.run(addedBy(commits), signal);
  } catch (error) {
    if (isDamage(error)) return new Map();
    throw error;
  }
}

function addedTo(changes: readonly AddedTo[] | undefined, { names }: FileHistory): number | undefined {
  const own = changes?.filter(({ path }) => names.some(({ name }) => name === path));
  return own?.length ? sum(own, ({ added }) => added) : undefined;
}

/** Lines in a row; blank ones between two of the same commit do not part them, whoever wrote them. */
function piecesOf(file: FileHistory, commits: ReadonlySet<string>, ownerOf: OwnerOf): Map<string, Owned> {
  const { scope } = file;
  const pieces = new Map<string, Piece>();
  let last: { owner: string | undefined; range: LineRange } | undefined;
  for (const line of linesAsked(file)) {
    const owner = ownerOf(line);
    const piece = owner !== undefined && commits.has(owner) ? pieceOf(pieces, owner) : undefined;
    if (piece) piece.lines++;
    if (isBlank(scope.lines[line - 1])) continue;
    if (owner === last?.owner && last) last.range.end = line;
    else last = { owner, range: { start: line, end: line } };
    if (piece && piece.ranges.at(-1) !== last.range) piece.ranges.push(last.range);
  }
  return pieces;
}

type OwnerOf = (line: number) => string | undefined;

function linesAsked({ scope }: FileHistory): number[] {
  return (scope.ranges ?? [{ start: 1, end: scope.lines.length }]).flatMap(lineNumbers);
}

type Piece = { ranges: LineRange[]; lines: number };

function pieceOf(pieces: Map<string, Piece>, owner: string): Piece {
  const known = pieces.get(owner) ?? { ranges: [], lines: 0 };
  pieces.set(owner, known);
  return known;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
