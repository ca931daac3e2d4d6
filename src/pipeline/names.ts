import { renamesIn, renamesOf } from '../git/calls.ts';
import type { Commit } from '../git/parsers.ts';
import type { NotesIndex } from '../index/notes-index.ts';
import type { Blame } from './blame.ts';
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
  const unexplained = [...orphans].some(name => !names.has(name));
  if (unexplained && !(await isCreatedIn(view, path, blame))) {
    for (const rename of await view.repository.run(renamesOf(commit.id, path), view.signal)) {
      names.add(rename.from);
    }
  }
  const former = [...names].filter(name => name !== path);
  const reused = former.filter(name => view.index.byFile.has(name) && !orphans.has(name));
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

const orphansByIndex = new WeakMap<NotesIndex, Map<string, Promise<Set<string>>>>();

/** Annotated names that the commit does not have: without any, no file needs its old names looked up. */
function orphanedNames(view: View, commit: Commit): Promise<Set<string>> {
  const known = orphansByIndex.get(view.index) ?? new Map<string, Promise<Set<string>>>();
  orphansByIndex.set(view.index, known);
  const found = known.get(commit.tree) ?? findOrphans(view, commit);
  known.clear();
  known.set(commit.tree, found);
  return found;
}

async function findOrphans(view: View, commit: Commit): Promise<Set<string>> {
  const annotated = new Set([...view.index.byFile.keys(), ...view.index.byDependency.keys()]);
  const orphans = new Set<string>();
  for (const name of annotated) {
    if (!(await view.repository.entryAt(commit, name))) orphans.add(name);
  }
  return orphans;
}
