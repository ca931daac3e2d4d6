import { followAll } from '../following/follow.ts';
import { comparedWith, type Start, startOf, type Today, today } from '../following/start.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { FileName } from '../history/file-names.ts';
import { mentions } from '../lines/mentions.ts';
import { lineNumbers, linesIn } from '../lines/range.ts';
import type { Located, Moved } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Takes the regions of a file; follows those commit by commit that the file does not have by a direct comparison, or
 * has under another name: that may be other code, which came in between.
 */
export async function followLost<T extends Located>(
  file: FileHistory,
  located: readonly T[],
): Promise<readonly T[]> {
  const doubtful = located.filter(item => isDoubtful(file, item));
  if (doubtful.length === 0) return located;
  const newest = doubtful.length > MOST_FOLLOWED ? [...doubtful].sort(newestFirst) : doubtful;
  const lost = newest.slice(0, MOST_FOLLOWED);
  const starts = await startsOf(file.snapshot, lost, ({ found }) => [found, file.names]);
  const found = new Map<T, T>();
  for (const [item, start] of starts) found.set(item, await followed(file, item, start));
  for (const item of newest.slice(MOST_FOLLOWED)) found.set(item, { ...item, isBeyondLimit: true });
  return located.map(item => found.get(item) ?? item);
}

/** Each is followed from version to version. */
export const MOST_FOLLOWED = 300;

function newestFirst({ found: a }: Located, { found: b }: Located): number {
  return b.commit.committer.time - a.commit.committer.time;
}

/** The files that regions live in today, other than by a direct comparison; none for those that are gone. */
export async function livingIn(
  snapshot: Snapshot,
  lost: readonly FoundRegion[],
): Promise<Map<FoundRegion, string>> {
  const starts = await startsOf(snapshot, lost, found => [found, [{ name: found.region.file }]]);
  const paths = new Map<FoundRegion, string>();
  for (const [found, start] of starts) {
    const place = await today(snapshot, start);
    if (place && place !== 'gone') paths.set(found, place.path);
  }
  return paths;
}

/** Regions of which a direct comparison found nothing. */
export function lostRegions(file: FileHistory, located: readonly Located[]): Located[] {
  return located.filter(item => isLost(file, item));
}

/** Whether a direct comparison found nothing of a region in a file, or only something of another name. */
export function isDoubtful(file: FileHistory, item: Located): boolean {
  return isLost(file, item) || isRenamed(file, item);
}

/** Of a file that is no longer there, all of it is lost. */
function isLost({ scope }: FileHistory, { followed, owned }: Located): boolean {
  return owned === undefined && followed !== undefined && (!followed.lines || scope.gone !== undefined);
}

/** Whether the lines that were found do not have the name that the unit had. */
function isRenamed({ scope }: FileHistory, { followed, subject }: Located): boolean {
  const { unit } = subject ?? {};
  if (!unit || !followed?.lines || followed.changed === 0) return false;
  return subject?.isWhole === true && !mentions(linesIn(scope.lines, followed.lines), unit.name);
}

/** A region, and the names that its file had. */
export type Departing = [found: FoundRegion, names: readonly FileName[]];

/** Follows regions of many files at once; each is asked about later, when that is known. */
export async function followTogether(snapshot: Snapshot, regions: readonly Departing[]): Promise<void> {
  await startsOf(snapshot, regions, region => region);
}

/** Where each is followed from; all are followed together. */
async function startsOf<T>(
  snapshot: Snapshot,
  items: readonly T[],
  regionOf: (item: T) => Departing,
): Promise<Map<T, Start>> {
  const starts = new Map<T, Start>();
  for (const item of items) {
    const start = await startOf(snapshot, ...regionOf(item));
    if (start) starts.set(item, start);
  }
  await followAll(snapshot, [...starts.values()]);
  return starts;
}

async function followed<T extends Located>(file: FileHistory, item: T, start: Start): Promise<T> {
  const { snapshot, scope } = file;
  const place = await today(snapshot, start, scope);
  if (!place) return item;
  if (place === 'gone') return withoutPlace(item);
  if (place.scope !== scope) return { ...item, moved: movedTo(start, place) };
  return { ...item, subject: start.written.subject, followed: comparedWith(start, place) };
}

/** Gone; what a direct comparison found is other code. */
function withoutPlace<T extends Located>(item: T): T {
  const { followed, subject } = item;
  if (!followed?.lines || !subject) return item;
  const lostLines = lineNumbers(subject.lines);
  const total = lostLines.length;
  return { ...item, followed: { changed: total, total, newLines: [], lostLines, reindented: [] } };
}

/** Where a region of a file lives that is no longer there. */
export async function whereMoved(snapshot: Snapshot, found: FoundRegion): Promise<Moved | undefined> {
  const start = await startOf(snapshot, found, [{ name: found.region.file }]);
  const place = start && (await today(snapshot, start));
  return place && place !== 'gone' ? movedTo(start, place) : undefined;
}

function movedTo(start: Start, place: Today): Moved {
  const { lines, unit } = place.held.subject;
  const { changed, total } = comparedWith(start, place);
  const commits = place.moves.map(({ commit }) => commit);
  return { path: place.path, lines, changed, total, commits, ...(unit ? { unit } : {}) };
}
