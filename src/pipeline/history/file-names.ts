import { renamesIn, renamesOf } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import type { Blame } from './blame.ts';
import { ENOUGH_MISSING, findMissing, missingNames } from './missing-names.ts';
import { renamedTo } from './renamed-to.ts';

/**
 * A name by which annotations may mean a file. `until` is set where another file has taken a former name since: the
 * commit that renamed this one. Annotations after it mean the other file.
 */
export type FileName = { name: string; until?: string };

/** Today's name of a file and, as far as annotations could use them, the names that it had before. */
export async function fileNames(
  snapshot: Snapshot,
  path: string,
  commit: Commit,
  blame?: Blame,
): Promise<FileName[]> {
  const names = new Set([path, ...(blame?.paths ?? [])]);
  const missing = await missingNames(snapshot, commit);
  const unexplained = missing.size >= ENOUGH_MISSING || [...missing].some(name => !names.has(name));
  const creation = unexplained ? await creationOf(snapshot, path, blame) : undefined;
  if (unexplained && (!creation || (await wasAway(snapshot, path, creation, missing)))) {
    for (const rename of await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal)) {
      names.add(rename.from);
    }
  }
  const former = [...names].filter(name => name !== path);
  const reused = await namesInUse(snapshot, commit, former);
  if (reused.length === 0) return [...names].map(name => ({ name }));
  const renames = await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal);
  return [...names].map(name => {
    const until = reused.includes(name) ? renames.find(rename => rename.from === name)?.commit : undefined;
    return until === undefined ? { name } : { name, until };
  });
}

/** The commit that began this path, where blame shows it, and it did not rename another one. */
async function creationOf(
  snapshot: Snapshot,
  path: string,
  blame: Blame | undefined,
): Promise<Commit | undefined> {
  const commits = new Set(blame?.spans.filter(span => span.path === path).map(span => span.commit));
  for (const id of commits) {
    const commit = await snapshot.repository.commit(id);
    if (!commit) continue;
    const parents = await Promise.all(commit.parents.map(parent => snapshot.repository.commit(parent)));
    const before = await Promise.all(
      parents.map(parent => parent && snapshot.repository.entryAt(parent, path)),
    );
    if (parents.includes(undefined) || before.some(entry => entry !== undefined)) continue;
    if (parents.length === 0) return commit;
    const renames = await snapshot.repository.run(renamesIn(id), snapshot.signal);
    return renames.some(rename => rename.to === path) ? undefined : commit;
  }
  return undefined;
}

/** A file may leave its path and come back, as when a rename is reverted; notes may know it by that name. */
async function wasAway(
  snapshot: Snapshot,
  path: string,
  creation: Commit,
  missing: ReadonlySet<string>,
): Promise<boolean> {
  const objects = new Set(
    [...missing].flatMap(name => snapshot.index.byFile(name).map(({ object }) => object)),
  );
  const away = await Promise.all(
    [...objects].map(async object => {
      const commit = await snapshot.repository.commit(object);
      if (!commit || commit.committer.time < creation.committer.time) return false;
      return (await snapshot.repository.entryAt(commit, path)) === undefined;
    }),
  );
  return away.includes(true);
}

/** For the files of a directory: the annotated names that some of them had before. */
export async function formerNames(snapshot: Snapshot, commit: Commit): Promise<Map<string, FileName[]>> {
  const missing = [...(await findMissing(snapshot, commit, snapshot.index.files(), MOST_FOLLOWED))];
  const former = new Map<string, FileName[]>();
  for (const [name, current] of await renamedTo(snapshot, commit, missing.slice(0, MOST_FOLLOWED))) {
    former.set(current, [...(former.get(current) ?? []), { name }]);
  }
  return former;
}

const MOST_FOLLOWED = 1_000;

/** Old names that are another file's name in the commit. */
async function namesInUse(snapshot: Snapshot, commit: Commit, names: readonly string[]): Promise<string[]> {
  const entries = await Promise.all(names.map(name => snapshot.repository.entryAt(commit, name)));
  return names.filter((_name, at) => entries[at] !== undefined);
}
