import type { LineRange } from '../../annotation/schema.ts';
import { sum } from '../../collections.ts';
import { type AddedTo, addedLines } from '../../git/change-calls.ts';
import { isDamage } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import { lineNumbers } from '../lines/range.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
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
  const pieces = await piecesOf(file, commits);
  const added = await countAdded(file.snapshot, [...commits].sort());
  return item => {
    const owned = pieces.get(item.commit.id) ?? { ranges: [], lines: 0 };
    const count = file.scope.ranges ? undefined : addedTo(added.get(item.commit.id), file);
    return { ...owned, ...(count === undefined ? {} : { added: count }) };
  };
}

/** None where a clone lacks what one of the commits changed. */
async function countAdded(
  { repository, signal }: Snapshot,
  commits: string[],
): Promise<Map<string, AddedTo[]>> {
  try {
    return await repository.run(addedLines(commits), signal);
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
async function piecesOf(
  { blame, scope }: FileHistory,
  commits: ReadonlySet<string>,
): Promise<Map<string, Owned>> {
  const lines = (scope.ranges ?? [{ start: 1, end: scope.lines.length }]).flatMap(lineNumbers);
  const ownerOf = await blame.ownersOf(lines);
  const pieces = new Map<string, Piece>();
  let last: { owner: string | undefined; range: LineRange } | undefined;
  for (const line of lines) {
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

type Piece = { ranges: LineRange[]; lines: number };

function pieceOf(pieces: Map<string, Piece>, owner: string): Piece {
  const known = pieces.get(owner) ?? { ranges: [], lines: 0 };
  pieces.set(owner, known);
  return known;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
