import type { LineRange } from '../../annotation/schema.ts';
import { UltragitError } from '../../errors.ts';
import { type FileHistory, fileHistory } from '../history/file-history.ts';
import { type Freshness, freshness, movedFreshness } from '../judge/freshness.ts';
import { annotatedVersion } from '../locate/annotated-version.ts';
import { type Located, linesNow, locate, type Moved } from '../locate/locate.ts';
import { type Departing, followLost, followTogether, isDoubtful, whereMoved } from '../moves/follow-lost.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { namesToday } from '../placing/names-today.ts';
import { scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** Whether a region is still what it was, where it is in its file, and where it lives, if that is another one. */
export type Elsewhere = { freshness: Freshness; path?: string; lines?: LineRange; moved?: Moved };

type Options = {
  /** Also asks who owns the lines of files in which something is said of a whole commit: else that is unknown. */
  blamesCommits?: boolean;
};

/** Whether regions of other files than the one in scope are still what they were when they were annotated. */
export async function freshnessElsewhere(
  snapshot: Snapshot,
  found: readonly FoundRegion[],
  { blamesCommits = false }: Options = {},
): Promise<Elsewhere[]> {
  const today = await namesToday(
    snapshot,
    found.map(({ region }) => region.file),
  );
  const opened = new Map<string, Promise<FileHistory | undefined>>();
  const blamed = new Set(
    found.flatMap(item => (blamesCommits && isOfWholeCommit(item) ? [today(item.region.file)] : [])),
  );
  const places = await Promise.all(
    found.map(async (item): Promise<Place> => {
      const path = today(item.region.file);
      if (path === undefined) return 'deleted';
      const opening = opened.get(path) ?? open(snapshot, path, !blamed.has(path));
      opened.set(path, opening);
      const names = [...new Set([path, item.region.file])].map(name => ({ name }));
      // Git is asked for today's version and for the annotated one at once; what it gives is kept for later.
      const [file] = await Promise.all([opening, annotatedVersion(snapshot, item, names)]);
      const here = file && { ...file, names };
      const [located] = here ? await locate(here, [item]) : [];
      return here && located && { here, located };
    }),
  );
  await followTogether(
    snapshot,
    found.flatMap((item, at) => departing(item, places[at])),
  );
  return Promise.all(found.map((item, at) => judge(snapshot, item, places[at])));
}

/** Where a region was looked for, and what was found; undefined where the file can't be read. */
type Place = { here: FileHistory; located: Located } | 'deleted' | undefined;

/** What has to be followed. */
function departing(item: FoundRegion, place: Place): Departing[] {
  if (place === 'deleted') return [[item, [{ name: item.region.file }]]];
  return place && isDoubtful(place.here, place.located) ? [[item, place.here.names]] : [];
}

async function judge(snapshot: Snapshot, item: FoundRegion, place: Place): Promise<Elsewhere> {
  if (place === 'deleted') return ofDeleted(snapshot, item);
  const [located] = place ? await followLost(place.here, [place.located]) : [];
  if (!place || !located) return { freshness: { state: 'unknown' } };
  const state = await freshness(place.here, located, { nameCommits: false });
  return withPlace(place.here.scope.path, located, state);
}

/** Of a file that was deleted, a part may live on. */
async function ofDeleted(snapshot: Snapshot, item: FoundRegion): Promise<Elsewhere> {
  const moved = await whereMoved(snapshot, item);
  return moved ? { freshness: movedFreshness(moved), moved } : { freshness: { state: 'gone' } };
}

function withPlace(path: string, located: Located, freshness: Freshness): Elsewhere {
  const { moved } = located;
  return moved ? { freshness, moved } : { freshness, path, lines: linesNow(located) };
}

async function open(snapshot: Snapshot, path: string, lazyBlame: boolean): Promise<FileHistory | undefined> {
  try {
    const names = [{ name: path }];
    return await fileHistory(snapshot, await scope(snapshot, { path }), { lazyBlame, names });
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
