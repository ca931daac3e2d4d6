import { UltragitError } from '../../errors.ts';
import { type FileHistory, fileHistory } from '../history/file-history.ts';
import { type Freshness, freshness } from '../judge/freshness.ts';
import { annotatedVersion } from '../locate/annotated-version.ts';
import { locate } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { namesToday } from '../placing/names-today.ts';
import { scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** Whether regions of other files than the one in scope are still what they were when they were annotated. */
export async function freshnessElsewhere(
  snapshot: Snapshot,
  found: readonly FoundRegion[],
): Promise<Freshness[]> {
  const today = await namesToday(
    snapshot,
    found.map(({ region }) => region.file),
  );
  const opened = new Map<string, Promise<FileHistory | undefined>>();
  return Promise.all(
    found.map(async item => {
      const path = today(item.region.file);
      if (path === undefined) return { state: 'gone' };
      const opening = opened.get(path) ?? open(snapshot, path);
      opened.set(path, opening);
      const names = [...new Set([path, item.region.file])].map(name => ({ name }));
      // Git is asked for today's version and for the annotated one at once; what it gives is kept for later.
      const [file] = await Promise.all([opening, annotatedVersion(snapshot, item, names)]);
      if (!file) return { state: 'unknown' };
      const here = { ...file, names };
      const [located] = await locate(here, [item]);
      return located ? freshness(here, located, { nameCommits: false }) : { state: 'unknown' };
    }),
  );
}

async function open(snapshot: Snapshot, path: string): Promise<FileHistory | undefined> {
  try {
    const names = [{ name: path }];
    return await fileHistory(snapshot, await scope(snapshot, { path }), { lazyBlame: true, names });
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
