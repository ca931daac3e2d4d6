import { groupBy } from '../../collections.ts';
import { type Rename, removalsOfEach } from '../../git/calls.ts';
import { type CommitAndParent, renamesInEach } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { isDamage } from './ancestry.ts';
import { historyGraph } from './history-graph.ts';
import { MissingTree, type Versions, versionsSince } from './versions.ts';

const MOST_RENAMES = 20;

/** By commit, shallowness and name: the name of today, or '' for a file that was deleted. */
const TODAY = slot<string>(100_000);

/**
 * The names that files have at a commit which were once called otherwise; deleted ones are left out. All
 * names are followed together, so that many cost no more processes than one.
 */
export async function renamedTo(
  snapshot: Snapshot,
  commit: Commit,
  names: readonly string[],
): Promise<Map<string, string>> {
  const kept = snapshot.memory.of(TODAY);
  const key = (name: string) => `${commit.id} ${snapshot.repository.shallowness()} ${name}`;
  const wanted = names.filter(name => !name.includes('\n'));
  const open = wanted.filter(name => kept.get(key(name)) === undefined);
  const found = await follow(snapshot, commit, open);
  for (const name of open) kept.set(key(name), found.get(name) ?? '', 1);
  return new Map(
    wanted.flatMap(name => {
      const today = kept.get(key(name)) ?? '';
      return today === '' ? [] : [[name, today] as const];
    }),
  );
}

/** A file under the name that it had in a commit. */
type Step = { path: string; since: Commit | undefined };

async function follow(
  snapshot: Snapshot,
  commit: Commit,
  names: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const starts = names.map(
    async name => [name, { path: name, since: await annotated(snapshot, name) }] as const,
  );
  let open = new Map<string, Step>(await Promise.all(starts));
  for (let round = 0; open.size > 0 && round < MOST_RENAMES; round++) {
    const next = await renamesOnce(snapshot, commit, [...open.values()]);
    const still = new Map<string, Step>();
    for (const [name, step] of open) {
      const renamed = next.get(step);
      if (!renamed) continue;
      if (await snapshot.repository.entryAt(commit, renamed.path)) found.set(name, renamed.path);
      else still.set(name, renamed);
    }
    open = still;
  }
  return found;
}

/** Of many notes, some of the newest have the file. */
const MOST_COMMITS_ASKED = 32;

/** The newest annotated commit of this history that has the file; undefined where none has. */
async function annotated(snapshot: Snapshot, name: string): Promise<Commit | undefined> {
  const { repository, index, head } = snapshot;
  const graph = await historyGraph(snapshot, head.id);
  const records = [...index.byFile(name), ...index.byDependency(name)];
  const rows = records.flatMap(({ object }) => graph.rowOf(object) ?? []);
  for (const row of [...new Set(rows)].sort((a, b) => a - b).slice(0, MOST_COMMITS_ASKED)) {
    const commit = await repository.commit(graph.idOf(row));
    if (commit && (await repository.entryAt(commit, name))) return commit;
  }
  return undefined;
}

/** The name that each file got when it gave up the one that it had. */
async function renamesOnce(
  snapshot: Snapshot,
  commit: Commit,
  steps: readonly Step[],
): Promise<Map<Step, Step>> {
  const departures = new Map<Step, CommitAndParent>();
  await Promise.all(
    steps.map(async step => {
      const departure = step.since && (await departureOf(snapshot, step.path, step.since, commit));
      if (departure) departures.set(step, departure);
    }),
  );
  const unseen = steps.filter(({ since }) => since === undefined);
  for (const [step, id] of await lastRemovals(snapshot, commit, unseen)) departures.set(step, { commit: id });
  const renamesOf = await renamesIn(snapshot, [...departures.values()]);
  const renamed = new Map<Step, Step>();
  for (const [step, departure] of departures) {
    const to = renamesOf(departure).find(({ from }) => from === step.path)?.to;
    if (to === undefined) continue;
    renamed.set(step, { path: to, since: await snapshot.repository.commit(departure.commit) });
  }
  return renamed;
}

/** The commit after which a file is no longer at a path, on the way to another; and the parent that had it, of a merge. */
async function departureOf(
  snapshot: Snapshot,
  path: string,
  since: Commit,
  until: Commit,
): Promise<CommitAndParent | undefined> {
  try {
    const versions = await versionsSince(snapshot, [path], since, until);
    return versions && (await firstWithout(versions));
  } catch (error) {
    if (error instanceof MissingTree || isDamage(error)) return undefined;
    throw error;
  }
}

async function firstWithout(versions: Versions): Promise<CommitAndParent | undefined> {
  const isThere = async (at: number) => (await versions.at(at)).blob !== undefined;
  let [low, high] = [-1, versions.length - 1];
  if (high < 0 || (await isThere(high))) return undefined;
  while (high - low > 1) {
    const middle = versions.between(low, high);
    if (await isThere(middle)) low = middle;
    else high = middle;
  }
  for (const side of versions.besides(high)) {
    const departure = await firstWithout(side);
    if (departure) return departure;
  }
  const { commit } = await versions.at(high);
  return versions.isMerge(high) ? { commit, parent: versions.before(high) } : { commit };
}

/** For names that no annotated commit of this history has: when each was given up last. */
async function lastRemovals(
  { repository, signal }: Snapshot,
  commit: Commit,
  steps: readonly Step[],
): Promise<Map<Step, string>> {
  if (steps.length === 0) return new Map();
  const paths = steps.map(({ path }) => path);
  const removals = await repository.run(removalsOfEach(commit.id, paths), signal);
  const newest = new Map(removals.toReversed().map(({ path, commit: id }) => [path, id]));
  return new Map(
    steps.flatMap(step => {
      const id = newest.get(step.path);
      return id === undefined ? [] : [[step, id] as const];
    }),
  );
}

async function renamesIn(
  { repository, signal }: Snapshot,
  departures: readonly CommitAndParent[],
): Promise<(departure: CommitAndParent) => readonly Rename[]> {
  if (departures.length === 0) return () => [];
  const commits = new Map(departures.map(departure => [departure.commit, departure]));
  const renames = await repository.run(renamesInEach([...commits.values()]), signal);
  const byCommit = groupBy(renames, ({ commit }) => commit);
  return ({ commit }) => byCommit.get(commit) ?? [];
}
