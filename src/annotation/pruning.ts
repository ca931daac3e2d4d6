import type * as z from 'zod/mini';
import { LEFT_OUT, type Mistake, type Path } from './mistake.ts';

type Json = Record<string, unknown> | unknown[];
export type Issue = z.core.$ZodIssue;

const MOST_NAMED = 100;
const GONE = Symbol('gone');

/** Takes things out of a value, and names each by the path that it had at first. */
export class Pruning {
  readonly #value: unknown;
  readonly #dropped = new Map<string, Mistake>();
  /** Of lists that have lost items, the numbers that those left had at first. */
  readonly #numbers = new Map<unknown[], number[]>();

  constructor(value: unknown) {
    this.#value = value;
  }

  dropped(): Mistake[] {
    return [...this.#dropped.values()];
  }

  /** False where all is lost, because there is nothing left that may go. */
  takeOut(issues: readonly Issue[]): boolean {
    const taken = new Set<string>();
    const lists = new Set<unknown[]>();
    for (const [at, issue] of issues.entries()) {
      if (issue.path.some((_key, depth) => taken.has(keyOf(issue.path.slice(0, depth + 1))))) continue;
      const holders = holdersOf(this.#value, issue.path);
      const depth = innermost(holders, issue.path);
      const place = issue.path.slice(0, depth + 1);
      if (at < MOST_NAMED) this.#name(issue, holders, place);
      if (depth < 0) return false;
      taken.add(keyOf(place));
      const [holder, key] = [holders[depth], issue.path[depth] ?? ''];
      if (Array.isArray(holder)) {
        holder[Number(key)] = GONE;
        lists.add(holder);
      } else Reflect.deleteProperty(holder ?? {}, key);
    }
    for (const list of lists) this.#compact(list);
    return true;
  }

  #name(issue: Issue, holders: readonly Json[], place: Path): void {
    // What was left out for its value, and is missed now, takes along what it belongs to.
    const missed = this.#dropped.get(keyOf(this.#atFirst(holders, issue.path)));
    if (missed) missed.done = 'left out with its entry';
    else {
      const path = this.#atFirst(holders, place);
      const last = holders.at(-1) as Record<PropertyKey, unknown> | undefined;
      const isMissing = holders.length > 0 && last?.[issue.path.at(-1) ?? ''] === undefined;
      const problem = isMissing ? `it has no ${String(issue.path.at(-1))}` : inWords(issue);
      this.#dropped.set(keyOf(path), { path, problem, done: LEFT_OUT });
    }
  }

  #atFirst(holders: readonly Json[], path: Path): Path {
    return path.map((key, depth) => {
      const holder = holders[depth];
      return Array.isArray(holder) ? (this.#numbers.get(holder)?.[Number(key)] ?? key) : key;
    });
  }

  #compact(list: unknown[]): void {
    const before = this.#numbers.get(list) ?? list.map((_item, at) => at);
    this.#numbers.set(
      list,
      before.filter((_number, at) => list[at] !== GONE),
    );
    let kept = 0;
    for (const item of list) if (item !== GONE) list[kept++] = item;
    list.length = kept;
  }
}

/** What each key of the path is looked up in, as far as there is something. */
function holdersOf(value: unknown, path: Path): Json[] {
  const holders: Json[] = [];
  let at = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) break;
    holders.push(at as Json);
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  return holders;
}

/** How deep in the path the innermost thing is that may go: a list item, or a field that is there. */
function innermost(holders: readonly Json[], path: Path): number {
  return holders.findLastIndex(
    (holder, depth) => Array.isArray(holder) || Object.hasOwn(holder, path[depth] ?? ''),
  );
}

function keyOf(path: Path): string {
  return JSON.stringify(path);
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
};

function inWords(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `not ${KINDS[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `none of ${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' ? 'empty' : `less than ${issue.minimum}`;
    case 'custom':
      return issue.message;
    default:
      return 'not what belongs here';
  }
}
