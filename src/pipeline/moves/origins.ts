import { extname } from 'node:path/posix';
import { groupBy, partition } from '../../collections.ts';
import { blameCall } from '../../git/calls.ts';
import type { Change } from '../../git/change-calls.ts';
import type { BlameSpan } from '../../git/parsers.ts';
import { type Clues, cluesIn } from '../following/clues.ts';
import { lineSetUnlessLarge } from '../following/other-files.ts';
import { isDamage } from '../history/ancestry.ts';
import { stopsBefore } from '../history/blame-lines.ts';
import type { FileHistory } from '../history/file-history.ts';
import { changesOf } from '../history/tree-changes.ts';
import { type Lasting, recall } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** A commit that owns lines of a file, with the name that the file had then. */
type Owner = { commit: string; path: string; lines: number; clues: Clues };

/** A file that an owner changed, beside the one in question. */
type Beside = { owner: Owner; change: Change };

/** It lost lines that the other file has since. */
type Link = Beside;

/** Beyond so many files, only those are looked at that annotations name. */
const MOST_FILES_OF_A_COMMIT = 2_000;
const MOST_OWNERS = 200;
const MOST_NAMED_READ = 200;
const MOST_OTHERS_READ = 24;

/** A line of so many characters is not written twice by chance. */
const TELLING_LENGTH = 30;
const LEAST_SHARED = 2;

/**
 * Files that annotations name and that may have lost something to this one: they lost lines in the commits that
 * brought those lines here, or had them before. Whether a region came here is decided by following it from there.
 */
export async function originsOf(file: FileHistory): Promise<string[]> {
  const { snapshot, names, blame, scope } = file;
  const own = new Set(names.map(({ name }) => name));
  if (blame.isLazy || blame.nearby.length === 0 || !isAnyOther(snapshot, own)) return [];
  const { index, repository } = snapshot;
  const spans = blame.nearby.map(({ commit, path, final, count }) => [commit, path, final, count]);
  const key = JSON.stringify([
    scope.commit.id,
    scope.path,
    [...own],
    spans,
    index.id,
    repository.shallowness(),
  ]);
  const kept = await recall(repository.knowledge, KEPT_ORIGINS, key, () => findOrigins(file, own));
  return [...kept];
}

const KEPT_ORIGINS: Lasting<readonly string[]> = { kind: 'm', lasts: () => true };

async function findOrigins(file: FileHistory, own: ReadonlySet<string>): Promise<string[]> {
  const { snapshot, blame, scope } = file;
  const owners = ownersIn(blame.nearby, scope.committed?.lines ?? []);
  const links = await linksFrom(snapshot, owners, own);
  if (links.length === 0) return [];
  const found = new Set(links.map(({ change }) => change.path));
  for (const path of await pathsBehind(file, links)) found.add(path);
  return [...found].filter(path => !own.has(path) && isKnown(snapshot, path));
}

/** The files that the lines of some owners were in before, however many commits ago. */
async function pathsBehind(
  { snapshot, scope, blame }: FileHistory,
  links: readonly Link[],
): Promise<ReadonlySet<string>> {
  const movers = new Set(links.map(({ owner }) => owner.commit));
  const lines = blame.nearby
    .filter(({ commit }) => movers.has(commit))
    .map(({ final, count }) => ({ start: final, end: final + count - 1 }));
  const stops = await stopsBefore(snapshot);
  const call = blameCall(scope.commit.id, scope.path, { lines, stops, acrossFiles: true });
  const spans = await snapshot.repository.run(call, snapshot.signal).catch(unlessDamaged<BlameSpan[]>([]));
  return new Set(spans.map(({ path }) => path));
}

async function linksFrom(
  snapshot: Snapshot,
  owners: readonly Owner[],
  own: ReadonlySet<string>,
): Promise<Link[]> {
  const besides = await changedBeside(snapshot, owners, own);
  const [named, others] = partition(besides, ({ change }) => isKnown(snapshot, change.path));
  const likeliest = others.sort(likelierFirst).slice(0, MOST_OTHERS_READ);
  return losing(snapshot, [...named.slice(0, MOST_NAMED_READ), ...likeliest]);
}

/** Directories are named with a slash at their end. */
function isAnyOther({ index }: Snapshot, own: ReadonlySet<string>): boolean {
  for (const name of index.names()) if (!own.has(name) && !name.endsWith('/')) return true;
  return false;
}

function isKnown({ index }: Snapshot, path: string): boolean {
  return index.byFile(path).length > 0 || index.byDependency(path).length > 0;
}

/** Those first that own most lines; one that owns hardly a word brought nothing here. */
function ownersIn(spans: readonly BlameSpan[], lines: readonly string[]): Owner[] {
  return [...groupBy(spans, ({ commit, path }) => JSON.stringify([commit, path])).values()]
    .flatMap(([first, ...more]): Owner[] => {
      if (!first) return [];
      const owned = [first, ...more].flatMap(({ final, count }) => lines.slice(final - 1, final - 1 + count));
      const clues = cluesIn(owned);
      return isTelling(clues) ? [{ ...first, lines: owned.length, clues }] : [];
    })
    .sort((a, b) => b.lines - a.lines)
    .slice(0, MOST_OWNERS);
}

function unlessDamaged<T>(otherwise: T): (error: unknown) => T {
  return error => {
    if (isDamage(error)) return otherwise;
    throw error;
  };
}

function isTelling(clues: Iterable<readonly [hash: number, length: number]>): boolean {
  const lengths = [...clues].map(([, length]) => length);
  return lengths.length >= LEAST_SHARED || lengths.some(length => length >= TELLING_LENGTH);
}

async function changedBeside(
  snapshot: Snapshot,
  owners: readonly Owner[],
  own: ReadonlySet<string>,
): Promise<Beside[]> {
  const { index } = snapshot;
  if (owners.length === 0) return [];
  const commits = [...new Set(owners.map(({ commit }) => commit))].sort();
  const changes = await changesOf(
    snapshot,
    commits.map(commit => ({ commit })),
  ).catch(unlessDamaged(() => []));
  return owners.flatMap(owner => {
    const all = changes({ commit: owner.commit });
    const isHuge = all.length > MOST_FILES_OF_A_COMMIT;
    return all
      .filter(({ path, before }) => before !== undefined && path !== owner.path && !own.has(path))
      .filter(({ path }) => !isHuge || index.byFile(path).length > 0)
      .map(change => ({ owner, change }));
  });
}

/** What was deleted first, then of the same language, then what most of the file came with. */
function likelierFirst(a: Beside, b: Beside): number {
  const weight = ({ owner, change }: Beside) =>
    (change.after === undefined ? 2 : 0) + (extname(change.path) === extname(owner.path) ? 1 : 0);
  return weight(b) - weight(a) || b.owner.lines - a.owner.lines;
}

/** Those that lost lines which the other file has since. */
async function losing(snapshot: Snapshot, besides: readonly Beside[]): Promise<Link[]> {
  const found = await Promise.all(
    besides.map(async (beside): Promise<Link[]> => {
      const { before = '', after } = beside.change;
      const had = await lineSetUnlessLarge(snapshot, before);
      const shared = had ? [...beside.owner.clues].filter(([hash]) => had.has(hash)) : [];
      if (!isTelling(shared)) return [];
      const left = after === undefined ? undefined : await lineSetUnlessLarge(snapshot, after);
      return isTelling(shared.filter(([hash]) => !left?.has(hash))) ? [beside] : [];
    }),
  );
  return found.flat();
}
