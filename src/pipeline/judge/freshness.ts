import { basename } from 'node:path';
import type { LineRange } from '../../annotation/schema.ts';
import type { State } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import { ancestorsOf } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import { ignoredRevisions } from '../history/ignored-revisions.ts';
import type { Followed } from '../lines/follow-range.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { hasWords } from '../lines/recognise.ts';
import { type Side, wordsOf } from '../lines/sides.ts';
import { MOST_COMMITS_NAMED } from '../lines/thresholds.ts';
import type { Located, Moved } from '../locate/locate.ts';
import type { Owned } from '../locate/owned-lines.ts';
import { type Lasting, recall } from '../memory.ts';
import { isByName } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { commitSummary } from './commit-summary.ts';
import { removedBy } from './removed-by.ts';

/** What became of the lines of a region since they were annotated. */
export type Freshness = {
  state: State;
  changed_lines?: number;
  total_lines?: number;
  /** Lines of an intact region that changed in nothing but their indentation. */
  reindented_lines?: number;
  /** Newest first. */
  changed_by?: { commit: string; summary: string }[];
  /** Edits on disk are among the changes. */
  uncommitted?: boolean;
};

/** Languages in which moving a line in or out changes what it does. */
export const INDENTATION_MATTERS = /\.(pyi?|pyx|ya?ml|nim|hs|fsx?|coffee|haml|slim|pug|sass|styl)$/i;

/** Is it still true? Says whether a region's lines changed since they were annotated, and by which commits. */
export async function freshness(
  file: FileHistory,
  located: Located,
  { nameCommits = true } = {},
): Promise<Freshness> {
  const { found, followed, owned, moved } = located;
  if (moved) return nameCommits ? movedBy(file.snapshot, moved) : movedFreshness(moved);
  if (owned) return isByName(found) ? { state: 'unknown' } : ownedFreshness(owned);
  return followed ? followedFreshness(file, located, followed, nameCommits) : { state: 'unknown' };
}

async function followedFreshness(
  file: FileHistory,
  located: Located,
  followed: Followed,
  nameCommits: boolean,
): Promise<Freshness> {
  const counted = INDENTATION_MATTERS.test(file.scope.path) ? countIndentation(followed) : followed;
  const intact: Freshness = { state: 'intact', reindented_lines: counted.reindented.length || undefined };
  if (counted.changed === 0) return intact;
  const judged = file.blame.ignoresRevisions ? await lookThrough(file, located, counted) : counted;
  if (judged.changed === 0 && judged.lines) return intact;
  const state: Freshness = judged.lines
    ? { state: 'edited', changed_lines: judged.changed, total_lines: judged.total }
    : { state: 'gone' };
  if (!nameCommits) return state;

  const writers = await writersOf(file, located.found.commit, judged.newLines);
  const isWritten = writers.commits.size > 0 || writers.uncommitted;
  const authors = isWritten ? writers : await removersOf(file, located, judged.lostLines);
  return { ...state, ...(await describe(file.snapshot, authors)) };
}

/** Of the lines that a commit wrote, those that it does not own any more are changed or gone. */
function ownedFreshness({ lines, added }: Owned): Freshness {
  if (lines === 0) return { state: 'gone' };
  if (added === undefined || lines >= added) return { state: 'intact' };
  return { state: 'edited', changed_lines: added - lines, total_lines: added };
}

/** It lives elsewhere: how much of it changed on the way. */
export function movedFreshness({ changed, total }: Moved): Freshness {
  return { state: 'moved', ...(changed === 0 ? {} : { changed_lines: changed, total_lines: total }) };
}

/** The same, and who moved it. */
async function movedBy(snapshot: Snapshot, moved: Moved): Promise<Freshness> {
  const authors = { commits: new Set(moved.commits), uncommitted: false };
  return { ...movedFreshness(moved), ...(await describe(snapshot, authors)) };
}

/** Counts lines that were moved in or out as changed. */
function countIndentation(followed: Followed): Followed {
  const { reindented } = followed;
  const newLines = [...followed.newLines, ...reindented.map(([, line]) => line)].sort((a, b) => a - b);
  const lostLines = [...followed.lostLines, ...reindented.map(([line]) => line)].sort((a, b) => a - b);
  const changed = Math.max(newLines.length, lostLines.length);
  return { ...followed, newLines, lostLines, changed, reindented: [] };
}

/** Lines of a region that changed: of the version that it was written for, and of today. */
type Changed = { lostLines: readonly number[]; newLines: readonly number[] };

const KEPT_CHANGES: Lasting<Changed | undefined> = { kind: 'i', lasts: made => made !== undefined };

/**
 * Leaves out what commits changed that blame ignores, such as a formatter's (`.git-blame-ignore-revs`): other lines of the
 * same words. A list of such commits may also have one that changed what the code does.
 */
async function lookThrough(file: FileHistory, located: Located, followed: Followed): Promise<Followed> {
  const { snapshot, scope } = file;
  const { edits } = scope;
  const find = () => changedInWords(file, located, followed);
  const inHead = followed.newLines.map(line => (edits ? (edits.origin[line] ?? 0) : line));
  // What is not committed, nothing names.
  const isCommitted = scope.committed !== undefined && inHead.every(line => line > 0);
  if (!isCommitted) return withChanged(followed, (await find()) ?? followed);
  const { found, path } = located;
  const ignored = (await snapshot.once(ignoredRevisions))?.file ?? '';
  const what = [found.commit.id, found.written?.id, path, followed.lostLines, inHead];
  const now = [scope.commit.id, scope.committed?.blob, basename(ignored), snapshot.repository.shallowness()];
  const kept = await recall(
    snapshot.repository.knowledge,
    KEPT_CHANGES,
    JSON.stringify([what, now]),
    async () => {
      const changed = await find();
      const lines = changed?.newLines.map(line => (edits ? (edits.origin[line] ?? 0) : line));
      return changed && { lostLines: changed.lostLines, newLines: lines ?? [] };
    },
  );
  if (!kept) return followed;
  const newLines = kept.newLines.map(line => (edits ? (edits.unchanged[line] ?? 0) : line));
  return withChanged(followed, { lostLines: kept.lostLines, newLines });
}

function withChanged(followed: Followed, { lostLines, newLines }: Changed): Followed {
  const changed = Math.max(newLines.length, lostLines.length);
  return { ...followed, lostLines: [...lostLines], newLines: [...newLines], changed };
}

async function changedInWords(
  { snapshot, blame }: FileHistory,
  { found: { commit: annotated }, mapping }: Located,
  followed: Followed,
): Promise<Changed | undefined> {
  const map = await mapping?.();
  if (!map) return undefined;
  const targets = new Map(followed.lostLines.map(line => [line, targetOf(map, line)]));
  const ends = [...targets.values()].flatMap(target => (target ? [target.start, target.end] : []));
  const lines = [...followed.newLines, ...ends];
  const ownerOf = await blame.ownersOf(lines);
  const owners = lines.flatMap(line => ownerOf(line) ?? []);
  const older = await ancestorsOf(snapshot, annotated.id, owners);
  const isOld = (line: number) => {
    const owner = ownerOf(line);
    return owner === undefined ? blame.isCommitted(line) : older.has(owner);
  };
  const [said, says] = [wordsAt(map.before, followed.lostLines), wordsAt(map.after, followed.newLines)];
  const newLines = followed.newLines.filter(
    line => hasWords(map.after, line) && !(isOld(line) && isSubset(wordsAt(map.after, [line]), said)),
  );
  const lostLines = followed.lostLines.filter(line => {
    const target = targets.get(line);
    const isKept = target !== undefined && isOld(target.start) && isOld(target.end);
    return hasWords(map.before, line) && !(isKept && isSubset(wordsAt(map.before, [line]), says));
  });
  return { lostLines, newLines };
}

function wordsAt({ lines }: Side, numbers: readonly number[]): Set<string> {
  return new Set(numbers.flatMap(line => wordsOf(lines[line - 1] ?? '')));
}

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every(word => all.has(word));
}

/** Where a changed line went: it may have other spaces inside, or its words may be in other lines. */
function targetOf(map: LineMap, line: number): LineRange | undefined {
  const respaced = map.unchanged[line] ?? 0;
  return respaced > 0 ? { start: respaced, end: respaced } : map.reworded(line);
}

type Authors = { commits: Set<string>; uncommitted: boolean };

/** Who wrote these lines, other than the annotated commit itself. */
async function writersOf(
  { blame }: FileHistory,
  annotated: Commit,
  lines: readonly number[],
): Promise<Authors> {
  const ownerOf = await blame.ownersOf(lines);
  const owners = lines.filter(blame.isCommitted).flatMap(line => ownerOf(line) ?? []);
  return {
    commits: new Set(owners.filter(owner => owner !== annotated.id)),
    uncommitted: lines.some(line => !blame.isCommitted(line)),
  };
}

/** Who removed these lines of the annotated version: where nothing was written in their place, blame can't tell. */
async function removersOf(
  { snapshot, scope, names }: FileHistory,
  { found, path, followed, mapping }: Located,
  lostLines: readonly number[],
): Promise<Authors> {
  const { repository } = snapshot;
  const paths = [...new Set([path, ...names.map(({ name }) => name)])];
  const moved = followed?.reindented.map(([line]) => line) ?? [];
  const since = found.recovered ? found.commit : (found.written ?? found.commit);
  const until = scope.commit;
  const find = async () => {
    const map = await mapping?.();
    if (!map) return 'unknown';
    const lost = lostLines.flatMap(line => {
      if (!hasWords(map.before, line)) return [];
      const text = map.before.lines[line - 1] ?? '';
      // Of a line that was moved in or out, only the indentation is no longer there.
      return moved.includes(line) ? `\n${text}` : text.trim();
    });
    return removedBy(snapshot, { since, until }, paths, lost);
  };
  const what = [since.id, until.id, paths, found.written?.id, lostLines, moved, repository.shallowness()];
  const removers = await recall(repository.knowledge, KEPT_REMOVERS, JSON.stringify(what), find);
  if (removers === 'unknown') return { commits: new Set(), uncommitted: false };
  return { commits: new Set(removers), uncommitted: removers.length === 0 && scope.edits !== undefined };
}

const KEPT_REMOVERS: Lasting<readonly string[] | 'unknown'> = {
  kind: 'r',
  lasts: made => made !== 'unknown',
};

async function describe(
  { repository }: Snapshot,
  { commits, uncommitted }: Authors,
): Promise<Pick<Freshness, 'changed_by' | 'uncommitted'>> {
  const found = await Promise.all([...commits].map(id => repository.commit(id)));
  const named = found
    .filter(commit => commit !== undefined)
    .sort((a, b) => b.committer.time - a.committer.time || (a.id < b.id ? -1 : 1))
    .slice(0, MOST_COMMITS_NAMED)
    .map(commit => ({ commit: commit.id, summary: commitSummary(commit) }));
  return { ...(named.length > 0 ? { changed_by: named } : {}), ...(uncommitted ? { uncommitted } : {}) };
}
