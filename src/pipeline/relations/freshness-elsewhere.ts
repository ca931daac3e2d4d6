import type { Freshness } from '../../answers.ts';
import { UltragitError } from '../../errors.ts';
import { type Blame, blame } from '../history/blame.ts';
import { renamedTo } from '../history/renamed-to.ts';
import { freshness } from '../judge/freshness.ts';
import { annotatedVersion, locate } from '../locate/locate.ts';
import { reconcile } from '../locate/reconcile.ts';
import type { Found } from '../notes/find-regions.ts';
import { exists } from '../scope/find-path.ts';
import { type Scope, scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** Today's names of files that annotations speak of; undefined for those that were deleted. */
export async function namesToday(
  snapshot: Snapshot,
  files: readonly string[],
): Promise<(file: string) => string | undefined> {
  const distinct = [...new Set(files)];
  const here = await Promise.all(distinct.map(file => exists(snapshot.repository, snapshot.head, file)));
  const gone = distinct.filter((_file, at) => !here[at]);
  const renamed =
    gone.length === 0 ? new Map<string, string>() : await renamedTo(snapshot, snapshot.head, gone);
  return file => (gone.includes(file) ? renamed.get(file) : file);
}

/** Whether regions of other files than the one in scope are still what they were when they were annotated. */
export async function freshnessElsewhere(snapshot: Snapshot, found: readonly Found[]): Promise<Freshness[]> {
  const today = await namesToday(
    snapshot,
    found.map(({ region }) => region.file),
  );
  const opened = new Map<string, Promise<{ file: Scope; owned: Blame } | undefined>>();
  return Promise.all(
    found.map(async item => {
      const path = today(item.region.file);
      if (path === undefined) return { state: 'gone' };
      const opening = opened.get(path) ?? open(snapshot, path);
      opened.set(path, opening);
      const names = [...new Set([path, item.region.file])].map(name => ({ name }));
      // Git is asked for today's version and for the annotated one at once; what it gives is kept for `locate`.
      const [here] = await Promise.all([opening, annotatedVersion(snapshot, item, names)]);
      if (!here) return { state: 'unknown' };
      const [located] = await reconcile(here.file, await locate(snapshot, here.file, names, [item]));
      if (!located) return { state: 'unknown' };
      return freshness(snapshot, here.file, here.owned, names, located, { nameCommits: false });
    }),
  );
}

async function open(snapshot: Snapshot, path: string) {
  try {
    const file = await scope(snapshot.repository, snapshot.head, { path });
    return { file, owned: await blame(snapshot, file, { lazy: true }) };
  } catch (error) {
    if (error instanceof UltragitError) return undefined;
    throw error;
  }
}
