import type * as z from 'zod/mini';

type Json = Record<string, unknown> | unknown[];

export type Tolerated<T> = { value?: T; dropped: string[] };

const MAX_ROUNDS = 50;
const MOST_NAMED = 100;
const GONE = Symbol('gone');

/**
 * Checks a value against a schema and takes out what does not fit, piece by piece, until the rest does:
 * a list loses its bad items, an object its bad fields. Without a field that is required, all is lost.
 */
export function tolerant<T>(schema: z.ZodMiniType<T>, candidate: unknown): Tolerated<T> {
  try {
    return prunedToFit(schema, candidate);
  } catch {
    // zod hands issues on as the arguments of a call, and of those there can be too many.
    return { dropped: ['more is wrong than can be told apart'] };
  }
}

function prunedToFit<T>(schema: z.ZodMiniType<T>, candidate: unknown): Tolerated<T> {
  const dropped = new Set<string>();
  let value = candidate;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = schema.safeParse(value);
    if (result.success) return { value: result.data, dropped: [...dropped] };
    const { issues } = result.error;
    for (const issue of issues.slice(0, MOST_NAMED)) dropped.add(`${issue.path.join('.')}: ${issue.message}`);
    value = structuredClone(value);
    const taken = new Set<string>();
    const lists = new Set<unknown[]>();
    for (const { path } of issues) {
      if (path.some((_key, depth) => taken.has(placeOf(path, depth)))) continue;
      const depth = prune(value, path, lists);
      if (depth === undefined) return { dropped: [...dropped] };
      taken.add(placeOf(path, depth));
    }
    for (const list of lists) compact(list);
  }
  return { dropped: [...dropped] };
}

function placeOf(path: readonly PropertyKey[], depth: number): string {
  return JSON.stringify(path.slice(0, depth + 1));
}

/** Takes out the innermost thing that may go, a list item or a field, and says how deep in the path it was. */
function prune(value: unknown, path: readonly PropertyKey[], lists: Set<unknown[]>): number | undefined {
  const trail: { holder: Json; key: PropertyKey }[] = [];
  let at: unknown = value;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) break;
    trail.push({ holder: at as Json, key });
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  for (const [depth, { holder, key }] of [...trail.entries()].reverse()) {
    if (Array.isArray(holder)) {
      holder[Number(key)] = GONE;
      lists.add(holder);
    } else if (Object.hasOwn(holder, key)) delete (holder as Record<PropertyKey, unknown>)[key];
    else continue;
    return depth;
  }
  return undefined;
}

function compact(list: unknown[]): void {
  let kept = 0;
  for (const item of list) if (item !== GONE) list[kept++] = item;
  list.length = kept;
}
