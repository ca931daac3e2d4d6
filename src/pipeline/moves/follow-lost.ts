import { follow, followAll } from '../following/follow.ts';
import { comparedWith, open, type Start, startOf, type Today, today } from '../following/start.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { FileName } from '../history/file-names.ts';
import { mentions } from '../lines/mentions.ts';
import { lineNumbers, linesIn } from '../lines/range.ts';
import type { Located, Moved } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { keepWhereabouts, knownWhereabouts, placedOnDisk } from './placement-facts.ts';

/**
 * Takes the regions of a file; follows those commit by commit that the file does not have by a direct comparison, or
 * has under another name: that may be other code, which came in between.
 */
export async function followLost<T extends Located>(
  file: FileHistory,
  located: readonly T[],
  { only = () => true }: { only?: (item: T) => boolean } = {},
): Promise<readonly T[]> {
  const doubtful = located.filter(item => isDoubtful(file, item) && only(item));
  if (doubtful.length === 0) return located;
  const newest = doubtful.length > MOST_FOLLOWED ? [...doubtful].sort(newestFirst) : doubtful;
  const lost = newest.slice(0, MOST_FOLLOWED);
  const found = new Map<T, T>();
  for (const item of lost) {
    const known = await placeKnown(file, item);
    if (known) found.set(item, known);
  }
  const unknown = lost.filter(item => !found.has(item));
  const starts = await startsOf(file.snapshot, unknown, ({ found: region }) => [region, file.names]);
  for (const [item, start] of starts) found.set(item, await followed(file, item, start));
  for (const item of newest.slice(MOST_FOLLOWED)) found.set(item, { ...item, isBeyondLimit: true });
  return located.map(item => found.get(item) ?? item);
}

/** As an earlier process found it, where that still holds and the file that it went to is as it is in HEAD. */
async function placeKnown<T extends Located>(file: FileHistory, item: T): Promise<T | undefined> {
  const known = await knownWhereabouts(file.snapshot, item.found, file.names);
  if (known === undefined) return undefined;
  if (known === 'gone') return withoutPlace(item);
  const isHere = known.moved.path === file.scope.path;
  const there = isHere ? file.scope : await open(file.snapshot, known.moved.path);
  const placed = there && placedOnDisk(known, there);
  if (!placed?.followed.lines) return undefined;
  if (isHere) return { ...item, subject: placed.subject, followed: placed.followed };
  return { ...item, moved: { ...known.moved, lines: placed.followed.lines } };
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
  const known = await Promise.all(regions.map(region => knownWhereabouts(snapshot, ...region)));
  const unknown = regions.filter((_region, at) => known[at] === undefined);
  await startsOf(snapshot, unknown, region => region);
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
  await keepFor(snapshot, item.found, file.names, start, place);
  if (!place) return item;
  if (place === 'gone') return withoutPlace(item);
  if (place.scope !== scope) return { ...item, moved: movedTo(start, place) };
  return { ...item, subject: start.written.subject, followed: comparedWith(start, place) };
}

/** Keeps what HEAD says; what is on disk may be another thing the next time. */
export async function keepFor(
  snapshot: Snapshot,
  found: FoundRegion,
  names: readonly FileName[],
  start: Start,
  place: Today | 'gone' | undefined,
): Promise<void> {
  const from = start.held.version.path;
  if (place === 'gone') {
    const end = await follow(snapshot, start);
    if (!('version' in end)) await keepWhereabouts(snapshot, found, names, from, 'gone');
  } else if (place && place.scope.committed?.blob === place.scope.id) {
    const placed = { subject: start.written.subject, followed: comparedWith(start, place) };
    const outcome = { moved: movedTo(start, place), placed, blob: place.scope.id };
    await keepWhereabouts(snapshot, found, names, from, outcome);
  }
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
  const names = [{ name: found.region.file }];
  const known = await knownWhereabouts(snapshot, found, names);
  if (known === 'gone') return undefined;
  if (known && (await open(snapshot, known.moved.path))?.id === known.blob) return known.moved;
  const start = await startOf(snapshot, found, names);
  const place = start && (await today(snapshot, start));
  if (start) await keepFor(snapshot, found, names, start, place);
  return place && place !== 'gone' ? movedTo(start, place) : undefined;
}

function movedTo(start: Start, place: Today): Moved {
  const { lines, unit } = place.held.subject;
  const { changed, total } = comparedWith(start, place);
  const commits = place.moves.map(({ commit }) => commit);
  return { path: place.path, lines, changed, total, commits, ...(unit ? { unit } : {}) };
}
