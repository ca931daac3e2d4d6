import { lastTouch, renamesIn, renamesOf } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { Blame } from './blame.ts';
import { ENOUGH_ORPHANS, orphanedNames } from './orphans.ts';
import type { View } from './view.ts';

/**
 * A name under which annotations may speak of a file. `until` is the commit that gave the file its next
 * name, where the old one has been taken by another file since: later annotations speak of that one.
 */
export type FileName = { name: string; until?: string };

/** Today's name of a file and, as far as annotations could use them, the names that it had before. */
export async function fileNames(
  view: View,
  path: string,
  commit: Commit,
  blame?: Blame,
): Promise<FileName[]> {
  const names = new Set([path, ...(blame?.paths ?? [])]);
  const orphans = await orphanedNames(view, commit);
  const unexplained = orphans.size >= ENOUGH_ORPHANS || [...orphans].some(name => !names.has(name));
  if (unexplained && !(await isCreatedIn(view, path, blame))) {
    for (const rename of await view.repository.run(renamesOf(commit.id, path), view.signal)) {
      names.add(rename.from);
    }
  }
  const former = [...names].filter(name => name !== path);
  const reused = await namesInUse(view, commit, former);
  if (reused.length === 0) return [...names].map(name => ({ name }));
  const renames = await view.repository.run(renamesOf(commit.id, path), view.signal);
  return [...names].map(name => {
    const until = reused.includes(name) ? renames.find(rename => rename.from === name)?.commit : undefined;
    return until === undefined ? { name } : { name, until };
  });
}

/** True where blame shows the commit that began this path, and that commit did not rename another one. */
async function isCreatedIn(view: View, path: string, blame: Blame | undefined): Promise<boolean> {
  const commits = new Set(blame?.spans.filter(span => span.path === path).map(span => span.commit));
  for (const id of commits) {
    const commit = await view.repository.commit(id);
    if (!commit) continue;
    const parents = await Promise.all(commit.parents.map(parent => view.repository.commit(parent)));
    const before = await Promise.all(parents.map(parent => parent && view.repository.entryAt(parent, path)));
    if (parents.includes(undefined) || before.some(entry => entry !== undefined)) continue;
    if (parents.length === 0) return true;
    const renames = await view.repository.run(renamesIn(id), view.signal);
    return !renames.some(rename => rename.to === path);
  }
  return false;
}

/** For the files of a directory: the annotated names that some of them had before. */
export async function formerNames(view: View, commit: Commit): Promise<Map<string, FileName[]>> {
  const former = new Map<string, FileName[]>();
  for (const orphan of [...(await orphanedNames(view, commit))].slice(0, MOST_ORPHANS_FOLLOWED)) {
    const current = await successor(view, commit, orphan);
    if (current !== undefined) former.set(current, [...(former.get(current) ?? []), { name: orphan }]);
  }
  return former;
}

/** The name that a file has today which was once called `name`; undefined when it was deleted. */
async function successor(view: View, commit: Commit, name: string): Promise<string | undefined> {
  const visited = new Set<string>();
  for (let current = name; !visited.has(current); ) {
    visited.add(current);
    const touch = await view.repository.run(lastTouch(commit.id, current), view.signal);
    const renames = touch === undefined ? [] : await view.repository.run(renamesIn(touch), view.signal);
    const next = renames.find(rename => rename.from === current)?.to;
    if (next === undefined) return undefined;
    if (await view.repository.entryAt(commit, next)) return next;
    current = next;
  }
  return undefined;
}

const MOST_ORPHANS_FOLLOWED = 200;

/** Annotated names that the commit has. */
async function namesInUse(view: View, commit: Commit, names: readonly string[]): Promise<string[]> {
  const annotated = names.filter(name => view.index.byFile(name).length > 0);
  const entries = await Promise.all(annotated.map(name => view.repository.entryAt(commit, name)));
  return annotated.filter((_name, at) => entries[at] !== undefined);
}
