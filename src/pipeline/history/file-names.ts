import { renamesOf } from '../../git/calls.ts';
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
  for (const name of await annotatedNames(snapshot, path, commit)) names.add(name);
  const former = [...names].filter(name => name !== path);
  const reused = await namesInUse(snapshot, commit, former);
  if (reused.length === 0) return [...names].map(name => ({ name }));
  const renames = await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal);
  return [...names].map(name => {
    const until = reused.includes(name) ? renames.find(rename => rename.from === name)?.commit : undefined;
    return until === undefined ? { name } : { name, until };
  });
}

/** Former names under which annotations mean it: those that lead to it; where very many are missing, all that it had. */
async function annotatedNames(snapshot: Snapshot, path: string, commit: Commit): Promise<string[]> {
  const missing = await missingNames(snapshot, commit);
  if (missing.size >= ENOUGH_MISSING) {
    const renames = await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal);
    return renames.map(({ from }) => from);
  }
  const today = await renamedTo(snapshot, commit, [...missing]);
  return [...today].filter(([, name]) => name === path).map(([name]) => name);
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
