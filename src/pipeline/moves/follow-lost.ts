import { comparedWith, type Start, startOf, type Today, today } from '../following/start.ts';
import { readTouches } from '../following/versions.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { Located, Moved } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** Takes the regions of a file; follows those commit by commit that the file does not have by a direct comparison. */
export async function followLost(
  file: FileHistory,
  located: readonly Located[],
): Promise<readonly Located[]> {
  const lost = located.filter(item => isLost(file, item));
  if (lost.length === 0) return located;
  const starts = new Map<Located, Start>();
  for (const item of lost) {
    const start = await startOf(file.snapshot, item.found, file.names);
    if (start) starts.set(item, start);
  }
  await readTogether(file, [...starts.values()]);
  const found = new Map<Located, Located>();
  for (const [item, start] of starts) found.set(item, await followed(file, item, start));
  return located.map(item => found.get(item) ?? item);
}

/** Of a file that is no longer there, all of it is lost. */
function isLost({ scope }: FileHistory, { followed, owned }: Located): boolean {
  return owned === undefined && followed !== undefined && (!followed.lines || scope.gone !== undefined);
}

/** What all of them will ask for. */
async function readTogether({ snapshot }: FileHistory, starts: readonly Start[]): Promise<void> {
  const [oldest] = starts.map(({ since }) => since).sort((a, b) => a.committer.time - b.committer.time);
  const paths = starts.map(({ held }) => held.version.path);
  if (oldest) await readTouches(snapshot, paths, oldest);
}

async function followed(file: FileHistory, item: Located, start: Start): Promise<Located> {
  const { snapshot, scope } = file;
  const place = await today(snapshot, start, scope);
  if (!place) return item;
  if (place.scope !== scope) return { ...item, moved: movedTo(start, place) };
  return { ...item, subject: start.written.subject, followed: comparedWith(start, place) };
}

/** Where a region of a file lives that is no longer there. */
export async function whereMoved(snapshot: Snapshot, found: FoundRegion): Promise<Moved | undefined> {
  const start = await startOf(snapshot, found, [{ name: found.region.file }]);
  const place = start && (await today(snapshot, start));
  return place && movedTo(start, place);
}

function movedTo(start: Start, place: Today): Moved {
  const { lines, unit } = place.held.subject;
  const { changed, total } = comparedWith(start, place);
  const commits = place.moves.map(({ commit }) => commit);
  return { path: place.path, lines, changed, total, commits, ...(unit ? { unit } : {}) };
}
