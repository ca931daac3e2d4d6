import { append } from '../../collections.ts';
import { inTopologicalOrder } from '../../git/calls.ts';
import { lineBetween } from '../../git/known-answers.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import { walkNearby } from '../../git/walk-nearby.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { historyOf, knownParents, ORDERS, Order } from './ancestry.ts';

/** The place of a commit among others; -1 for one that is not among them. */
export type CommitOrder = (commit: Commit) => number;

/**
 * The place of each of these commits in their history, oldest first; -1 for one that is not among them. One that this
 * clone does not have comes after the last that is not newer by the clock.
 */
export async function commitOrder(snapshot: Snapshot, commits: readonly Commit[]): Promise<CommitOrder> {
  const known = new Map(commits.filter(commit => !isAbsent(commit)).map(commit => [commit.id, commit]));
  const order = await oldestFirst(snapshot, [...known.values()]);
  const absent = new Map(commits.filter(isAbsent).map(commit => [commit.id, commit]));
  for (const { id, committer } of [...absent.values()].sort(byClock)) {
    const isOlder = (other: string) => timeOf(known.get(other) ?? absent.get(other)) <= committer.time;
    order.splice(order.findLastIndex(isOlder) + 1, 0, id);
  }
  const position = new Map(order.map((id, at) => [id, at]));
  return commit => position.get(commit.id) ?? -1;
}

function timeOf(commit: Commit | undefined): number {
  return commit?.committer.time ?? 0;
}

/** By the clock. */
function onceEach(commits: readonly Commit[]): Commit[] {
  return [...new Map(commits.map(commit => [commit.id, commit])).values()].sort(byClock);
}

function byClock(a: Commit, b: Commit): number {
  return a.committer.time - b.committer.time || (a.id < b.id ? -1 : 1);
}

/** Oldest first, by what commits build on; clocks only decide where that leaves it open. */
export async function oldestFirst(snapshot: Snapshot, commits: readonly Commit[]): Promise<string[]> {
  const byTime = onceEach(commits);
  const [oldest] = byTime;
  if (!oldest || byTime.length < 2) return byTime.map(({ id }) => id);
  const listed = (await knownOrder(snapshot, byTime)) ?? (await orderFrom(snapshot, oldest, byTime));
  const present = new Set(listed);
  const behind = byTime.filter(({ id }) => id !== oldest.id && !present.has(id));
  return [...(await oldestFirst(snapshot, behind)), ...present];
}

/** Asks git for the order of these commits, once: where some are not in the history of HEAD, those that are in it have theirs. */
export async function askForOrder(snapshot: Snapshot, commits: readonly Commit[]): Promise<void> {
  const byTime = onceEach(commits);
  const [oldest] = byTime;
  if (oldest && !(await knownOrder(snapshot, byTime))) await orderFrom(snapshot, oldest, byTime);
}

/**
 * Git lists a commit when all of its children are listed, the newest first. That depends on nothing that is behind it, so
 * an order that began earlier has the same order in it. What stands behind the oldest there is no ancestor of it, and would
 * be listed by an order that begins with it, too.
 */
async function knownOrder(snapshot: Snapshot, byTime: readonly Commit[]): Promise<string[] | undefined> {
  const order = await keptOrder(snapshot);
  if (!order) return undefined;
  const wanted = byTime.map(({ id }) => id);
  const listed = inRows(wanted, order);
  return listed.length === wanted.length && listed[0] === wanted[0] ? listed : undefined;
}

/** The head of the order that was made last. */
const LAST = slot<string>(1);

/** An order that was made before, or the last one, where HEAD builds on it in a short line of commits. */
async function keptOrder(snapshot: Snapshot): Promise<Order | undefined> {
  const { repository, head, memory } = snapshot;
  const kept = memory.of(ORDERS);
  const known = kept.get(historyOf(snapshot, head.id));
  const last = memory.of(LAST).get('');
  if (known || last === undefined) return known;
  const older = kept.get(historyOf(snapshot, last));
  const line = older && (await lineBetween(repository, last, head.id));
  return line && keep(snapshot, new Order(older.table, [...older.since, ...line.map(({ id }) => id)]));
}

function keep(snapshot: Snapshot, order: Order): Order {
  const { head, memory } = snapshot;
  memory.of(ORDERS).set(historyOf(snapshot, head.id), order, order.table.size);
  memory.of(LAST).set('', head.id, 1);
  return order;
}

/** Those that are not behind the oldest. */
async function orderFrom(snapshot: Snapshot, oldest: Commit, byTime: readonly Commit[]): Promise<string[]> {
  const { repository, head, signal, memory } = snapshot;
  const wanted = byTime.map(({ id }) => id);
  const near = await walkNearby(repository, head.id);
  if (near.complete) return among(wanted, parentsFirst(near.commits, byTime));
  const stops = await knownParents(repository, oldest);
  const table = await repository.run(inTopologicalOrder(head.id, stops, wanted), signal);
  const order = new Order(table);
  const known = memory.of(ORDERS).get(historyOf(snapshot, head.id));
  if (table.count > (known?.table.count ?? 0)) keep(snapshot, order);
  return inRows(wanted, order);
}

/** Those of an order that are wanted. */
function among(wanted: readonly string[], order: readonly string[]): string[] {
  const ids = new Set(wanted);
  return order.filter(id => ids.has(id));
}

/** Those that an order has, as it has them. */
function inRows(wanted: readonly string[], order: Order): string[] {
  const found = wanted.map(id => ({ id, row: order.rowOf(id) ?? -1 })).filter(({ row }) => row >= 0);
  return found.sort((a, b) => a.row - b.row).map(({ id }) => id);
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
        append(stack, open);
      }
    }
  }
  return order;
}
