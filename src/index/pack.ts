import { packPages } from '../cache/checked-pages.ts';
import { FORMAT, type Sections, type Subject } from './layout.ts';
import type { NoteList } from './note-list.ts';
import type { NoteKeys } from './notes-index.ts';

type Postings = Map<string, number[]>;

/** Collects the keys of notes, in any order, and packs them for look-ups. */
export class Packer {
  readonly #list: NoteList;
  readonly #files: Postings = new Map();
  readonly #dependencies: Postings = new Map();
  readonly #concerns: Postings = new Map();
  readonly #marks: Postings = new Map();
  readonly #problems: Postings = new Map();

  constructor(list: NoteList) {
    this.#list = list;
  }

  add(note: number, keys: NoteKeys, problem?: string): void {
    for (const file of keys.files) post(this.#files, file, note);
    for (const file of keys.dependsOn) post(this.#dependencies, file, note);
    for (const file of keys.concerns) post(this.#concerns, file, note);
    for (const mark of keys.marks) post(this.#marks, mark, note);
    if (problem !== undefined) post(this.#problems, problem, note);
  }

  finish(subject: Subject): Buffer {
    const names = table(
      new Set([...this.#files.keys(), ...this.#dependencies.keys(), ...this.#concerns.keys()]),
    );
    const marks = table(this.#marks.keys());
    const malformed = [...this.#problems].flatMap(([problem, notes]) =>
      notes.map(note => ({ note, problem })),
    );
    return packNotes(subject, {
      list: this.#list,
      covered: [],
      malformed,
      names,
      files: lists(names.texts, this.#files),
      dependencies: lists(names.texts, this.#dependencies),
      concerns: lists(names.texts, this.#concerns),
      marks,
      marked: lists(marks.texts, this.#marks),
    });
  }
}

/** Texts in the order of their bytes, joined, with the offset of each and of the end. */
export type TextColumns = { offsets: Uint32Array; bytes: Buffer };

/** For each text, where its notes begin, and those of all texts. */
export type ListColumns = { starts: Uint32Array; notes: Uint32Array };

type Columns = {
  list: NoteList;
  /** For a delta, see the layout. */
  covered: readonly string[];
  malformed: readonly { note: number; problem: string }[];
  names: TextColumns;
  files: ListColumns;
  dependencies: ListColumns;
  concerns: ListColumns;
  marks: TextColumns;
  marked: ListColumns;
};

export function packNotes(subject: Subject, columns: Columns): Buffer {
  const { list, names, files, dependencies, concerns, marks, marked } = columns;
  const malformed = [...columns.malformed].sort((a, b) => a.note - b.note);
  const problems = table(new Set(malformed.map(({ problem }) => problem)));
  const numbers = new Map(problems.texts.map((problem, at) => [problem, at]));
  const pairs = malformed.flatMap(({ note, problem }) => [note, numbers.get(problem) ?? 0]);
  const sections: Sections = {
    entries: list.bytes,
    covered: Buffer.from([...columns.covered].sort().join(''), 'hex'),
    malformed: bytes(Uint32Array.from(pairs)),
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

function table(texts: Iterable<string>): TextColumns & { texts: string[] } {
  const rows = Array.from(texts, text => ({ text, data: Buffer.from(text) }));
  rows.sort((a, b) => Buffer.compare(a.data, b.data));
  const offsets = new Uint32Array(rows.length + 1);
  for (const [at, { data }] of rows.entries()) offsets[at + 1] = (offsets[at] ?? 0) + data.length;
  return { texts: rows.map(({ text }) => text), offsets, bytes: Buffer.concat(rows.map(({ data }) => data)) };
}

function lists(texts: readonly string[], postings: Postings): ListColumns {
  const starts = new Uint32Array(texts.length + 1);
  const notes: number[] = [];
  for (const [at, text] of texts.entries()) {
    for (const note of new Uint32Array(new Set(postings.get(text) ?? [])).sort()) notes.push(note);
    starts[at + 1] = notes.length;
  }
  return { starts, notes: Uint32Array.from(notes) };
}

function bytes({ buffer, byteOffset, byteLength }: Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
