import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { buildIndex, emptyIndex, isCurrent, updateIndex } from './build-index.ts';
import { IndexCache, type Reading } from './index-cache.ts';
import type { LayeredIndex } from './layered-index.ts';
import type { BuildOptions } from './read-parts.ts';
import type { SourceReader } from './source-reader.ts';

export type IndexStoreOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** When false, no cache file is read or written, and those that exist are removed. */
  useCache: boolean;
  /** One query needs a few pages of a large index; a server, which answers many, reads all of it once. */
  reading?: Reading;
};

/** Gives the index of a state of a source from memory or disk, where possible updated by what changed, else built anew. */
export class IndexStore {
  readonly #repository: Repository;
  readonly #reader: SourceReader;
  #cache: IndexCache | undefined;
  #current: LayeredIndex | undefined;
  #stored: LayeredIndex | undefined;
  #busy: Promise<void> | undefined;
  #isLoaded = false;

  constructor(repository: Repository, reader: SourceReader, options: IndexStoreOptions) {
    this.#repository = repository;
    this.#reader = reader;
    this.#cache = openCache(repository, reader.key ?? reader.source, options);
  }

  /** One at a time: a call that waits for another one's index mostly needs the same. */
  async at(state: string | undefined, options: BuildOptions = {}): Promise<LayeredIndex> {
    while (this.#busy) {
      await this.#busy;
      if (options.signal?.aborted) throw cancelled();
    }
    const work = this.#make(state, options);
    this.#busy = work.then(
      () => this.#done(),
      () => this.#done(),
    );
    return work;
  }

  /**
   * For a query that met `DamagedCache`: removes the cache and goes on without one, so that not even files which
   * can't be removed are read again. The next process makes them anew.
   */
  discardCache(): void {
    this.#cache?.close();
    this.#cache?.remove();
    this.#cache = undefined;
    this.#stored = undefined;
    this.#current = undefined;
  }

  /** For a query that met a note which has gone since it was indexed. */
  readAgain(): void {
    this.#stored = undefined;
    this.#current = undefined;
  }

  /** See `isCurrent` of an index. */
  isCurrent(): boolean {
    return this.#current === undefined || isCurrent(this.#current, this.#repository);
  }

  close(): void {
    this.#cache?.close();
  }

  #done(): void {
    this.#busy = undefined;
  }

  /** What an earlier process stored; where that is damaged, `discardCache` ends all further attempts. */
  #load(): void {
    if (this.#isLoaded) return;
    this.#stored = this.#cache?.load();
    this.#current = this.#stored;
    this.#isLoaded = true;
  }

  async #make(state: string | undefined, options: BuildOptions): Promise<LayeredIndex> {
    if (state === undefined) return emptyIndex(this.#reader.source);
    this.#load();
    const known = this.#current;
    const holds = known !== undefined && isCurrent(known, this.#repository);
    if (holds && known.tree === state) return known;
    const updated = holds
      ? await updateIndex(this.#repository, this.#reader, known, state, options)
      : undefined;
    const index = updated ?? (await this.#build(state, options, known));
    this.#current = index;
    if (this.#cache?.save(index, this.#stored)) this.#stored = index;
    return index;
  }

  /** Goes on where an earlier process was interrupted. */
  #build(state: string, options: BuildOptions, known: LayeredIndex | undefined): Promise<LayeredIndex> {
    const parts = this.#cache?.loadParts() ?? [];
    const keepPart = (bytes: Buffer) => this.#cache?.savePart(bytes);
    return buildIndex(this.#repository, this.#reader, state, { ...options, keepPart }, [
      ...(known?.layers() ?? []),
      ...parts,
    ]);
  }
}

/** Each source, or group of sources, has its own cache files. */
export function openCache(
  repository: Repository,
  source: string,
  { env, reading, useCache }: IndexStoreOptions,
): IndexCache | undefined {
  const cache = IndexCache.of(repository.location, source, env, reading);
  if (!useCache) cache?.remove();
  return useCache ? cache : undefined;
}
