import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { type BuildOptions, buildIndex, emptyIndex, isCurrent, updateIndex } from './build-index.ts';
import { FindingsStore } from './findings-store.ts';
import { IndexCache, type Reading } from './index-cache.ts';
import type { LayeredIndex } from './layered-index.ts';
import type { NotesIndex } from './notes-index.ts';

export type IndexStoreOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** When false, no cache file is read or written, and those that exist are removed. */
  useCache: boolean;
  /** One query needs a few pages of a large index; a server, which answers many, reads all of it once. */
  reading?: Reading;
};

/** Gives the index of a notes tree from memory or disk, where possible updated by what changed, else built anew. */
export class IndexStore {
  readonly #repository: Repository;
  readonly #options: IndexStoreOptions;
  #ref: string | undefined;
  #cache: IndexCache | undefined;
  #current: LayeredIndex | undefined;
  #stored: LayeredIndex | undefined;
  #busy: Promise<void> | undefined;
  readonly #findings = new WeakMap<NotesIndex, FindingsStore>();

  constructor(repository: Repository, options: IndexStoreOptions) {
    this.#repository = repository;
    this.#options = options;
  }

  /** One at a time: a call that waits for another one's index mostly needs the same. */
  async at(noteref: string, tree: string | undefined, options: BuildOptions = {}): Promise<NotesIndex> {
    while (this.#busy) {
      await this.#busy;
      if (options.signal?.aborted) throw cancelled();
    }
    const work = this.#make(noteref, tree, options);
    this.#busy = work.then(
      () => this.#done(),
      () => this.#done(),
    );
    return work;
  }

  /** Findings about the notes of this index, of this process or an earlier one. */
  findings(index: NotesIndex): FindingsStore {
    const known = this.#findings.get(index) ?? new FindingsStore(this.#repository, this.#cache, index);
    this.#findings.set(index, known);
    return known;
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

  close(): void {
    this.#cache?.close();
  }

  #done(): void {
    this.#busy = undefined;
  }

  async #make(noteref: string, tree: string | undefined, options: BuildOptions): Promise<NotesIndex> {
    this.#useRef(noteref);
    if (tree === undefined) return emptyIndex(noteref);
    const known = this.#current;
    const holds = known !== undefined && isCurrent(known, this.#repository);
    if (holds && known.tree === tree) return known;
    const updated = holds ? await updateIndex(this.#repository, known, tree, options) : undefined;
    const index = updated ?? (await buildIndex(this.#repository, { source: noteref, tree }, options, known));
    this.#current = index;
    if (this.#cache?.save(index, this.#stored)) this.#stored = index;
    return index;
  }

  /** Each ref has its own cache files. */
  #useRef(noteref: string): void {
    if (noteref === this.#ref) return;
    this.#ref = noteref;
    this.#cache?.close();
    const { env, reading } = this.#options;
    const cache = IndexCache.of(this.#repository.location, noteref, env, reading);
    if (!this.#options.useCache) cache?.remove();
    this.#cache = this.#options.useCache ? cache : undefined;
    this.#stored = this.#cache?.load();
    this.#current = this.#stored ?? this.#current;
  }
}
