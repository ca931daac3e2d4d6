import type { NoteRecord, NotesIndex } from './notes-index.ts';

/** An index without the notes on some commits: what was known before they were made. */
export class IndexBefore implements NotesIndex {
  readonly id: string;
  readonly size: number;
  readonly malformed: readonly NoteRecord[];
  readonly #whole: NotesIndex;
  readonly #later: ReadonlySet<string>;

  /** `base` is the commit that the others come after; it names the result together with the index. */
  constructor(whole: NotesIndex, base: string, later: ReadonlySet<string>) {
    this.#whole = whole;
    this.#later = later;
    this.id = `${whole.id} before ${base}`;
    this.malformed = this.#earlier(whole.malformed);
    this.size = whole.size;
  }

  #earlier(records: readonly NoteRecord[]): NoteRecord[] {
    return records.filter(({ object }) => !this.#later.has(object));
  }

  byObject(id: string): NoteRecord[] {
    return this.#earlier(this.#whole.byObject(id));
  }

  *objects(): Generator<string> {
    for (const object of this.#whole.objects()) if (!this.#later.has(object)) yield object;
  }

  byObjectPrefix(prefix: string): NoteRecord[] {
    return this.#earlier(this.#whole.byObjectPrefix(prefix));
  }

  byFile(path: string): NoteRecord[] {
    return this.#earlier(this.#whole.byFile(path));
  }

  byDependency(path: string): NoteRecord[] {
    return this.#earlier(this.#whole.byDependency(path));
  }

  byConcern(path: string): NoteRecord[] {
    return this.#earlier(this.#whole.byConcern(path));
  }

  byOrigin(id: string): NoteRecord[] {
    return this.#earlier(this.#whole.byOrigin(id));
  }

  byRecordId(id: string): NoteRecord[] {
    return this.#earlier(this.#whole.byRecordId(id));
  }

  bySuperseded(id: string): NoteRecord[] {
    return this.#earlier(this.#whole.bySuperseded(id));
  }

  linkedCommits(): string[] {
    return this.#whole.linkedCommits();
  }

  files(): Iterable<string> {
    return this.#whole.files();
  }

  names(): Iterable<string> {
    return this.#whole.names();
  }

  get packed(): NotesIndex['packed'] {
    return this.#whole.packed;
  }

  newerNames(): Iterable<string> {
    return this.#whole.newerNames();
  }

  hasName(name: string): boolean {
    return this.#whole.hasName(name);
  }
}
