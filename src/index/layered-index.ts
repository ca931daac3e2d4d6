import { MARKS } from '../annotation/note-keys.ts';
import { mergedNames } from './merged-names.ts';
import type { NoteRecord, NotesIndex } from './notes-index.ts';
import type { PackedNotes } from './packed-notes.ts';

const SHORTEST_ID = 7;
const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const NONE: ReadonlySet<number> = new Set();

/** Packed notes and, where the ref has moved a little since, a delta that overrides them object by object. */
export class LayeredIndex implements NotesIndex {
  readonly base: PackedNotes;
  readonly delta: PackedNotes | undefined;
  readonly tree: string;
  readonly id: string;
  /** See `clone-stamp`. */
  readonly stamp: number;
  readonly packed: NotesIndex['packed'];
  /** Numbers of those notes of the base whose objects the delta covers. */
  readonly #hidden: ReadonlySet<number>;
  #malformed: NoteRecord[] | undefined;

  constructor(base: PackedNotes, delta?: PackedNotes) {
    this.base = base;
    this.delta = delta;
    this.tree = (delta ?? base).tree;
    this.stamp = (delta ?? base).stamp;
    this.id = nameOf(base.source, this);
    this.packed = { id: nameOf(base.source, base), names: () => paths(base.names(NONE)) };
    this.#hidden = base.numbersOf(delta?.covered() ?? []);
  }

  get size(): number {
    return this.base.size - this.#hidden.size + (this.delta?.size ?? 0);
  }

  get malformed(): readonly NoteRecord[] {
    this.#malformed ??= this.#joined(notes => notes.malformed);
    return this.#malformed;
  }

  byObject(id: string): NoteRecord[] {
    return this.byObjectPrefix(id).filter(record => record.object === id);
  }

  *objects(): Generator<string> {
    for (const object of this.base.objects()) if (!this.delta?.covers(object)) yield object;
    yield* this.delta?.objects() ?? [];
  }

  byObjectPrefix(prefix: string): NoteRecord[] {
    return this.#joined(notes => notes.byObjectPrefix(prefix));
  }

  byFile(path: string): NoteRecord[] {
    return this.#joined(notes => notes.byFile(path));
  }

  byDependency(path: string): NoteRecord[] {
    return this.#joined(notes => notes.byDependency(path));
  }

  byConcern(path: string): NoteRecord[] {
    return this.#joined(notes => notes.byConcern(path));
  }

  byOrigin(id: string): NoteRecord[] {
    return this.#byShortened(MARKS.origin, id);
  }

  byRecordId(id: string): NoteRecord[] {
    return this.#joined(notes => notes.byMark(MARKS.recordId + id));
  }

  bySuperseded(id: string): NoteRecord[] {
    return this.#byShortened(MARKS.supersedes, id);
  }

  linkedCommits(): string[] {
    return [...new Set(this.layers().flatMap(notes => notes.marksAfter(MARKS.linked)))];
  }

  /** By an id as notes give it: that of a commit is whole, or cut off anywhere; any other is a name. */
  #byShortened(kind: string, id: string): NoteRecord[] {
    const found = new Set<NoteRecord>();
    const shortest = OBJECT_ID.test(id) ? SHORTEST_ID : id.length;
    for (let length = id.length; length >= shortest; length--) {
      const text = kind + id.slice(0, length);
      for (const record of this.#joined(notes => notes.byMark(text))) found.add(record);
    }
    return [...found];
  }

  files(): Iterable<string> {
    const files = paths(this.base.files(this.#hidden));
    return this.delta ? mergedNames([files, paths(this.delta.files(NONE))]) : files;
  }

  names(): Iterable<string> {
    const names = paths(this.base.names(this.#hidden));
    return this.delta ? mergedNames([names, this.newerNames()]) : names;
  }

  newerNames(): Iterable<string> {
    return paths(this.delta?.names(NONE) ?? []);
  }

  hasName(name: string): boolean {
    const isThere = this.base.hasName(name, this.#hidden) || this.delta?.hasName(name, NONE) === true;
    return isThere && !NO_PATH.test(name);
  }

  /** What it is made of. */
  layers(): PackedNotes[] {
    return this.delta ? [this.base, this.delta] : [this.base];
  }

  #joined(look: (notes: PackedNotes) => NoteRecord[]): NoteRecord[] {
    const { delta } = this;
    if (!delta) return look(this.base);
    const kept = look(this.base).filter(record => !delta.covers(record.object));
    const added = look(delta);
    return added.length === 0 ? kept : [...kept, ...added].sort(byId);
  }
}

function nameOf(source: string, { tree, stamp }: { tree: string; stamp: number }): string {
  return [source, tree, ...(stamp === 0 ? [] : [stamp])].join(' ');
}

function byId(a: NoteRecord, b: NoteRecord): number {
  if (a.object !== b.object) return a.object < b.object ? -1 : 1;
  return a.blob < b.blob ? -1 : a.blob > b.blob ? 1 : 0;
}

/** What a region may have instead of a path is a key, too: a directory, every changed file, or what is no path at all. */
function* paths(names: Iterable<string>): Generator<string> {
  for (const name of names) if (!NO_PATH.test(name)) yield name;
}

/** Git stops at a path that leaves the repository. */
const NO_PATH = /^\/|\/$|(?:^|\/)\.{0,2}(?:\/|$)/;
