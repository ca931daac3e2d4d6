import { removalsOfEach, renamesInEach } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_RENAMES = 20;

/**
 * The names that files have at a commit which were once called otherwise; deleted ones are left out. All
 * names are followed together, so that many cost no more processes than one.
 */
export async function renamedTo(
  snapshot: Snapshot,
  commit: Commit,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let open = new Map(names.filter(name => !name.includes('\n')).map(name => [name, name]));
  for (let round = 0; open.size > 0 && round < MOST_RENAMES; round++) {
    const next = await renamesOnce(snapshot, commit, [...new Set(open.values())]);
    const still = new Map<string, string>();
    for (const [name, current] of open) {
      const to = next.get(current);
      if (to === undefined) continue;
      if (await snapshot.repository.entryAt(commit, to)) found.set(name, to);
      else still.set(name, to);
    }
    open = still;
  }
  return found;
}

/** The name that each path got when it was last given up. */
async function renamesOnce(
  snapshot: Snapshot,
  commit: Commit,
  paths: readonly string[],
): Promise<Map<string, string>> {
  const wanted = new Set(paths);
  const all = await snapshot.repository.run(removalsOfEach(commit.id, paths), snapshot.signal);
  const removals = all.filter(({ path }) => wanted.has(path));
  if (removals.length === 0) return new Map();
  const newest = new Map(removals.toReversed().map(({ path, commit: id }) => [path, id]));
  const renames = await snapshot.repository.run(
    renamesInEach([...new Set(newest.values())]),
    snapshot.signal,
  );
  const given = renames.filter(rename => newest.get(rename.from) === rename.commit);
  return new Map(given.map(({ from, to }) => [from, to]));
}
