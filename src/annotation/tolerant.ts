import type * as z from 'zod/mini';

type Json = Record<string, unknown> | unknown[];

export type Tolerated<T> = { value?: T; dropped: string[] };

const MAX_ROUNDS = 50;

/**
 * Checks a value against a schema and takes out what does not fit, piece by piece, until the rest does:
 * a list loses its bad item, an object its bad field. Without a field that is required, all is lost.
 */
export function tolerant<T>(schema: z.ZodMiniType<T>, candidate: unknown): Tolerated<T> {
  const dropped: string[] = [];
  let value = candidate;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const result = schema.safeParse(value);
    if (result.success) return { value: result.data, dropped };
    const [issue] = result.error.issues;
    if (!issue || issue.path.length === 0) return { dropped };
    const pruned = prune(value, issue.path);
    if (pruned === undefined) return { dropped };
    const reason = `${issue.path.join('.')}: ${issue.message}`;
    if (!dropped.includes(reason)) dropped.push(reason);
    value = pruned;
  }
  return { dropped };
}

/** A copy without the innermost thing that may go: the list item or field that the path leads to. */
function prune(value: unknown, path: readonly PropertyKey[]): unknown {
  const copy: unknown = structuredClone(value);
  const trail: { holder: Json; key: PropertyKey }[] = [];
  let at: unknown = copy;
  for (const key of path) {
    if (typeof at !== 'object' || at === null) break;
    trail.push({ holder: at as Json, key });
    at = (at as Record<PropertyKey, unknown>)[key];
  }
  for (const { holder, key } of trail.reverse()) {
    if (Array.isArray(holder)) {
      holder.splice(Number(key), 1);
      return copy;
    }
    if (Object.hasOwn(holder, key)) {
      delete (holder as Record<PropertyKey, unknown>)[key];
      return copy;
    }
  }
  return undefined;
}
