import type { LineRange } from '../../annotation/schema.ts';
import { groupBy, sum } from '../../collections.ts';
import type { BlameSpan } from '../../git/parsers.ts';
import { isIn, lengthOf, lineNumbers } from '../lines/range.ts';
import { noContent } from '../scope/open-file.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { blameLines, clip, type OwnedSpan } from './blame-lines.ts';
import { ignoredRevisions } from './ignored-revisions.ts';

/** Which commits own the committed lines of the scope. */
export type Blame = {
  spans: readonly BlameSpan[];
  /** The same for a few lines more, where the scope has few: one line tells little of where its code came from. */
  nearby: readonly BlameSpan[];
  /** The commits that own lines of the scope, as far as that is certain: not those that end a shallow clone. */
  owners: ReadonlySet<string>;
  /** The names that the file had at the commits that own its lines. */
  paths: ReadonlySet<string>;
  /** Some lines are older than every annotation, and the file had its name already. */
  isOlder: boolean;
  /** Some lines may be older than the commit that seems to own them, because the clone ends there. */
  shallow: boolean;
  ignoresRevisions: boolean;
  /** No line was blamed beforehand, so `spans`, `owners` and `paths` prove nothing. */
  isLazy: boolean;
  isCommitted(line: number): boolean;
  /** The owners of lines of the file as the caller sees it, in the scope or not. */
  ownersOf(lines: readonly number[]): Promise<LineOwner>;
};

/** The commit that owns a line; none for a line that is not committed, or older than every annotation. */
type LineOwner = (line: number) => string | undefined;

/** Blames the lines of the scope at once, or, when `lazy`, only the lines that are asked for later. */
export async function blame(snapshot: Snapshot, scope: Scope, { lazy = false } = {}): Promise<Blame> {
  const ignoreRevsFile = scope.committed && (await snapshot.once(ignoredRevisions))?.file;
  const committed = (line: number) => committedLine(scope, line);
  const nothingToFind = snapshot.index.size === 0 && snapshot.states.authorship === undefined;
  const ranges = lazy || nothingToFind ? [] : committedRanges(scope);
  const wide = withLinesAround(ranges, scope.committed?.lines.length ?? 0);
  const asked = ranges.length > 0 ? await ask(snapshot, scope, ignoreRevsFile, wide) : [];
  const nearby = asked.filter(({ isOld }) => !isOld);
  const spans = nearby.flatMap(span => ranges.flatMap(range => clip(span, range)));

  const known: Blamed[] = [];
  const cover = (lines: readonly LineRange[], owned: readonly BlameSpan[]) => {
    known.unshift({ lines, spans: inOrder(owned) });
  };
  cover(wide, nearby);
  const boundaries = snapshot.repository.shallowBoundaries();
  const certain = spans.filter(span => !boundaries.has(span.commit));
  return {
    spans,
    nearby,
    owners: new Set(certain.map(span => span.commit)),
    paths: new Set(spans.map(span => span.path)),
    isOlder: asked.some(({ isOld, path }) => isOld && path === scope.path),
    shallow: certain.length < spans.length,
    ignoresRevisions: ignoreRevsFile !== undefined,
    isLazy: lazy,
    isCommitted: line => scope.committed !== undefined && committed(line) > 0,
    ownersOf: async lines => {
      const missing = lines.map(committed).filter(line => line > 0 && !isCovered(known, line));
      if (scope.committed && missing.length > 0) {
        const range = { start: least(missing), end: -least(missing.map(line => -line)) };
        const found = await ask(snapshot, scope, ignoreRevsFile, [range]);
        cover(
          [range],
          found.filter(({ isOld }) => !isOld),
        );
      }
      return line => ownerIn(known, committed(line));
    },
  };
}

/** Lines that were blamed, and who owns them, in their order: few of them are asked for. */
type Blamed = { lines: readonly LineRange[]; spans: readonly BlameSpan[] };

function inOrder(spans: readonly BlameSpan[]): readonly BlameSpan[] {
  const isSorted = spans.every((span, at) => at === 0 || (spans[at - 1]?.final ?? 0) <= span.final);
  return isSorted ? spans : [...spans].sort((a, b) => a.final - b.final);
}

function isCovered(known: readonly Blamed[], line: number): boolean {
  return known.some(({ lines }) => lines.some(range => isIn(line, range)));
}

function ownerIn(known: readonly Blamed[], line: number): string | undefined {
  for (const { spans } of known) {
    let [low, high] = [0, spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.final ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    const span = spans[low - 1];
    if (span && line < span.final + span.count) return span.commit;
  }
  return undefined;
}

/** Blames all of a file, of which some lines are in scope. */
export function wholeBlame(snapshot: Snapshot, scope: Scope): Promise<Blame> {
  return blame(snapshot, { ...scope, ranges: undefined });
}

/** Fewer lines may be all from after the commit that their unit came with. */
const FEW_LINES = 12;
const LINES_AROUND = 20;

function withLinesAround(ranges: readonly LineRange[], length: number): LineRange[] {
  const total = sum(ranges, lengthOf);
  if (total === 0 || total > FEW_LINES) return [...ranges];
  return ranges.map(({ start, end }) => ({
    start: Math.max(1, start - LINES_AROUND),
    end: Math.min(length, end + LINES_AROUND),
  }));
}

/** Without spreading, which a million lines would not survive. */
function least(numbers: readonly number[]): number {
  return numbers.reduce((best, next) => Math.min(best, next), Number.POSITIVE_INFINITY);
}

/** The number that a line on disk has in the commit; 0 where it is not committed. */
function committedLine({ edits }: Scope, line: number): number {
  return edits ? (edits.origin[line] ?? 0) : line;
}

/** The committed lines of a scope, by the commits that own them; lines have the numbers that the caller sees. */
export type OwnedLines = {
  owners: ReadonlyMap<string, readonly number[]>;
  /** A shallow clone ends before some of the commits that wrote these lines; they are in none of `owners`. */
  shallow: boolean;
};

/** Blames the lines of the scope all the way back, also where there is no annotation to be found. */
export async function ownedLines(snapshot: Snapshot, scope: Scope): Promise<OwnedLines> {
  const ranges = committedRanges(scope);
  if (ranges.length === 0) return { owners: new Map(), shallow: false };
  const ignored = await snapshot.once(ignoredRevisions);
  const spans = await ask(snapshot, scope, ignored?.file, ranges, true);
  const boundaries = snapshot.repository.shallowBoundaries();
  const certain = spans.filter(({ commit }) => !boundaries.has(commit));
  const ownerOf = new Map<number, string>();
  for (const { final, count, commit } of certain) {
    // What git finds no older owner for stays with the commit that it should look through.
    if (ignored?.commits.has(commit)) continue;
    for (const line of lineNumbers({ start: final, end: final + count - 1 })) ownerOf.set(line, commit);
  }
  const asked = (scope.ranges ?? [{ start: 1, end: scope.lines.length }]).flatMap(lineNumbers);
  const owned = [...new Set(asked)].flatMap(line => {
    const owner = ownerOf.get(committedLine(scope, line));
    return owner === undefined ? [] : [{ line, owner }];
  });
  const groups = [...groupBy(owned, ({ owner }) => owner)];
  return {
    owners: new Map(groups.map(([owner, items]) => [owner, items.map(({ line }) => line)])),
    shallow: certain.length < spans.length,
  };
}

async function ask(
  snapshot: Snapshot,
  { commit, path, committed }: Scope,
  ignoreRevsFile: string | undefined,
  lines: LineRange[],
  everyLine = false,
): Promise<OwnedSpan[]> {
  const length = committed?.lines.length ?? 0;
  try {
    return await blameLines(snapshot, { commit, path, length, ignoreRevsFile, everyLine }, lines);
  } catch (error) {
    const blob = committed?.blob;
    const { repository } = snapshot;
    throw blob && !(await repository.read(blob, 0)) ? noContent(repository, path, blob) : error;
  }
}

/** The lines asked about, in the numbers of the commit; none when nothing of them is committed. */
function committedRanges(scope: Scope): LineRange[] {
  const length = scope.committed?.lines.length ?? 0;
  if (length === 0) return [];
  const { edits } = scope;
  if (!scope.ranges) return [{ start: 1, end: length }];
  if (!edits) return scope.ranges;
  return scope.ranges.flatMap(range => {
    const lines = edits.origin.subarray(range.start, range.end + 1).filter(line => line > 0);
    const [start, end] = [lines[0], lines.at(-1)];
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
}
