import { type Knowledge, keyOf } from '../cache/knowledge.ts';
import { ContentCache } from '../git/cache.ts';

/** One kind of value that is kept between answers, and how much of it, by weight. */
export type Slot<T> = { readonly limit: number; readonly kept?: T };

export function slot<T>(limit: number): Slot<T> {
  return { limit };
}

/**
 * What a workspace keeps between answers. Each stage declares a slot for what it keeps there. Keys are made of
 * object ids and hashes of content, or the values are checked against them, so none can be stale.
 */
export class Memory {
  readonly #caches = new Map<Slot<unknown>, ContentCache<unknown>>();

  of<T>(wanted: Slot<T>): ContentCache<T> {
    const known = this.#caches.get(wanted) ?? new ContentCache<unknown>(wanted.limit);
    this.#caches.set(wanted, known);
    return known as ContentCache<T>;
  }
}

/** A value that is being made counts as kept, so that it is made once; one that could not be made does not. */
export function remember<T>(
  kept: ContentCache<Promise<T>>,
  key: string,
  make: () => Promise<T>,
  weigh: (value: T) => number = () => 1,
): Promise<T> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made, 1);
  const isStill = () => kept.get(key) === made;
  made.then(
    value => isStill() && kept.set(key, made, weigh(value)),
    () => isStill() && kept.delete(key),
  );
  return made;
}

/** Names a kind of value in what earlier processes learned, by one letter, and says which of them last. */
export type Lasting<T> = { kind: string; lasts: (value: T) => boolean };

/**
 * A value as an earlier process made it, else made now and left to the next. It must follow from its key, which names
 * contents, and be the same after a way through JSON.
 */
export async function recall<T>(
  knowledge: Knowledge | undefined,
  { kind, lasts }: Lasting<T>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  if (!knowledge) return make();
  const known = recallNow<T>(knowledge, kind, key);
  if (known !== undefined) return known;
  const made = await make();
  if (lasts(made)) leave(knowledge, kind, key, made);
  return made;
}

export function recallNow<T>(knowledge: Knowledge | undefined, kind: string, key: string): T | undefined {
  const known = knowledge?.get(keyOf(kind, key));
  return known && JSON.parse(known.toString());
}

export function leave(knowledge: Knowledge | undefined, kind: string, key: string, value: unknown): void {
  knowledge?.put(keyOf(kind, key), Buffer.from(JSON.stringify(value)));
}
