import { partition } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import { namesakesOf } from '../../syntax/namesakes.ts';
import { commitOrder } from '../history/commit-order.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

type Item = { found: Pick<FoundRegion, 'commit' | 'region' | 'said'> };

/** For each region that a later annotation of the same unit may have overtaken: that annotation's commit. */
export async function newerAnnotations<T extends Item>(
  snapshot: Snapshot,
  items: readonly T[],
): Promise<Map<T, Commit>> {
  const newer = new Map<T, Commit>();
  const { contested, rivalsOf } = contest(items);
  const position = await commitOrder(
    snapshot,
    contested.map(({ found }) => found.commit),
  );
  const newestOf = newestIn(position);
  for (const item of contested) {
    const [latest] = rivalsOf(item)
      .flatMap(group => newestOf(group, isAbsent(item.found.commit)) ?? [])
      .sort((a, b) => position(b) - position(a));
    if (latest && position(latest) > position(item.found.commit)) newer.set(item, latest);
  }
  return newer;
}

/** The regions that another commit's annotation may be about the same unit as. */
function contest<T extends Item>(items: readonly T[]): { contested: T[]; rivalsOf: RivalsOf<T> } {
  // What is said of two whole commits is about different changes.
  const rivalsOf = rivalGroups(items.filter(({ found }) => !isOfWholeCommit(found)));
  const isOfOneCommit = oneCommit<T>();
  const contested = items.filter(item =>
    rivalsOf(item).some(group => !isOfOneCommit(group, item.found.commit.id)),
  );
  return { contested, rivalsOf };
}

/** All that may be about the same unit as an item, itself among it, in groups that many items share. */
type RivalsOf<T> = (item: T) => readonly (readonly T[])[];

/** Regions about a whole file are about the same; of those that name lines alone, nobody can tell. */
function rivalGroups<T extends Item>(items: readonly T[]): RivalsOf<T> {
  const [named, others] = partition(items, item => nameOf(item) !== undefined);
  const ofFile = others.filter(({ found }) => !found.region.lines);
  const namesakes = namesakesOf(named, item => nameOf(item) ?? '');
  return item => {
    if (isOfWholeCommit(item.found)) return [];
    const name = nameOf(item);
    if (name !== undefined) return namesakes(name);
    return item.found.region.lines ? [] : [ofFile];
  };
}

function nameOf({ found }: Item): string | undefined {
  return found.region.ast_anchor?.name;
}

/** Tells whether all regions of a group are of one commit. */
function oneCommit<T extends Item>() {
  const known = new Map<readonly T[], string | undefined>();
  return (group: readonly T[], commit: string): boolean => {
    if (!known.has(group)) {
      const first = group[0]?.found.commit.id;
      known.set(group, group.every(({ found }) => found.commit.id === first) ? first : undefined);
    }
    return group.length === 0 || known.get(group) === commit;
  };
}

/** The newest commit of a group; what may come from work that was never merged overtakes nothing of this history. */
function newestIn<T extends Item>(position: (commit: Commit) => number) {
  const known = new Map<readonly T[], { all?: Commit; present?: Commit }>();
  const newer = (best: Commit | undefined, next: Commit) =>
    best && position(best) >= position(next) ? best : next;
  return (group: readonly T[], isAbsentToo: boolean): Commit | undefined => {
    const newest = known.get(group) ?? {};
    if (!known.has(group)) {
      for (const { found } of group) {
        newest.all = newer(newest.all, found.commit);
        if (!isAbsent(found.commit)) newest.present = newer(newest.present, found.commit);
      }
      known.set(group, newest);
    }
    return isAbsentToo ? newest.all : newest.present;
  };
}
