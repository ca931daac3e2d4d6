import { oneLine } from '../../annotation/sanitise.ts';
import { append, groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { perFile } from '../../pipeline/history/changed-by.ts';
import { commitOrder } from '../../pipeline/history/commit-order.ts';
import { namesToday } from '../../pipeline/placing/names-today.ts';
import { type PlacedRegion, placeRegions } from '../../pipeline/placing/place-regions.ts';
import { readRecords } from '../../pipeline/placing/read-records.ts';
import { listFiles } from '../../pipeline/scope/list-files.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';

/** A file, or a unit of it by the name that a note has for it. */
export type End = { file: string; unit?: string };

/** That one piece of code relies on another one, as an annotation of this history declares it. */
export type Declared = { from: End; to: End; nature: string; commit: Commit };

/** All declared dependencies between files of today, each by its newest annotation. */
export async function declared(snapshot: Snapshot): Promise<Declared[]> {
  const { index } = snapshot;
  const records = [...new Set([...index.names()].flatMap(name => index.byDependency(name)))];
  const found: Declared[] = [];
  for (let at = 0; at < records.length; at += AT_ONCE) {
    snapshot.signal?.throwIfAborted();
    append(found, await declaredBy(snapshot, records.slice(at, at + AT_ONCE)));
  }
  const today = await filesToday(
    snapshot,
    found.flatMap(({ from, to }) => [from.file, to.file]),
  );
  const here = found.flatMap(item => {
    const [from, to] = [today(item.from.file), today(item.to.file)];
    if (from === undefined || to === undefined) return [];
    return [{ ...item, from: { ...item.from, file: from }, to: { ...item.to, file: to } }];
  });
  return newestOfEach(snapshot, here);
}

/** Most files are called what they were: HEAD's own list tells that without a look at each. */
async function filesToday(snapshot: Snapshot, names: readonly string[]): ReturnType<typeof namesToday> {
  const all = await listFiles(snapshot.repository, snapshot.head, '');
  const here = new Set(all.map(({ path }) => path));
  const others = await namesToday(
    snapshot,
    names.filter(name => !here.has(name)),
  );
  return name => (here.has(name) ? name : others(name));
}

/** What is kept of a note is little, and the notes themselves are many. */
const AT_ONCE = 500;

async function declaredBy(snapshot: Snapshot, records: readonly NoteRecord[]): Promise<Declared[]> {
  const read = await readRecords(snapshot, records);
  const { regions } = await placeRegions(snapshot, read, annotation =>
    annotation.regions.filter(({ semantic_dependencies: all = [] }) => all.length > 0),
  );
  return (await Promise.all(regions.map(placed => dependenciesOf(snapshot, placed)))).flat();
}

async function dependenciesOf(snapshot: Snapshot, { region, commit }: PlacedRegion): Promise<Declared[]> {
  const own = await perFile(snapshot, region, commit.id);
  return own.flatMap(({ file, ast_anchor: anchor, semantic_dependencies: all = [] }) =>
    all.map(({ file: target, anchor: unit, nature = '' }) => ({
      from: { file, unit: anchor?.name },
      to: { file: target, unit },
      nature: oneLine(nature),
      commit,
    })),
  );
}

async function newestOfEach(snapshot: Snapshot, all: readonly Declared[]): Promise<Declared[]> {
  const groups = [...groupBy(all, ({ from, to, nature }) => JSON.stringify([from, to, nature])).values()];
  const contested = groups.filter(({ length }) => length > 1).flat();
  const position = await commitOrder(
    snapshot,
    contested.map(({ commit }) => commit),
  );
  const isBetter = (a: Commit, b: Commit) =>
    Number(isAbsent(b)) - Number(isAbsent(a)) || position(a) - position(b);
  return groups.map(group =>
    group.reduce((best, next) => (isBetter(next.commit, best.commit) > 0 ? next : best)),
  );
}
