import { groupBy } from '../collections.ts';
import { UltragitError } from '../errors.ts';
import { ContentCache } from './cache.ts';
import { resolveShortened } from './calls.ts';
import type { Commit } from './parsers.ts';
import type { Repository } from './repository.ts';

/** Commits by ids as people write them. */
export class NamedCommits {
  readonly #repository: Repository;
  readonly #idLength: number;
  readonly #known = new ContentCache<string>(10_000);

  constructor(repository: Repository, idLength: number) {
    this.#repository = repository;
    this.#idLength = idLength;
  }

  /** By full ids, or by shortened ones that only one commit has; those that name none are missing. */
  async find(ids: Iterable<string>, signal?: AbortSignal): Promise<Map<string, Commit>> {
    const all = [...new Set(ids)];
    const isShort = (id: string) => id.length < this.#idLength && /^[0-9a-f]{7,}$/.test(id);
    const short = all.filter(isShort);
    // Another object may get such an id, too.
    if (short.length > 0) this.#repository.witness.objects();
    const known = new Map(short.map(id => [id, this.#known.get(id)]));
    const unknown = short.filter(id => known.get(id) === undefined);
    // Of ids of one length, none is the beginning of another.
    for (const some of groupBy(unknown, id => id.length).values()) {
      for (const [id, full] of await this.#fullIds(some, signal)) {
        known.set(id, full);
        this.#known.set(id, full, 1);
      }
    }
    const found = await Promise.all(
      all.map(async id => {
        const full = isShort(id) ? known.get(id) : id;
        const commit = full === undefined ? undefined : await this.#repository.commit(full);
        return commit ? ([[id, commit]] as const) : [];
      }),
    );
    return new Map(found.flat());
  }

  /** Git stops at a damaged object: the others are asked about without it. */
  async #fullIds(ids: readonly string[], signal: AbortSignal | undefined): Promise<[string, string][]> {
    try {
      const asked = new Set(ids);
      const found = await this.#repository.run(resolveShortened(ids), signal);
      const pairs = found.map((full): [string, string] => [full.slice(0, ids[0]?.length), full]);
      return pairs.filter(([id]) => asked.has(id));
    } catch (error) {
      if (!(error instanceof UltragitError) || error.code !== 'git_failed') throw error;
      if (ids.length === 1) return [];
      const half = Math.ceil(ids.length / 2);
      const first = await this.#fullIds(ids.slice(0, half), signal);
      return [...first, ...(await this.#fullIds(ids.slice(half), signal))];
    }
  }
}
