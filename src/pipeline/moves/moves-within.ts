import { append } from '../../collections.ts';
import { findMissing } from '../history/missing-names.ts';
import { renamedTo } from '../history/renamed-to.ts';
import { type FoundRegion, findRegions } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { livingIn } from './follow-lost.ts';

/** Each is followed commit by commit. */
const MOST_FOLLOWED = 200;
const MOST_DELETED_FILES = 100;

/**
 * Takes the files of a directory and the regions that each of them lost; gives the files to look at again, each with
 * the regions that live in it now. What was said of files that are no longer there is followed, too.
 */
export async function movesWithin(
  snapshot: Snapshot,
  files: readonly string[],
  lost: ReadonlyMap<FoundRegion, string>,
): Promise<Map<string, FoundRegion[]>> {
  const all = [...lost.keys(), ...(await saidOfDeleted(snapshot))].slice(0, MOST_FOLLOWED);
  const here = new Set(files);
  const moves = new Map<string, FoundRegion[]>();
  for (const [found, path] of await livingIn(snapshot, all)) {
    const home = lost.get(found);
    if (home !== undefined) moves.set(home, moves.get(home) ?? []);
    if (here.has(path) && path !== home) moves.set(path, [...(moves.get(path) ?? []), found]);
  }
  return moves;
}

/** What annotations say of files that were deleted, not renamed. */
async function saidOfDeleted(snapshot: Snapshot): Promise<FoundRegion[]> {
  const { head, index } = snapshot;
  const missing = [...(await findMissing(snapshot, head, index.files(), MOST_DELETED_FILES))];
  const names = missing.filter(name => !name.endsWith('/'));
  const renamed = await renamedTo(snapshot, head, names);
  const found: FoundRegion[] = [];
  for (const path of names.filter(name => !renamed.has(name))) {
    const notes = await findRegions(snapshot, [{ name: path }], new Set(), { commit: head, path });
    append(
      found,
      notes.found.filter(({ region }) => region.file === path),
    );
  }
  return found;
}
