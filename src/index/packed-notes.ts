import { CheckedPages, type Section } from '../cache/checked-pages.ts';
import { FORMAT, type Sections, type Subject } from './layout.ts';
import { NoteList } from './note-list.ts';
import type { NoteRecord } from './notes-index.ts';
import { findRow, type Lists, listAt, lowerBound, rowAt, rowCount, type Texts } from './text-table.ts';

/** Everything that is packed, as input for another index. */
export type PackedContents = {
  list: NoteList;
  names: Texts;
  files: Lists;
  dependencies: Lists;
  concerns: Lists;
  marks: Texts;
  marked: Lists;
  problems: ReadonlyMap<number, string>;
};

/** Look-ups in packed notes by binary search, without unpacking anything else. */
export class PackedNotes {
  readonly id: string;
  readonly source: string;
  readonly tree: string;
  readonly stamp: number;
  /** For a delta: the id of the packed notes that it belongs to. */
  readonly base?: string;
  readonly size: number;
  readonly #idBytes: number;
  readonly #pages: CheckedPages;
  readonly #entries: Section;
  readonly #covered: Section;
  readonly #names: Texts;
  readonly #marks: Texts;
  readonly #files: Lists;
  readonly #dependencies: Lists;
  readonly #concerns: Lists;
  readonly #marked: Lists;
  readonly #problems: Map<number, string>;
  readonly #records = new Map<number, NoteRecord>();

  constructor(pages: CheckedPages) {
    const { source, tree, stamp, base } = pages.about as Subject;
    const section = (name: keyof Sections) => pages.section(name);
    this.id = pages.id;
    this.source = source;
    this.tree = tree;
    this.stamp = stamp;
    this.base = base;
    this.#pages = pages;
    // What names the content may go on after the id.
    this.#idBytes = (/^[0-9a-f]*/.exec(tree)?.[0].length ?? 0) / 2;
    this.#entries = section('entries');
    this.size = this.#entries.length / (2 * this.#idBytes);
    this.#covered = section('covered');
    this.#names = { offsets: section('nameOffsets'), bytes: section('nameText') };
    this.#marks = { offsets: section('markOffsets'), bytes: section('markText') };
    this.#files = { starts: section('fileStarts'), notes: section('fileNotes') };
    this.#dependencies = { starts: section('dependencyStarts'), notes: section('dependencyNotes') };
    this.#concerns = { starts: section('concernStarts'), notes: section('concernNotes') };
    this.#marked = { starts: section('markStarts'), notes: section('markNotes') };
    const problems = { offsets: section('problemOffsets'), bytes: section('problemText') };
    this.#problems = problemsOf(section('malformed'), problems);
  }

  /** Undefined where the bytes are not packed notes of this version, whole and undamaged. */
  static open(bytes: Buffer): PackedNotes | undefined {
    const pages = CheckedPages.open(FORMAT, bytes);
    return pages && new PackedNotes(pages);
  }

  get bytes(): Buffer {
    return this.#pages.bytes;
  }

  get malformed(): NoteRecord[] {
    return [...this.#problems.keys()].map(note => this.#record(note));
  }

  /** True for a delta that lists the notes of this object, even if there are none any more. */
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
    return this.#listed(this.#files, findRow(this.#names, path));
  }

  byDependency(path: string): NoteRecord[] {
    return this.#listed(this.#dependencies, findRow(this.#names, path));
  }

  byConcern(path: string): NoteRecord[] {
    return this.#listed(this.#concerns, findRow(this.#names, path));
  }

  byMark(text: string): NoteRecord[] {
    return this.#listed(this.#marked, findRow(this.#marks, text));
  }

  /** What follows this beginning in any mark. */
  marksAfter(beginning: string): string[] {
    const wanted = Buffer.from(beginning);
    const count = rowCount(this.#marks);
    const found: string[] = [];
    let at = lowerBound(count, row => Buffer.compare(rowAt(this.#marks, row), wanted) < 0);
    for (; at < count; at++) {
      const mark = rowAt(this.#marks, at);
      if (!mark.subarray(0, wanted.length).equals(wanted)) break;
      found.push(mark.subarray(wanted.length).toString());
    }
    return found;
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

  /** Annotated files, without those that only hidden notes name. */
  *files(hidden: ReadonlySet<number>): Generator<string> {
    for (let at = 0; at < rowCount(this.#names); at++) {
      if (isListed(this.#files, at, hidden)) yield rowAt(this.#names, at).toString();
    }
  }

  *names(hidden: ReadonlySet<number>): Generator<string> {
    for (let at = 0; at < rowCount(this.#names); at++) {
      if (this.#isNamed(at, hidden)) yield rowAt(this.#names, at).toString();
    }
  }

  /** Whether a name is among those of `names`. */
  hasName(name: string, hidden: ReadonlySet<number>): boolean {
    const at = findRow(this.#names, name);
    return at >= 0 && this.#isNamed(at, hidden);
  }

  #isNamed(at: number, hidden: ReadonlySet<number>): boolean {
    return [this.#files, this.#dependencies, this.#concerns].some(list => isListed(list, at, hidden));
  }

  contents(): PackedContents {
    return {
      list: new NoteList(this.#entries.bytes(), this.#idBytes),
      names: this.#names,
      files: this.#files,
      dependencies: this.#dependencies,
      concerns: this.#concerns,
      marks: this.#marks,
      marked: this.#marked,
      problems: this.#problems,
    };
  }

  /** Objects that have notes, in order. */
  *objects(): Generator<string> {
    for (let note = 0; note < this.size; note++) yield this.#idAt(this.#entries, 2 * note);
  }

  #listed(lists: Lists, at: number): NoteRecord[] {
    return at < 0 ? [] : Array.from(listAt(lists, at), note => this.#record(note));
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
      source: this.source,
      ...(problem === undefined ? {} : { problem }),
    };
  }

  #idAt(ids: Section, which: number): string {
    return ids.bytes(which * this.#idBytes, (which + 1) * this.#idBytes).toString('hex');
  }
}

function problemsOf(malformed: Section, problems: Texts): Map<number, string> {
  const texts = Array.from({ length: rowCount(problems) }, (_, row) => rowAt(problems, row).toString());
  const pairs = malformed.numbers();
  const found = new Map<number, string>();
  for (let at = 0; at < pairs.length; at += 2) found.set(pairs[at] ?? 0, texts[pairs[at + 1] ?? 0] ?? '');
  return found;
}

function isListed(lists: Lists, at: number, hidden: ReadonlySet<number>): boolean {
  return listAt(lists, at).some(note => !hidden.has(note));
}
