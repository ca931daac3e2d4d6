/** Splits the bytes of a file; a final newline ends the last line and does not begin another. */
export function splitLines(data: Uint8Array): string[] {
  const lines = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('latin1').split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/** The bytes of a version and the lines that they were split into. */
export type Split = { data: Buffer; lines: readonly string[] };

/**
 * The same lines as `splitLines` gives. Those that another version has, too, are its strings: of the versions of a file that
 * are read one after the other, little else is left, and to look up a string again takes less time.
 */
export function splitLike(data: Buffer, other: Split | undefined): string[] {
  if (!other) return splitLines(data);
  const head = linesWithin(other, commonStart(data, other.data));
  const tail = linesBehind(other, commonEnd(data, other.data, head.bytes));
  const { lines } = other;
  const [from, to] = [head.count, lines.length - tail.count];
  const middle = splitAlong(data.subarray(head.bytes, data.length - tail.bytes), lines, from, to);
  return lines.slice(0, from).concat(middle, lines.slice(to));
}

/** How far apart the next line that is the same may be, and from how many characters on it is taken for the next. */
const MOST_BETWEEN = 8;
const LEAST_TELLING = 8;

/** Splits bytes; lines that are in a part of others, in much the same order, are those. */
function splitAlong(data: Uint8Array, others: readonly string[], from: number, to: number): string[] {
  const lines = splitLines(data);
  const fresh: number[] = [];
  let next = from;
  for (let at = 0; at < lines.length; at++) {
    const found = nextOf(lines[at] ?? '', others, next, to);
    if (found < 0) fresh.push(at);
    else {
      lines[at] = others[found] ?? '';
      next = found + 1;
    }
  }
  // Of the bytes between two edits, nothing is held but the edits.
  if (fresh.length < lines.length / 2) for (const at of fresh) lines[at] = detached(lines[at] ?? '');
  return lines;
}

function nextOf(line: string, others: readonly string[], from: number, to: number): number {
  const last = Math.min(to, from + (line.length < LEAST_TELLING ? 1 : MOST_BETWEEN));
  for (let at = from; at < last; at++) if (others[at] === line) return at;
  return -1;
}

/** The same text, without the long one that V8 holds on to because this is a part of it. */
function detached(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}

/** How many bytes two versions have in common at their beginning. */
function commonStart(a: Buffer, b: Buffer): number {
  let [low, high] = [0, Math.min(a.length, b.length)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.compare(b, low, middle, low, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The same at their end, without what lies before a place in both. */
function commonEnd(a: Buffer, b: Buffer, from: number): number {
  let [low, high] = [0, Math.min(a.length, b.length) - from];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const isSame = a.compare(b, b.length - middle, b.length - low, a.length - middle, a.length - low) === 0;
    if (isSame) low = middle;
    else high = middle - 1;
  }
  return low;
}

type Part = { count: number; bytes: number };

/** The lines that end, with their newline, within the first bytes of a version. */
function linesWithin({ lines }: Split, most: number): Part {
  let [count, bytes] = [0, 0];
  for (const line of lines) {
    if (bytes + line.length + 1 > most) break;
    bytes += line.length + 1;
    count++;
  }
  return { count, bytes };
}

/** The lines that begin, with the newline before them, within the last bytes of a version. */
function linesBehind({ data, lines }: Split, most: number): Part {
  let [count, bytes] = [0, data.length === 0 || data.at(-1) === NEWLINE ? 0 : -1];
  for (let at = lines.length - 1; at >= 0; at--) {
    const length = (lines[at]?.length ?? 0) + 1;
    if (bytes + length + 1 > most) break;
    bytes += length;
    count++;
  }
  return { count, bytes: count === 0 ? 0 : bytes };
}

const NEWLINE = 0x0a;
