import type { Section } from '../cache/checked-pages.ts';

/** Texts in the order of their bytes, and, in `Lists`, the numbers of the notes that belong to each. */
export type Texts = { offsets: Section; bytes: Section };
export type Lists = { starts: Section; notes: Section };

export function rowCount({ offsets }: Texts): number {
  return offsets.length / 4 - 1;
}

export function rowAt({ offsets, bytes }: Texts, at: number): Buffer {
  return bytes.bytes(offsets.number(at), offsets.number(at + 1));
}

export function listAt({ starts, notes }: Lists, at: number): Uint32Array {
  return notes.numbers(starts.number(at), starts.number(at + 1));
}

/** The row of a text, or -1. */
export function findRow(table: Texts, text: string): number {
  const wanted = Buffer.from(text);
  const count = rowCount(table);
  const at = lowerBound(count, row => Buffer.compare(rowAt(table, row), wanted) < 0);
  return at < count && rowAt(table, at).equals(wanted) ? at : -1;
}

export function lowerBound(count: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
