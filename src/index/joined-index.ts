import { mergedNames } from './merged-names.ts';
import type { NoteRecord, NotesIndex } from './notes-index.ts';

/** The indexes of several sources as one; what the first ones say comes first. */
export class JoinedIndex implements NotesIndex {
  readonly id: string;
  readonly size: number;
  readonly malformed: readonly NoteRecord[];
  readonly packed: NotesIndex['packed'];
  readonly #parts: readonly NotesIndex[];
  #files: string[] | undefined;

  constructor(parts: readonly NotesIndex[]) {
    this.#parts = parts;
    this.id = parts.map(part => part.id).join();
    this.size = parts.reduce((total, part) => total + part.size, 0);
    this.malformed = parts.flatMap(part => part.malformed);
    this.packed = {
      id: parts.map(part => part.packed.id).join(),
      names: () => mergedNames(parts.map(part => part.packed.names())),
    };
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
    this.#files ??= [...mergedNames(this.#parts.map(part => part.files()))];
    return this.#files;
  }

  names(): Iterable<string> {
    return mergedNames(this.#parts.map(part => part.names()));
  }

  newerNames(): Iterable<string> {
    return mergedNames(this.#parts.map(part => part.newerNames()));
  }

  hasName(name: string): boolean {
    return this.#parts.some(part => part.hasName(name));
  }
}
