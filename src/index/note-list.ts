import { IdTable } from '../git/id-table.ts';
import type { NoteEntry } from './notes-tree.ts';

/** In `numbersIn`: the other list does not have it. */
export const NOWHERE = 0xff_ff_ff_ff;

/** Notes in the order of object and blob, each once, as the bytes of both ids: 40 MB for a million. */
export class NoteList {
  readonly bytes: Buffer;
  readonly length: number;
  readonly idBytes: number;

  /** `bytes` in order, and nothing in it twice. */
  constructor(bytes: Buffer, idBytes: number) {
    this.bytes = bytes;
    this.length = bytes.length / (2 * idBytes);
    this.idBytes = idBytes;
  }

  static of(notes: readonly NoteEntry[]): NoteList {
    const rows = Buffer.from(notes.map(({ object, blob }) => object + blob).join(''), 'hex');
    return NoteList.ordered(rows, (notes[0]?.object.length ?? 40) / 2);
  }

  /** Of rows that are mostly in order already. */
  static ordered(bytes: Buffer, idBytes: number): NoteList {
    const list = new NoteList(bytes, idBytes);
    if (list.#isInOrder()) return list;
    const rows = Array.from({ length: list.length }, (_, note) => list.#row(note)).sort(Buffer.compare);
    const sole = rows.filter((row, at) => at === 0 || !row.equals(rows[at - 1] ?? row));
    return new NoteList(Buffer.concat(sole), idBytes);
  }

  at(note: number): NoteEntry {
    const row = this.#row(note);
    return { object: row.toString('hex', 0, this.idBytes), blob: row.toString('hex', this.idBytes) };
  }

  blob(note: number): Buffer {
    return this.#row(note).subarray(this.idBytes);
  }

  blobs(): IdTable {
    const { bytes, idBytes } = this;
    return new IdTable(bytes, { idBytes, rowBytes: 2 * idBytes, first: idBytes });
  }

  /** Of these notes only, whose numbers go up. */
  pick(notes: Uint32Array): NoteList {
    const width = 2 * this.idBytes;
    const bytes = Buffer.allocUnsafe(notes.length * width);
    for (const [at, note] of notes.entries())
      this.bytes.copy(bytes, at * width, note * width, (note + 1) * width);
    return new NoteList(bytes, this.idBytes);
  }

  /** For each note its number in another list, or `NOWHERE`. */
  numbersIn(other: NoteList): Uint32Array {
    const width = 2 * this.idBytes;
    const numbers = new Uint32Array(this.length).fill(NOWHERE);
    for (let [own, there] = [0, 0]; own < this.length && there < other.length; ) {
      const [start, from] = [own * width, there * width];
      const order = this.bytes.compare(other.bytes, from, from + width, start, start + width);
      if (order === 0) numbers[own] = there;
      if (order <= 0) own++;
      if (order >= 0) there++;
    }
    return numbers;
  }

  #isInOrder(): boolean {
    const width = 2 * this.idBytes;
    for (let at = width; at < this.bytes.length; at += width) {
      if (this.bytes.compare(this.bytes, at, at + width, at - width, at) >= 0) return false;
    }
    return true;
  }

  #row(note: number): Buffer {
    return this.bytes.subarray(2 * note * this.idBytes, 2 * (note + 1) * this.idBytes);
  }
}
