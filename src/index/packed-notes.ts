import { numbers, type Sections, unframe } from './layout.ts';
import type { NoteKeys, NoteRecord } from './notes-index.ts';

export type FullRecord = NoteRecord & NoteKeys;
type Texts = { offsets: Uint32Array; bytes: Buffer };
type Lists = { starts: Uint32Array; notes: Uint32Array };

/** Look-ups in packed notes, by binary search; nothing is unpacked that was not asked for. */
export class PackedNotes {
  readonly bytes: Buffer;
  readonly id: string;
  readonly tree: string;
  readonly stamp: number;
  /** The packed notes that this is a delta of. */
  readonly base?: string;
  readonly size: number;
  readonly #idBytes: number;
  readonly #entries: Buffer;
  readonly #covered: Buffer;
  readonly #names: Texts;
  readonly #origins: Texts;
  readonly #files: Lists;
  readonly #dependencies: Lists;
  readonly #concerns: Lists;
  readonly #derived: Lists;
  readonly #problems: Map<number, string>;
  readonly #records = new Map<number, NoteRecord>();

  private constructor(bytes: Buffer, framed: NonNullable<ReturnType<typeof unframe>>) {
    const { sections } = framed;
    this.bytes = bytes;
    this.id = framed.id;
    this.tree = framed.tree;
    this.stamp = framed.stamp;
    this.base = framed.base;
    this.#idBytes = framed.tree.length / 2;
    this.size = sections.entries.length / (2 * this.#idBytes);
    this.#entries = asBuffer(sections.entries);
    this.#covered = asBuffer(sections.covered);
    this.#names = texts(sections, 'name');
    this.#origins = texts(sections, 'origin');
    this.#files = lists(sections, 'file');
    this.#dependencies = lists(sections, 'dependency');
    this.#concerns = lists(sections, 'concern');
    this.#derived = lists(sections, 'origin');
    this.#problems = problems(sections);
  }

  /** Undefined where the bytes are not packed notes of this version, whole and undamaged. */
  static open(bytes: Buffer): PackedNotes | undefined {
    const framed = unframe(bytes);
    return framed && new PackedNotes(bytes, framed);
  }

  get malformed(): NoteRecord[] {
    return [...this.#problems.keys()].map(note => this.#record(note));
  }

  /** True for a delta that knows what notes this object has, also where it has none any more. */
  covers(object: string): boolean {
    const count = this.#covered.length / this.#idBytes;
    const at = lowerBound(count, which => this.#idAt(this.#covered, which) < object);
    return at < count && this.#idAt(this.#covered, at) === object;
  }

  covered(): string[] {
    const count = this.#covered.length / this.#idBytes;
    return Array.from({ length: count }, (_, which) => this.#idAt(this.#covered, which));
  }

  byObjectPrefix(prefix: string): NoteRecord[] {
    const found: NoteRecord[] = [];
    const first = lowerBound(this.size, note => this.#idAt(this.#entries, 2 * note) < prefix);
    for (let note = first; note < this.size; note++) {
      if (!this.#idAt(this.#entries, 2 * note).startsWith(prefix)) break;
      found.push(this.#record(note));
    }
    return found;
  }

  byFile(path: string): NoteRecord[] {
    return this.#listed(this.#files, find(this.#names, path));
  }

  byDependency(path: string): NoteRecord[] {
    return this.#listed(this.#dependencies, find(this.#names, path));
  }

  byConcern(path: string): NoteRecord[] {
    return this.#listed(this.#concerns, find(this.#names, path));
  }

  /** By the origin just as the note gives it. */
  byOrigin(text: string): NoteRecord[] {
    return this.#listed(this.#derived, find(this.#origins, text));
  }

  /** The numbers of all notes on these objects. */
  numbersOf(objects: readonly string[]): Set<number> {
    const found = new Set<number>();
    for (const object of objects) {
      const first = lowerBound(this.size, note => this.#idAt(this.#entries, 2 * note) < object);
      for (let note = first; note < this.size; note++) {
        if (this.#idAt(this.#entries, 2 * note) !== object) break;
        found.add(note);
      }
    }
    return found;
  }

  /** Annotated files, as if the notes with the hidden numbers were not there. */
  *files(hidden: ReadonlySet<number>): Generator<string> {
    for (let at = 0; at < this.#names.offsets.length - 1; at++) {
      if (isListed(this.#files, at, hidden)) yield rowAt(this.#names, at).toString();
    }
  }

  *names(hidden: ReadonlySet<number>): Generator<string> {
    for (let at = 0; at < this.#names.offsets.length - 1; at++) {
      const lists = [this.#files, this.#dependencies, this.#concerns];
      if (lists.some(list => isListed(list, at, hidden))) yield rowAt(this.#names, at).toString();
    }
  }

  /** Everything, unpacked: to pack it anew with something else. */
  all(): FullRecord[] {
    const records = Array.from({ length: this.size }, (_, note) => ({
      ...this.#read(note),
      files: [] as string[],
      dependsOn: [] as string[],
      concerns: [] as string[],
      derivedFrom: [] as string[],
    }));
    const spread = (names: Texts, { starts, notes }: Lists, key: keyof NoteKeys) => {
      for (let at = 0; at < names.offsets.length - 1; at++) {
        if (starts[at] === starts[at + 1]) continue;
        const name = rowAt(names, at).toString();
        for (const note of notes.subarray(starts[at], starts[at + 1])) records[note]?.[key].push(name);
      }
    };
    spread(this.#names, this.#files, 'files');
    spread(this.#names, this.#dependencies, 'dependsOn');
    spread(this.#names, this.#concerns, 'concerns');
    spread(this.#origins, this.#derived, 'derivedFrom');
    return records;
  }

  #listed({ starts, notes }: Lists, at: number): NoteRecord[] {
    return at < 0 ? [] : Array.from(notes.subarray(starts[at], starts[at + 1]), note => this.#record(note));
  }

  #record(note: number): NoteRecord {
    const known = this.#records.get(note);
    if (known) return known;
    const record = this.#read(note);
    this.#records.set(note, record);
    return record;
  }

  #read(note: number): NoteRecord {
    const problem = this.#problems.get(note);
    return {
      object: this.#idAt(this.#entries, 2 * note),
      blob: this.#idAt(this.#entries, 2 * note + 1),
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #idAt(ids: Buffer, which: number): string {
    return ids.toString('hex', which * this.#idBytes, (which + 1) * this.#idBytes);
  }
}

function problems(sections: Sections): Map<number, string> {
  const problemTexts = texts(sections, 'problem');
  const pairs = numbers(sections.malformed);
  const found = new Map<number, string>();
  for (let at = 0; at < pairs.length; at += 2) {
    found.set(pairs[at] ?? 0, rowAt(problemTexts, pairs[at + 1] ?? 0).toString());
  }
  return found;
}

function texts(sections: Sections, kind: 'name' | 'origin' | 'problem'): Texts {
  return { offsets: numbers(sections[`${kind}Offsets`]), bytes: asBuffer(sections[`${kind}Text`]) };
}

function lists(sections: Sections, kind: 'file' | 'dependency' | 'concern' | 'origin'): Lists {
  return { starts: numbers(sections[`${kind}Starts`]), notes: numbers(sections[`${kind}Notes`]) };
}

function isListed({ starts, notes }: Lists, at: number, hidden: ReadonlySet<number>): boolean {
  return notes.subarray(starts[at], starts[at + 1]).some(note => !hidden.has(note));
}

function find(table: Texts, text: string): number {
  const wanted = Buffer.from(text);
  const count = table.offsets.length - 1;
  const at = lowerBound(count, row => Buffer.compare(rowAt(table, row), wanted) < 0);
  return at < count && rowAt(table, at).equals(wanted) ? at : -1;
}

function rowAt({ offsets, bytes }: Texts, at: number): Buffer {
  return bytes.subarray(offsets[at], offsets[at + 1]);
}

function lowerBound(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
