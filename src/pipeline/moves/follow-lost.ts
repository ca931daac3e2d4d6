import { comparedWith, type Start, startOf, type Today, today } from '../following/start.ts';
import { readTouches } from '../following/versions.ts';
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
export async function followLost(
  file: FileHistory,
  located: readonly Located[],
): Promise<readonly Located[]> {
  const lost = located.filter(item => isDoubtful(file, item));
  if (lost.length === 0) return located;
  const starts = await startsOf(file.snapshot, lost, ({ found }) => [found, file.names]);
  const found = new Map<Located, Located>();
  for (const [item, start] of starts) found.set(item, await followed(file, item, start));
  return located.map(item => found.get(item) ?? item);
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

/** Where each is followed from; what all of them will ask of git is asked at once. */
async function startsOf<T>(
  snapshot: Snapshot,
  items: readonly T[],
  regionOf: (item: T) => [FoundRegion, readonly FileName[]],
): Promise<Map<T, Start>> {
  const starts = new Map<T, Start>();
  for (const item of items) {
    const start = await startOf(snapshot, ...regionOf(item));
    if (start) starts.set(item, start);
  }
  const all = [...starts.values()];
  const [oldest] = all.map(({ since }) => since).sort((a, b) => a.committer.time - b.committer.time);
  const paths = all.map(({ held }) => held.version.path);
  if (oldest) await readTouches(snapshot, paths, oldest);
  return starts;
}

async function followed(file: FileHistory, item: Located, start: Start): Promise<Located> {
  const { snapshot, scope } = file;
  const place = await today(snapshot, start, scope);
  if (!place) return item;
  if (place === 'gone') return withoutPlace(item);
  if (place.scope !== scope) return { ...item, moved: movedTo(start, place) };
  return { ...item, subject: start.written.subject, followed: comparedWith(start, place) };
}

/** Gone; what a direct comparison found is other code. */
function withoutPlace(item: Located): Located {
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
