import { type Findings, packFindings, unpackFindings } from './findings.ts';
import type { IndexCache } from './index-cache.ts';
import type { NotesIndex } from './notes-index.ts';

/** With fewer notes, asking git is faster than reading and writing a file. */
const WORTH_KEEPING = 1_000;

/** Where findings are stored, and what was loaded or stored last: they outlast small changes of the notes. */
export type KeptFindings = { cache: IndexCache | undefined; findings?: Findings };

/** Findings about the notes of an index, stored for the next process. */
export class FindingsStore {
  readonly #cache: IndexCache | undefined;
  readonly #index: NotesIndex;
  readonly #kept: KeptFindings;

  constructor(index: NotesIndex, kept: KeptFindings) {
    this.#cache = index.size < WORTH_KEEPING ? undefined : kept.cache;
    this.#index = index;
    this.#kept = kept;
  }

  /** Of the names that the index had when it was packed, those that a tree lacks. */
  missing(tree: string): string[] | undefined {
    const { missing } = this.#load();
    return missing?.index === this.#index.packed.id && missing.tree === tree ? missing.names : undefined;
  }

  keepMissing(tree: string, names: Iterable<string>): void {
    this.#save({ missing: { index: this.#index.packed.id, tree, names: [...names] } });
  }

  #load(): Findings {
    const pages = this.#kept.findings ? undefined : this.#cache?.loadFindings();
    this.#kept.findings ??= pages ? unpackFindings(pages) : {};
    return this.#kept.findings;
  }

  #save(findings: Findings): void {
    if (!this.#cache) return;
    this.#kept.findings = findings;
    this.#cache.writeFindings(packFindings(findings));
  }
}
