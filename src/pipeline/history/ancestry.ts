import { UltragitError } from '../../errors.ts';
import { countBeyond, listAncestors, listBeyond, mergeBase } from '../../git/calls.ts';
import type { IdTable } from '../../git/id-table.ts';
import type { Commit } from '../../git/parsers.ts';
import type { Repository } from '../../git/repository.ts';
import { walkNearby } from '../../git/walk-nearby.ts';
import type { Ancestry } from '../../index/findings.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** With more doubtful commits than this, one list of all ancestors costs less than a question for each. */
const FEW = 8;

/**
 * By the one commit, whether others are in its history: that never changes, unless a shallow clone is deepened. The limit
 * is a number of answers.
 */
const ANCESTRY = slot<Map<string, boolean>>(500_000);

/** Commits of a history, oldest first: what git listed, and the few that came since, one after the other. */
export class Order {
  readonly table: IdTable;
  readonly since: readonly string[];

  constructor(table: IdTable, since: readonly string[] = []) {
    this.table = table;
    this.since = since;
  }

  has(commit: string): boolean {
    return this.rowOf(commit) !== undefined;
  }

  rowOf(commit: string): number | undefined {
    const at = this.since.indexOf(commit);
    return at < 0 ? this.table.rowOf(commit) : this.table.count + at;
  }
}

/** By HEAD, as `historyOf` names it: the longest one that was asked for. The limit is in bytes. */
export const ORDERS = slot<Order>(48 * 1024 * 1024);

export function historyOf(snapshot: Snapshot, head: string): string {
  return `${head} ${snapshot.once(shallownessOf)}`;
}

/** Which of these commits are `head` or in its history; exact, whatever the clocks said. */
export async function ancestorsOf(
  snapshot: Snapshot,
  head: string,
  commits: readonly string[],
): Promise<Set<string>> {
  const { repository, memory } = snapshot;
  const kept = memory.of(ANCESTRY);
  const key = historyOf(snapshot, head);
  const answers = kept.get(key) ?? new Map([[head, true]]);
  const findings = findingsAbout(snapshot, head);
  // Among many notes, others ask for more of them, in this process and the next.
  const listed = findings?.isKept ? memory.of(ORDERS).get(key) : undefined;
  if (listed && !findings?.ancestry()) findings?.keepAncestry(head, listed, { areAll: false });
  const earlier = findings?.ancestry();
  const known = (commit: string) => {
    const answer = answers.get(commit) ?? (listed?.has(commit) || recall(earlier, head, commit));
    if (answer !== undefined) answers.set(commit, answer);
    return answer;
  };
  const asked = [...new Set(commits)];
  const ancestors = new Set(asked.filter(known));
  const open = asked.filter(commit => !ancestors.has(commit) && known(commit) === undefined);
  kept.set(key, answers, 1 + answers.size);
  if (open.length === 0) return ancestors;
  const near = await walkNearby(repository, head, { wanted: open });
  const isOlder = (commit: string) =>
    earlier !== undefined && near.commits.has(earlier.head) && earlier.within.has(commit);
  for (const commit of open) if (near.commits.has(commit) || isOlder(commit)) ancestors.add(commit);
  const far = near.complete ? [] : open.filter(commit => !ancestors.has(commit));
  for (const commit of await findFar(snapshot, head, far)) ancestors.add(commit);
  for (const commit of open) answers.set(commit, ancestors.has(commit));
  kept.set(key, answers, 1 + answers.size);
  return ancestors;
}

/** Looked at once an answer: each region asks for its ancestry. */
export function shallownessOf({ repository }: Snapshot): string {
  return repository.shallowness();
}

/** The parents of a commit that this clone has; a shallow one ends somewhere. */
export async function knownParents(repository: Repository, commit: Commit): Promise<string[]> {
  const parents = await Promise.all(commit.parents.map(id => repository.commit(id)));
  return parents.flatMap(parent => (parent ? [parent.id] : []));
}

/** Findings are kept for one head, that of the snapshot. */
function findingsAbout({ findings, head: { id } }: Snapshot, head: string) {
  return head === id ? findings : undefined;
}

/** A commit that lost its parents stops git's walk: then only the history of `head` itself is asked for. */
async function findFar(snapshot: Snapshot, head: string, commits: string[]): Promise<string[]> {
  if (commits.length === 0) return [];
  const { repository, signal } = snapshot;
  const findings = findingsAbout(snapshot, head);
  if (findings?.isKept) {
    const all = await repository.run(listAncestors(head), signal);
    findings.keepAncestry(head, all);
    return commits.filter(commit => all.has(commit));
  }
  try {
    return await findByWalks(snapshot, head, commits);
  } catch (error) {
    if (!isDamage(error)) throw error;
    const all = await repository.run(listAncestors(head), signal);
    return commits.filter(commit => all.has(commit));
  }
}

/**
 * git's quick walk never calls a stranger an ancestor, but with wrong clocks it may call an ancestor a
 * stranger: what it leaves over is asked again, exactly.
 */
async function findByWalks(
  { repository, signal }: Snapshot,
  head: string,
  commits: string[],
): Promise<string[]> {
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

/** What an earlier query found out for exactly this history; undefined where it did not. */
function recall(known: Ancestry | undefined, head: string, commit: string): boolean | undefined {
  if (known?.head !== head) return undefined;
  if (known.within.has(commit)) return true;
  return known.beyond.has(commit) ? false : undefined;
}

export function isDamage(error: unknown): boolean {
  return error instanceof UltragitError && error.code === 'git_failed';
}
