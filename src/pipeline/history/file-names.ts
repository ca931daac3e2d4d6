import { renamesIn, renamesOf } from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDamage } from './ancestry.ts';
import type { Blame } from './blame.ts';
import { historyGraph } from './history-graph.ts';
import { ENOUGH_MISSING, findMissing, missingNames } from './missing-names.ts';
import { renamedTo } from './renamed-to.ts';
import { changesOf } from './tree-changes.ts';
import { MissingTree } from './versions.ts';

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
  if (unexplained)
    for (const name of await namesBefore(snapshot, path, commit, { blame, missing })) names.add(name);
  const former = [...names].filter(name => name !== path);
  const reused = await namesInUse(snapshot, commit, former);
  if (reused.length === 0) return [...names].map(name => ({ name }));
  const renames = await snapshot.repository.run(renamesOf(commit.id, path), snapshot.signal);
  return [...names].map(name => {
    const until = reused.includes(name) ? renames.find(rename => rename.from === name)?.commit : undefined;
    return until === undefined ? { name } : { name, until };
  });
}

type Known = { blame: Blame | undefined; missing: ReadonlySet<string> };

/** The names that a file had before, from rename to rename. */
async function namesBefore(
  snapshot: Snapshot,
  path: string,
  commit: Commit,
  { blame, missing }: Known,
): Promise<string[]> {
  const { repository, signal } = snapshot;
  const names: string[] = [];
  let [name, from]: [string, Commit | undefined] = [path, await oldestOwner(snapshot, path, blame, commit)];
  for (let hop = 0; from && hop < MOST_RENAMES; hop++) {
    const creation: Commit | undefined = await creationOf(snapshot, name, from);
    if (!creation) break;
    if (hop === 0 && (await wasAway(snapshot, path, creation, missing))) {
      const renames = await repository.run(renamesOf(commit.id, path), signal);
      return renames.map(rename => rename.from);
    }
    const before: Before | undefined = await nameBefore(snapshot, name, creation);
    if (!before) break;
    names.push(before.name);
    [name, from] = [before.name, before.commit];
  }
  return names;
}

/** The names that a file had before a commit, from rename to rename. */
export async function namesUpTo(snapshot: Snapshot, path: string, commit: Commit): Promise<string[]> {
  const names: string[] = [];
  let before: Before = { name: path, commit };
  while (names.length < MOST_RENAMES) {
    const creation: Commit | undefined = await creationOf(snapshot, before.name, before.commit);
    const next: Before | undefined = creation && (await nameBefore(snapshot, before.name, creation));
    if (!next) break;
    names.push(next.name);
    before = next;
  }
  return names;
}

/** A file under the name that it had in a commit. */
type Before = { name: string; commit: Commit };

/** What a file was called before the commit that began its name, where that took the name of a file away. */
async function nameBefore(snapshot: Snapshot, name: string, creation: Commit): Promise<Before | undefined> {
  const { repository, signal } = snapshot;
  const [parent] = creation.parents;
  const commit = parent === undefined ? undefined : await repository.commit(parent);
  if (!commit) return undefined;
  const changes = (await changesOf(snapshot, [{ commit: creation.id }]))({ commit: creation.id });
  if (!changes.some(({ after }) => after === undefined)) return undefined;
  const renames = await repository.run(renamesIn(creation.id), signal);
  const renamed = renames.find(({ to }) => to === name);
  return renamed && { name: renamed.from, commit };
}

const MOST_RENAMES = 20;

/** Of those that own its lines under this name the oldest, so that what had the name before is not taken for it. */
async function oldestOwner(
  snapshot: Snapshot,
  path: string,
  blame: Blame | undefined,
  commit: Commit,
): Promise<Commit | undefined> {
  const graph = await historyGraph(snapshot, snapshot.head.id);
  const own = blame?.spans.filter(span => span.path === path) ?? [];
  const row = own.reduce((oldest, span) => Math.max(oldest, graph.rowOf(span.commit) ?? 0), 0);
  return row === 0 ? commit : snapshot.repository.commit(graph.idOf(row));
}

/** The commit that began this path, found by halves on first parents, and on others where a merge brought it. */
async function creationOf(snapshot: Snapshot, path: string, from: Commit): Promise<Commit | undefined> {
  const { repository, head } = snapshot;
  const graph = await historyGraph(snapshot, head.id);
  const hasPath = async (row: number) => {
    const commit = await repository.commit(graph.idOf(row));
    const found = commit && (await repository.findAt(commit, path));
    if (!found) throw new MissingTree();
    return found.entry !== undefined;
  };
  try {
    for (let row = graph.rowOf(from.id); row !== undefined; ) {
      const line = graph.firstParents(row);
      let [low, high] = [0, line.length];
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (await hasPath(line[middle] ?? 0)) low = middle;
        else high = middle;
      }
      const first = line[low] ?? 0;
      const others = [...graph.parentsOf(first)].slice(1);
      const having = await Promise.all(others.map(hasPath));
      row = others[having.indexOf(true)];
      if (row === undefined) return await repository.commit(graph.idOf(first));
    }
  } catch (error) {
    if (!(error instanceof MissingTree) && !isDamage(error)) throw error;
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
