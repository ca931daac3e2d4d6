import type { Commit } from '../../git/parsers.ts';
import type { Snapshot } from '../snapshot.ts';
import type { CommitGraph } from './commit-graph.ts';
import { historyGraph } from './history-graph.ts';

/** A version of a file in a commit; no blob where the commit does not have it. */
export type Made = { commit: string; blob?: string };

/** The names of a file: of those that a commit has, the first counts. */
type Paths = readonly string[];

/** A directory on the way is not in this clone, so nothing tells whether a file was there. */
export class MissingTree extends Error {}

/** A way from a commit up to another one that builds on it, each the parent of the next, and a file on that way. */
export class Versions {
  readonly #snapshot: Snapshot;
  readonly #graph: CommitGraph;
  readonly #paths: Paths;
  readonly #from: number;
  readonly #rows: readonly number[];

  constructor(snapshot: Snapshot, graph: CommitGraph, paths: Paths, from: number, to: number) {
    this.#snapshot = snapshot;
    this.#graph = graph;
    this.#paths = paths;
    this.#from = from;
    this.#rows = wayBetween(snapshot, graph, from, to);
  }

  /** How many commits come after the first. */
  get length(): number {
    return this.#rows.length;
  }

  async at(index: number): Promise<Made> {
    const { repository } = this.#snapshot;
    const id = this.#graph.idOf(this.#rows[index] ?? 0);
    const commit = await repository.commit(id);
    if (!commit) throw new MissingTree();
    for (const path of this.#paths) {
      const found = await repository.findAt(commit, path);
      if (!found) throw new MissingTree();
      if (found.entry?.mode.startsWith('100')) return { commit: id, blob: found.entry.id };
    }
    return { commit: id };
  }

  /** Those that differ from the one before, of which the first is known; undefined where there are more than `most`. */
  async distinct(first: string, most: number): Promise<Made[] | undefined> {
    const found: Made[] = [];
    const between = async (low: number, before: Made['blob'], high: number, after: Made): Promise<void> => {
      if (before === after.blob || found.length > most) return;
      if (high - low === 1) {
        found.push(after);
        return;
      }
      const middle = this.between(low, high);
      const made = await this.at(middle);
      await between(low, before, middle, made);
      await between(middle, made.blob, high, after);
    };
    const last = this.length - 1;
    if (last >= 0) await between(-1, first, last, await this.at(last));
    return found.length > most ? undefined : found;
  }

  /** A position between two others that ways from other commits are likely to be asked for, too. */
  between(low: number, high: number): number {
    const last = this.length - 1;
    const [nearest, farthest] = [last - high + 1, last - low - 1];
    let step = 1;
    while (2 * step <= farthest && Math.ceil(nearest / (2 * step)) * 2 * step <= farthest) step *= 2;
    return last - Math.ceil(nearest / step) * step;
  }

  /** The commit before that at a position. */
  before(index: number): string {
    return this.#graph.idOf(this.#rows[index - 1] ?? this.#from);
  }

  isMerge(index: number): boolean {
    return this.#graph.parentsOf(this.#rows[index] ?? 0).length > 1;
  }

  /** Where a merge ends another way from the same commit: those ways, up to the other parents. */
  besides(index: number): Versions[] {
    const row = this.#rows[index] ?? 0;
    const own = this.#rows[index - 1] ?? this.#from;
    const parents = [...this.#graph.parentsOf(row)].filter(parent => parent !== own && parent < this.#from);
    if (parents.length === 0) return [];
    const marks = this.#graph.buildingOn(this.#from);
    return parents
      .filter(parent => marks[parent] === 1)
      .map(parent => new Versions(this.#snapshot, this.#graph, this.#paths, this.#from, parent));
  }
}

/** What a file was after a commit, up to a later one; undefined where that does not build on it. */
export async function versionsSince(
  snapshot: Snapshot,
  paths: Paths,
  since: Commit,
  until: Commit = snapshot.head,
): Promise<Versions | undefined> {
  const graph = await historyGraph(snapshot, snapshot.head.id);
  const [from, to] = [graph.rowOf(since.id), graph.rowOf(until.id)];
  if (from === undefined || to === undefined || to > from) return undefined;
  return new Versions(snapshot, graph, paths, from, to);
}

/** Many regions are of the same commit. */
function ways(): Map<string, readonly number[]> {
  return new Map();
}

function wayBetween(snapshot: Snapshot, graph: CommitGraph, from: number, to: number): readonly number[] {
  const known = snapshot.once(ways);
  const key = `${from} ${to}`;
  const way = known.get(key) ?? graph.way(from, to);
  known.set(key, way);
  return way;
}
