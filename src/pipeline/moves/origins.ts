import { extname } from 'node:path/posix';
import { groupBy, partition } from '../../collections.ts';
import { blameCall } from '../../git/calls.ts';
import type { Change } from '../../git/change-calls.ts';
import type { BlameSpan, Commit } from '../../git/parsers.ts';
import { type Clues, cluesIn } from '../following/clues.ts';
import { lineSetUnlessLarge, linesUnlessLarge } from '../following/other-files.ts';
import { isDamage } from '../history/ancestry.ts';
import { stopsBefore } from '../history/blame-lines.ts';
import type { FileHistory } from '../history/file-history.ts';
import { namesUpTo } from '../history/file-names.ts';
import { missingNames } from '../history/missing-names.ts';
import { changesOf } from '../history/tree-changes.ts';
import { lineHash } from '../lines/line-set.ts';
import { rangesOf } from '../lines/range.ts';
import { linesOfVersion } from '../locate/parsed-version.ts';
import { type Lasting, recall } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** A commit that owns lines of a file, with the name that the file had then. */
type Owner = { commit: string; path: string; lines: number; clues: Clues };

/** A file that an owner changed, beside the one in question. */
type Beside = { owner: Owner; change: Change };

/** It lost lines that the other file has since; `lines` are theirs in the version before. */
type Link = Beside & { lines: number[] };

/** Beyond so many files, only those are looked at that annotations name. */
const MOST_FILES_OF_A_COMMIT = 2_000;
const MOST_OWNERS = 200;
const MOST_NAMED_READ = 200;
const MOST_OTHERS_READ = 24;

/** Code may have come here through several files: so many are looked behind, at each distance, and so far. */
const MOST_LINKS = 4;
const MOST_HOPS = 6;

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
  const found = new Set<string>();
  const seen = new Set<string>();
  let owners = ownersIn(blame.nearby, scope.committed?.lines ?? []);
  for (let hop = 0; owners.length > 0 && hop < MOST_HOPS; hop++) {
    // What the file itself was called is known, but code may have gone through it before.
    const links = await linksFrom(snapshot, owners, hop === 0 ? own : new Set());
    for (const { change } of links) found.add(change.path);
    const fresh = links.filter(({ change }) => !seen.has(`${change.path} ${change.before}`));
    const next = fresh.sort((a, b) => b.lines.length - a.lines.length).slice(0, MOST_LINKS);
    for (const { change } of next) seen.add(`${change.path} ${change.before}`);
    for (const name of await formerNames(snapshot, next, found)) found.add(name);
    owners = (await Promise.all(next.map(link => ownersBehind(snapshot, link)))).flat();
    for (const { path } of owners) found.add(path);
  }
  return [...found].filter(path => !own.has(path) && isKnown(snapshot, path));
}

/** The names that files had before they lost something, where annotations know names that no file has today. */
async function formerNames(
  snapshot: Snapshot,
  links: readonly Link[],
  found: ReadonlySet<string>,
): Promise<string[]> {
  const missing = await missingNames(snapshot, snapshot.head);
  if ([...missing].every(name => found.has(name))) return [];
  const names = links.map(async link => {
    const parent = await parentOf(snapshot, link);
    if (!parent) return [];
    return namesUpTo(snapshot, link.change.path, parent).catch(unlessDamaged<string[]>([]));
  });
  return (await Promise.all(names)).flat();
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

/** Who brought the lines into the file that lost them. */
async function ownersBehind(snapshot: Snapshot, link: Link): Promise<Owner[]> {
  const { path, before = '' } = link.change;
  const parent = await parentOf(snapshot, link);
  const text = parent && (await linesUnlessLarge(snapshot, before));
  if (!text) return [];
  // Lines that are older than every annotation still tell what the file was called then.
  const stops = await stopsBefore(snapshot);
  const call = blameCall(parent.id, path, { lines: rangesOf(link.lines), stops });
  const spans = await snapshot.repository.run(call, snapshot.signal).catch(unlessDamaged<BlameSpan[]>([]));
  return ownersIn(spans, text);
}

async function parentOf({ repository }: Snapshot, { owner }: Link): Promise<Commit | undefined> {
  const [parent] = (await repository.commit(owner.commit))?.parents ?? [];
  return parent === undefined ? undefined : repository.commit(parent);
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
      const lost = new Map(shared.filter(([hash]) => !left?.has(hash)));
      if (!isTelling(lost)) return [];
      const texts = (await linesOfVersion(snapshot, before, { once: true })) ?? [];
      const lines = texts.flatMap((text, at) => (lost.has(lineHash(text)) ? [at + 1] : []));
      return [{ ...beside, lines }];
    }),
  );
  return found.flat();
}
