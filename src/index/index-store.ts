import type { Repository } from '../git/repository.ts';
import { cancelled } from '../git/run/failures.ts';
import { type BuildOptions, buildIndex, emptyIndex, isCurrent, updateIndex } from './build-index.ts';
import { FindingsStore } from './findings-store.ts';
import { IndexCache, type Reading } from './index-cache.ts';
import type { LayeredIndex } from './layered-index.ts';
import type { NotesIndex } from './notes-index.ts';

export type IndexStoreOptions = {
  env: Readonly<Record<string, string | undefined>>;
  /** When false, nothing is read from disk or written there, and what was there is removed. */
  useCache: boolean;
  /** For one question, a few pages of a large index are enough; a server that stays wants all in memory. */
  reading?: Reading;
};

/** Gives the index of a notes tree, by the shortest way: from memory, from disk, by what changed, or all anew. */
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

  /** One at a time: who comes while an index is being made waits for it, and mostly needs no other. */
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

  /** What was found out about the notes of this index, by this process or an earlier one. */
  findings(index: NotesIndex): FindingsStore {
    const known = this.#findings.get(index) ?? new FindingsStore(this.#repository, this.#cache, index);
    this.#findings.set(index, known);
    return known;
  }

  /** True where the cache turned out to be damaged: then it is removed, and the next index is made without it. */
  forgetIfDamaged(): boolean {
    if (!this.#cache?.isDamaged) return false;
    this.#cache.discard();
    this.#current = undefined;
    this.#stored = undefined;
    return true;
  }

  close(): void {
    this.#cache?.close();
  }

  #done(): void {
    this.#busy = undefined;
  }

  async #make(noteref: string, tree: string | undefined, options: BuildOptions): Promise<NotesIndex> {
    this.#turnTo(noteref);
    if (tree === undefined) return emptyIndex();
    const known = this.#current;
    const holds = known !== undefined && isCurrent(known, this.#repository);
    if (holds && known.tree === tree) return known;
    const updated = holds ? await updateIndex(this.#repository, known, tree, options) : undefined;
    const index = updated ?? (await buildIndex(this.#repository, tree, options, known));
    this.#current = index;
    if (this.#cache?.save(index, this.#stored)) this.#stored = index;
    return index;
  }

  /** Each ref has its own cache files; a query for another ref begins with those. */
  #turnTo(noteref: string): void {
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
