import { inOrder } from './layered-index.ts';
import type { NoteRecord, NotesIndex } from './notes-index.ts';

/** The indexes of several sources as one; what the first ones say comes first. */
export class JoinedIndex implements NotesIndex {
  readonly id: string;
  readonly size: number;
  readonly malformed: readonly NoteRecord[];
  readonly #parts: readonly NotesIndex[];
  #files: string[] | undefined;
  #names: string[] | undefined;

  constructor(parts: readonly NotesIndex[]) {
    this.#parts = parts;
    this.id = parts.map(part => part.id).join();
    this.size = parts.reduce((total, part) => total + part.size, 0);
    this.malformed = parts.flatMap(part => part.malformed);
  }

  byObject(id: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byObject(id));
  }

  *objects(): Generator<string> {
    for (const part of this.#parts) yield* part.objects();
  }

  byObjectPrefix(prefix: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byObjectPrefix(prefix));
  }

  byFile(path: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byFile(path));
  }

  byDependency(path: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byDependency(path));
  }

  byConcern(path: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byConcern(path));
  }

  byOrigin(id: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byOrigin(id));
  }

  byRecordId(id: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.byRecordId(id));
  }

  bySuperseded(id: string): NoteRecord[] {
    return this.#parts.flatMap(part => part.bySuperseded(id));
  }

  linkedCommits(): string[] {
    return this.#parts.flatMap(part => part.linkedCommits());
  }

  files(): Iterable<string> {
    this.#files ??= inOrder(this.#parts.flatMap(part => [...part.files()]));
    return this.#files;
  }

  names(): Iterable<string> {
    this.#names ??= inOrder(this.#parts.flatMap(part => [...part.names()]));
    return this.#names;
  }
}
