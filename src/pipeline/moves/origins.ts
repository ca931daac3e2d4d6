import { extname } from 'node:path/posix';
import { groupBy } from '../../collections.ts';
import { blameCall, renamesOf } from '../../git/calls.ts';
import { type Change, changesOfEach } from '../../git/change-calls.ts';
import { cluesIn, linesUnlessLarge, textOf } from '../following/other-files.ts';
import { isDamage } from '../history/ancestry.ts';
import type { FileHistory } from '../history/file-history.ts';
import { missingNames } from '../history/missing-names.ts';
import { rangesOf } from '../lines/range.ts';
import type { Snapshot } from '../snapshot.ts';

/** A commit that owns lines of a file, with the name that the file had then. */
type Owner = { commit: string; path: string; lines: number[]; clues: ReadonlySet<string> };

/** A file that an owner changed, beside the one in scope. */
type Beside = { owner: Owner; change: Change };

/** Beyond so many files, only those are looked at that annotations name. */
const MOST_FILES_OF_A_COMMIT = 2_000;
const MOST_OWNERS = 200;
const MOST_NAMED_READ = 200;
const MOST_OTHERS_READ = 24;
const MOST_CHAINS = 3;

/** A line of so many characters is not written twice by chance. */
const TELLING_LENGTH = 30;
const LEAST_SHARED = 2;

/**
 * Files that annotations name and that may have lost something to this one: they lost lines in the commits that
 * brought those lines here. Whether a region came here is decided by following it from there.
 */
export async function originsOf(file: FileHistory): Promise<string[]> {
  const { snapshot, names, blame } = file;
  const own = new Set(names.map(({ name }) => name));
  if (blame.isLazy || blame.spans.length === 0 || !isAnyOther(snapshot, own)) return [];
  const owners = ownersIn(file);
  const besides = await changedBeside(snapshot, owners, own);
  const isNamed = ({ change }: Beside) => isKnown(snapshot, change.path);
  const named = await losing(snapshot, besides.filter(isNamed).slice(0, MOST_NAMED_READ));
  const others = besides.filter(beside => !isNamed(beside)).sort(likelierFirst);
  const links = await losing(snapshot, others.slice(0, MOST_OTHERS_READ));
  const further = links.length === 0 ? [] : await behind(file, links);
  const found = new Set([...named.map(({ change }) => change.path), ...further]);
  return [...found].filter(path => !own.has(path));
}

/** Directories are named with a slash at their end. */
function isAnyOther({ index }: Snapshot, own: ReadonlySet<string>): boolean {
  for (const name of index.names()) if (!own.has(name) && !name.endsWith('/')) return true;
  return false;
}

export function isKnown({ index }: Snapshot, path: string): boolean {
  return index.byFile(path).length > 0 || index.byDependency(path).length > 0;
}

/** Those first that own most lines; one that owns hardly a word brought nothing here. */
function ownersIn({ blame: { spans }, scope: { committed } }: FileHistory): Owner[] {
  const lines = committed?.lines ?? [];
  return [...groupBy(spans, ({ commit, path }) => JSON.stringify([commit, path])).values()]
    .flatMap(([first, ...more]): Owner[] => {
      if (!first) return [];
      const numbers = [first, ...more].flatMap(({ final, count }) =>
        Array.from({ length: count }, (_, at) => final + at),
      );
      const clues = cluesIn(numbers.map(line => lines[line - 1] ?? ''));
      return isTelling(clues) ? [{ commit: first.commit, path: first.path, lines: numbers, clues }] : [];
    })
    .sort((a, b) => b.lines.length - a.lines.length)
    .slice(0, MOST_OWNERS);
}

function isTelling(texts: ReadonlySet<string>): boolean {
  return texts.size >= LEAST_SHARED || [...texts].some(text => text.length >= TELLING_LENGTH);
}

async function changedBeside(
  { repository, signal, index }: Snapshot,
  owners: readonly Owner[],
  own: ReadonlySet<string>,
): Promise<Beside[]> {
  if (owners.length === 0) return [];
  const commits = [...new Set(owners.map(({ commit }) => commit))].sort();
  const changes = await repository
    .run(changesOfEach(commits.map(commit => ({ commit }))), signal)
    .catch((error: unknown) => {
      if (isDamage(error)) return new Map<string, Change[]>();
      throw error;
    });
  return owners.flatMap(owner => {
    const all = changes.get(owner.commit) ?? [];
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
  return weight(b) - weight(a) || b.owner.lines.length - a.owner.lines.length;
}

/** Those that lost lines which are in the file in scope since. */
async function losing(snapshot: Snapshot, besides: readonly Beside[]): Promise<Beside[]> {
  const found = await Promise.all(
    besides.map(async beside => {
      const { before = '', after } = beside.change;
      const lines = (await linesUnlessLarge(snapshot, before)) ?? [];
      const common = lines.map(textOf).filter(text => beside.owner.clues.has(text));
      if (common.length === 0) return [];
      const left = new Set(((after && (await linesUnlessLarge(snapshot, after))) || []).map(textOf));
      return isTelling(new Set(common.filter(text => !left.has(text)))) ? [beside] : [];
    }),
  );
  return found.flat();
}

/** Files that no annotation names may have what they lost from one that is named: git says where its lines are from. */
async function behind(file: FileHistory, links: readonly Beside[]): Promise<string[]> {
  const { snapshot, scope } = file;
  const { repository, signal } = snapshot;
  const owners = [...new Set(links.map(({ owner }) => owner))].slice(0, MOST_CHAINS);
  const lines = owners.flatMap(owner => rangesOf([...owner.lines].sort((a, b) => a - b)));
  const call = blameCall(scope.commit.id, scope.path, { lines, copies: true });
  const spans = await repository.run(call, signal);
  const paths = [...new Set([...spans.map(({ path }) => path), ...links.map(({ change }) => change.path)])];
  const former =
    (await missingNames(snapshot, scope.commit)).size === 0 ? [] : await formerly(snapshot, links);
  return [...paths, ...former].filter(path => isKnown(snapshot, path));
}

/** The names that such files had before. */
async function formerly(snapshot: Snapshot, links: readonly Beside[]): Promise<string[]> {
  const { repository, signal } = snapshot;
  const found = await Promise.all(
    links.slice(0, MOST_CHAINS).map(async ({ owner, change }) => {
      const commit = await repository.commit(owner.commit);
      const parent = commit?.parents[0];
      const renames = parent ? await repository.run(renamesOf(parent, change.path), signal) : [];
      return renames.map(({ from }) => from);
    }),
  );
  return found.flat();
}
