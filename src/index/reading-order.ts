import type { Repository } from '../git/repository.ts';
import type { NoteList } from './note-list.ts';

/** To list all objects of the repository pays for many notes only. */
const MANY = 10_000;
/** Beyond so many objects for each note, most of the listing is about something else. */
const MOST_OBJECTS_PER_NOTE = 50;

/** The numbers of all notes, in the order in which git reads their blobs with the least work. */
export async function readingOrder(
  repository: Repository,
  notes: NoteList,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const order = new Uint32Array(notes.length);
  if (notes.length < MANY) return order.map((_, at) => at);
  const table = new BlobTable(notes);
  let found = 0;
  let left = notes.length * MOST_OBJECTS_PER_NOTE;
  const take = (note: number) => {
    order[found++] = note;
  };
  await repository.storedOrder(lines => {
    const width = 1 + 2 * notes.blob(0).length;
    for (let at = 0; at < lines.length; at += width) table.takeAll(lines, at, take);
    left -= lines.length / width;
    return found < notes.length && left > 0;
  }, signal);
  table.takeRest(take);
  return order;
}

/** Notes by their blobs; each is taken once. */
class BlobTable {
  readonly #notes: NoteList;
  /** Note numbers, from 1; those whose blobs begin alike are side by side. */
  readonly #slots: Uint32Array;
  readonly #isTaken: Uint8Array;

  constructor(notes: NoteList) {
    this.#notes = notes;
    this.#slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * notes.length + 1)));
    this.#isTaken = new Uint8Array(notes.length);
    for (let note = 0; note < notes.length; note++) {
      let slot = this.#slotOf(notes.blob(note).readUInt32BE());
      while (this.#slots[slot]) slot = this.#after(slot);
      this.#slots[slot] = note + 1;
    }
  }

  /** All notes whose blob has the id that stands here in hexadecimal digits. */
  takeAll(lines: Buffer, at: number, take: (note: number) => void): void {
    const beginning = firstDigits(lines, at);
    for (let slot = this.#slotOf(beginning); this.#slots[slot]; slot = this.#after(slot)) {
      const note = (this.#slots[slot] ?? 0) - 1;
      const blob = this.#notes.blob(note);
      if (this.#isTaken[note] || blob.readUInt32BE() !== beginning) continue;
      if (lines.toString('latin1', at, at + 2 * blob.length) !== blob.toString('hex')) continue;
      this.#isTaken[note] = 1;
      take(note);
    }
  }

  takeRest(take: (note: number) => void): void {
    for (const [note, isTaken] of this.#isTaken.entries()) if (!isTaken) take(note);
  }

  #slotOf(beginning: number): number {
    return beginning & (this.#slots.length - 1);
  }

  #after(slot: number): number {
    return (slot + 1) & (this.#slots.length - 1);
  }
}

/** The number that eight hexadecimal digits make. */
function firstDigits(lines: Buffer, at: number): number {
  let value = 0;
  for (let digit = at; digit < at + 8; digit++) {
    const code = lines[digit] ?? 0;
    value = (value << 4) | (code < 58 ? code - 48 : code - 87);
  }
  return value >>> 0;
}
