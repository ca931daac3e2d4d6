import { packPages } from '../cache/checked-pages.ts';
import { FORMAT, type Sections, type Subject } from './layout.ts';
import type { NoteKeys } from './notes-index.ts';
import type { NoteEntry } from './notes-tree.ts';

type Postings = Map<string, number[]>;

/** Collects the keys of notes, in any order, and packs them for look-ups. */
export class Packer {
  readonly #entries: readonly NoteEntry[];
  readonly #files: Postings = new Map();
  readonly #dependencies: Postings = new Map();
  readonly #concerns: Postings = new Map();
  readonly #marks: Postings = new Map();
  readonly #problems: Postings = new Map();

  /** Entries in the order of object and blob, each once. */
  constructor(entries: readonly NoteEntry[]) {
    this.#entries = entries;
  }

  add(note: number, keys: NoteKeys, problem?: string): void {
    for (const file of keys.files) post(this.#files, file, note);
    for (const file of keys.dependsOn) post(this.#dependencies, file, note);
    for (const file of keys.concerns) post(this.#concerns, file, note);
    for (const mark of keys.marks) post(this.#marks, mark, note);
    if (problem !== undefined) post(this.#problems, problem, note);
  }

  /** `covered`: for a delta, see the layout. */
  finish(subject: Subject, covered: readonly string[] = []): Buffer {
    const names = table(
      new Set([...this.#files.keys(), ...this.#dependencies.keys(), ...this.#concerns.keys()]),
    );
    const marks = table(this.#marks.keys());
    const problems = table(this.#problems.keys());
    const malformed = problems.texts.flatMap((problem, which) =>
      (this.#problems.get(problem) ?? []).map(note => ({ note, which })),
    );
    malformed.sort((a, b) => a.note - b.note);
    const files = lists(names.texts, this.#files);
    const dependencies = lists(names.texts, this.#dependencies);
    const concerns = lists(names.texts, this.#concerns);
    const marked = lists(marks.texts, this.#marks);
    const sections: Sections = {
      entries: Buffer.from(this.#entries.map(({ object, blob }) => object + blob).join(''), 'hex'),
      covered: Buffer.from([...covered].sort().join(''), 'hex'),
      malformed: bytes(malformed.flatMap(({ note, which }) => [note, which])),
      problemOffsets: bytes(problems.offsets),
      problemText: problems.bytes,
      nameOffsets: bytes(names.offsets),
      nameText: names.bytes,
      fileStarts: bytes(files.starts),
      fileNotes: bytes(files.notes),
      dependencyStarts: bytes(dependencies.starts),
      dependencyNotes: bytes(dependencies.notes),
      concernStarts: bytes(concerns.starts),
      concernNotes: bytes(concerns.notes),
      markOffsets: bytes(marks.offsets),
      markText: marks.bytes,
      markStarts: bytes(marked.starts),
      markNotes: bytes(marked.notes),
    };
    return packPages(FORMAT, subject, sections);
  }
}

function post(postings: Postings, text: string, note: number): void {
  const key = /[\ud800-\udfff]/.test(text) ? wellFormed(text) : text;
  const list = postings.get(key);
  if (!list) postings.set(key, [note]);
  else if (list.at(-1) !== note) list.push(note);
}

/** Half a surrogate pair has no UTF-8 form; a look-up for it goes through the same replacement. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

/** Texts ordered by their bytes, joined, with the offset of each. */
function table(texts: Iterable<string>): { texts: string[]; offsets: number[]; bytes: Buffer } {
  const rows = Array.from(texts, text => ({ text, data: Buffer.from(text) }));
  rows.sort((a, b) => Buffer.compare(a.data, b.data));
  const offsets = [0];
  let end = 0;
  for (const { data } of rows) {
    end += data.length;
    offsets.push(end);
  }
  return { texts: rows.map(({ text }) => text), offsets, bytes: Buffer.concat(rows.map(({ data }) => data)) };
}

function lists(texts: readonly string[], postings: Postings): { starts: number[]; notes: number[] } {
  const starts = [0];
  const notes: number[] = [];
  for (const text of texts) {
    for (const note of new Uint32Array(new Set(postings.get(text) ?? [])).sort()) notes.push(note);
    starts.push(notes.length);
  }
  return { starts, notes };
}

function bytes(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}
