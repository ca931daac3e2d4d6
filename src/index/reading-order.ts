import type { IdTable } from '../git/id-table.ts';
import type { Repository } from '../git/repository.ts';

/** To list all objects of the repository pays for many notes only. */
const MANY = 10_000;
/** Beyond so many objects for each note, most of the listing is about something else. */
const MOST_OBJECTS_PER_NOTE = 50;

/** Takes the blobs of notes; gives their rows in the order in which git reads them with the least work. */
export async function readingOrder(
  repository: Repository,
  blobs: IdTable,
  signal?: AbortSignal,
): Promise<Uint32Array> {
  const order = new Uint32Array(blobs.count);
  if (blobs.count < MANY) return order.map((_, at) => at);
  const isTaken = new Uint8Array(blobs.count);
  let count = 0;
  const take = (note: number) => {
    if (isTaken[note]) return;
    isTaken[note] = 1;
    order[count++] = note;
  };
  const width = 2 * blobs.idBytes + 1;
  let left = blobs.count * MOST_OBJECTS_PER_NOTE;
  await repository.storedOrder(lines => {
    for (let at = 0; at < lines.length; at += width) {
      const beginning = firstDigits(lines, at);
      if (!blobs.hasBeginning(beginning)) continue;
      const id = lines.toString('latin1', at, at + width - 1);
      for (const note of blobs.rowsOf(id, beginning)) take(note);
    }
    left -= lines.length / width;
    return count < blobs.count && left > 0;
  }, signal);
  for (let note = 0; note < blobs.count; note++) take(note);
  return order;
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
