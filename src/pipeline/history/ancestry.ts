import { UltragitError } from '../../errors.ts';
import { ContentCache } from '../../git/cache.ts';
import {
  countBeyond,
  inTopologicalOrder,
  listAncestors,
  listBeyond,
  mergeBase,
  samePatch,
} from '../../git/calls.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import type { Ancestry } from '../../index/findings.ts';
import type { FindingsStore } from '../../index/findings-store.ts';

const FEW = 8;
const NEARBY = 100;

/** Commits of a history by id; `complete` when they are all that it has. */
type Walk = { commits: Map<string, Commit>; complete: boolean };

/** Questions about ancestry. Answers about two commit ids never change, so they are kept. */
export class History {
  readonly #repository: Repository;
  readonly #ancestry = new ContentCache<boolean>(200_000);

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** Which of these commits are `head` or in its history; exact, whatever the clocks said. */
  async ancestorsOf(
    head: string,
    commits: readonly string[],
    signal?: AbortSignal,
    findings?: FindingsStore,
  ): Promise<Set<string>> {
    const ancestors = new Set<string>();
    const open: string[] = [];
    const shallow = this.#repository.shallowness();
    const key = (commit: string) => `${commit} ${head} ${shallow}`;
    const earlier = findings?.ancestry();
    for (const commit of new Set(commits)) {
      const known = commit === head || (this.#ancestry.get(key(commit)) ?? recall(earlier, head, commit));
      if (known) ancestors.add(commit);
      else if (known === undefined) open.push(commit);
    }
    if (open.length === 0) return ancestors;
    const near = await this.#walk(head, open);
    const isOlder = (commit: string) =>
      earlier !== undefined && near.commits.has(earlier.head) && earlier.within.has(commit);
    for (const commit of open) if (near.commits.has(commit) || isOlder(commit)) ancestors.add(commit);
    const far = near.complete ? [] : open.filter(commit => !ancestors.has(commit));
    for (const commit of await this.#findFar(head, far, signal, findings)) ancestors.add(commit);
    for (const commit of open) this.#ancestry.set(key(commit), ancestors.has(commit), 1);
    return ancestors;
  }

  /**
   * The newest commits of a history, read one generation after the other: a short history, or recent
   * commits in a long one, need no process. Stops when it has seen all that is wanted, if anything is.
   */
  async #walk(head: string, wanted: readonly string[]): Promise<Walk> {
    const commits = new Map<string, Commit>();
    let frontier = [head];
    while (frontier.length > 0 && commits.size < NEARBY) {
      const read = await Promise.all(frontier.map(id => this.#repository.commit(id)));
      for (const commit of read) if (commit) commits.set(commit.id, commit);
      if (wanted.length > 0 && wanted.every(id => commits.has(id))) return { commits, complete: false };
      const parents = read.flatMap(commit => commit?.parents ?? []);
      frontier = [...new Set(parents)].filter(id => !commits.has(id));
    }
    return { commits, complete: frontier.length === 0 };
  }

  /** A commit that lost its parents stops git's walk: then only the history of `head` itself is asked for. */
  async #findFar(
    head: string,
    commits: string[],
    signal?: AbortSignal,
    findings?: FindingsStore,
  ): Promise<string[]> {
    if (commits.length === 0) return [];
    if (findings?.isKept) {
      const all = await this.#repository.run(listAncestors(head), signal);
      findings.keepAncestry(head, all);
      return commits.filter(commit => all.has(commit));
    }
    try {
      return await this.#find(head, commits, signal);
    } catch (error) {
      if (!isDamage(error)) throw error;
      const all = await this.#repository.run(listAncestors(head), signal);
      return commits.filter(commit => all.has(commit));
    }
  }

  /**
   * git's quick walk never calls a stranger an ancestor, but with wrong clocks it may call an ancestor a
   * stranger: what it leaves over is asked again, exactly.
   */
  async #find(head: string, commits: string[], signal?: AbortSignal): Promise<string[]> {
    const repository = this.#repository;
    if ((await repository.run(countBeyond(head, commits), signal)) === 0) return commits;
    const beyond = await repository.run(listBeyond(head, commits), signal);
    const suspects = commits.filter(commit => beyond.has(commit));
    const sure = commits.filter(commit => !beyond.has(commit));
    if (suspects.length > FEW) {
      const all = await repository.run(listAncestors(head), signal);
      return [...sure, ...suspects.filter(commit => all.has(commit))];
    }
    const bases = await Promise.all(suspects.map(commit => repository.run(mergeBase(head, commit), signal)));
    return [...sure, ...suspects.filter((commit, at) => bases[at] === commit)];
  }

  /** Commits of one history, oldest first, by what they build on; clocks only decide where that leaves it open. */
  async order(head: string, commits: readonly Commit[], signal?: AbortSignal): Promise<string[]> {
    const byTime = [...new Map(commits.map(commit => [commit.id, commit])).values()].sort(
      (a, b) => a.committer.time - b.committer.time || (a.id < b.id ? -1 : 1),
    );
    const [oldest] = byTime;
    if (!oldest || byTime.length < 2) return byTime.map(({ id }) => id);
    const near = await this.#walk(head, []);
    const listed = near.complete
      ? parentsFirst(near.commits, byTime)
      : await this.#repository.run(inTopologicalOrder(head, await this.knownParents(oldest)), signal);
    const wanted = new Set(byTime.map(({ id }) => id));
    const present = new Set(listed.filter(id => wanted.has(id)));
    const behind = byTime.filter(({ id }) => id !== oldest.id && !present.has(id));
    return [...(await this.order(head, behind, signal)), ...present];
  }

  /** The parents of a commit that this clone has; a shallow one ends somewhere. */
  async knownParents(commit: Commit): Promise<string[]> {
    const parents = await Promise.all(commit.parents.map(id => this.#repository.commit(id)));
    return parents.flatMap(parent => (parent ? [parent.id] : []));
  }

  /** Commits in the history of `head` that make the same change as a commit that is no longer in it. */
  async replacements(head: string, commit: Commit, signal?: AbortSignal): Promise<string[]> {
    if (commit.parents.length > 1) return [];
    try {
      return await this.#repository.run(samePatch(head, commit.id, commit.parents), signal);
    } catch (error) {
      // What no branch has is pruned piece by piece: such a commit may have lost its parents already.
      if (isDamage(error)) return [];
      throw error;
    }
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof UltragitError && error.code === 'git_failed';
}

/** The given commits in an order in which parents come before children; `given` decides what that leaves open. */
function parentsFirst(all: ReadonlyMap<string, Commit>, given: readonly Commit[]): string[] {
  const order: string[] = [];
  const done = new Set<string>();
  for (const start of given) {
    const stack = [start.id];
    for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
      const open = all.get(id)?.parents.filter(parent => all.has(parent) && !done.has(parent)) ?? [];
      if (done.has(id) || open.length === 0) {
        if (!done.has(id)) order.push(id);
        done.add(id);
        stack.pop();
      } else {
        stack.push(...open);
      }
    }
  }
  return order;
}

/** What an earlier query found out for exactly this history; undefined where it did not. */
function recall(known: Ancestry | undefined, head: string, commit: string): boolean | undefined {
  if (known?.head !== head) return undefined;
  if (known.within.has(commit)) return true;
  return known.beyond.has(commit) ? false : undefined;
}
