import type * as z from 'zod/mini';
import { LEFT_OUT, type Mistake } from './mistake.ts';
import { type Issue, Pruning } from './pruning.ts';

export type Tolerated<T> = { value?: T; dropped: Mistake[] };

const MAX_ROUNDS = 50;

/**
 * Checks a value against a schema and takes out what does not fit, piece by piece, until the rest does:
 * a list loses its bad items, an object its bad fields. Without a field that is required, all is lost.
 */
export function tolerant<T>(schema: z.ZodMiniType<T>, candidate: unknown): Tolerated<T> {
  try {
    const result = schema.safeParse(candidate);
    return result.success
      ? { value: result.data, dropped: [] }
      : prunedToFit(schema, candidate, result.error.issues);
  } catch {
    // zod hands issues on as the arguments of a call, and of those there can be too many.
    return { dropped: [{ path: [], problem: 'more is wrong than can be told apart', done: LEFT_OUT }] };
  }
}

function prunedToFit<T>(schema: z.ZodMiniType<T>, candidate: unknown, found: readonly Issue[]): Tolerated<T> {
  const value = structuredClone(candidate);
  const pruning = new Pruning(value);
  let issues = found;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!pruning.takeOut(issues)) break;
    const result = schema.safeParse(value);
    if (result.success) return { value: result.data, dropped: pruning.dropped() };
    issues = result.error.issues;
  }
  return { dropped: pruning.dropped() };
}
