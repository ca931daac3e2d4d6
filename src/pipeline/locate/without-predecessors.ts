import { removalsOf, renamesIn, renamesOf } from '../../git/calls.ts';
import { isAbsent } from '../../git/parsers.ts';
import { ancestorsOf, isDamage } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import { compareOpen, type Located } from './locate.ts';

const MOST_REMOVALS_SEARCHED = 20;

/**
 * A name may have been another file's before. Leaves out annotations of that file, under the same name,
 * before it was renamed away: it is found under that file's new name.
 */
export async function withoutPredecessors(
  file: FileHistory,
  located: readonly Located[],
): Promise<readonly Located[]> {
  if (file.blame.isOlder || doubtfulIn(file, located).length === 0) return located;
  const isOpen = located.some(item => item.isOpen);
  if (isOpen && (await hasNoDepartures(file))) return located;
  const compared = isOpen ? await compareOpen(file, located) : located;
  const doubtful = await unproven(file, doubtfulIn(file, compared));
  const departed = doubtful.length > 0 ? await departures(file) : [];
  const leaving = new Set<Located>();
  for (const departure of departed) {
    const commits = doubtful.map(({ found }) => found.commit.id);
    const before = await ancestorsOf(file.snapshot, departure, commits);
    for (const item of doubtful) if (before.has(item.found.commit.id)) leaving.add(item);
  }
  return compared.filter(item => !leaving.has(item));
}

/** Those of which nothing is left, as far as is known, and whose commit is not seen to have written this file. */
function doubtfulIn({ scope, blame }: FileHistory, located: readonly Located[]): readonly Located[] {
  const changed = located.filter(
    ({ found, followed }) =>
      found.region.file === scope.path &&
      !isAbsent(found.commit) &&
      (!followed?.lines || followed.changed >= followed.total),
  );
  if (changed.length === 0) return [];
  const proven = new Set(blame.spans.flatMap(span => (span.path === scope.path ? [span.commit] : [])));
  return changed.filter(({ found }) => !proven.has(found.commit.id));
}

/** Those of commits for which no line of the file under its name is older. */
async function unproven(
  { snapshot, scope, blame }: FileHistory,
  doubtful: readonly Located[],
): Promise<readonly Located[]> {
  const owners = blame.spans.flatMap(({ commit, path }) => (path === scope.path ? [commit] : []));
  const open = await Promise.all(
    doubtful.map(async item => {
      const behind = await ancestorsOf(snapshot, item.found.commit.id, owners);
      return behind.size === 0 ? [item] : [];
    }),
  );
  return open.flat();
}

/** False where git can't tell: that matters only if there is something to tell. */
async function hasNoDepartures(file: FileHistory): Promise<boolean> {
  try {
    return (await departures(file)).length === 0;
  } catch (error) {
    if (!isDamage(error)) throw error;
    return false;
  }
}

/** Commits in which a file of this name got another one, unless that file is this one and came back. */
async function departures({ snapshot, scope: { path, commit } }: FileHistory): Promise<string[]> {
  const removals = await snapshot.repository.run(removalsOf(commit.id, path), snapshot.signal);
  if (removals.length === 0) return [];
  const own = await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal);
  const others = removals.filter(id => !own.some(rename => rename.commit === id && rename.from === path));
  const renamed = await Promise.all(
    others.slice(0, MOST_REMOVALS_SEARCHED).map(async id => {
      const renames = await snapshot.repository.run(renamesIn(id), snapshot.signal);
      return renames.some(rename => rename.from === path) ? [id] : [];
    }),
  );
  return renamed.flat();
}
