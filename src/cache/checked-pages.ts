import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { allocate, readInto } from './files.ts';

/**
 * Named sections of bytes, behind a head with a checksum for each page of them: a process reads only the pages that
 * it needs, and never uses a damaged one. The head is a line with the format, the length of the head and a
 * checksum over the rest of it; a line of JSON; the checksums of the pages.
 */
const PAGE = 8 * 1024;
const PAGE_SUM_BYTES = 8;
const LENGTH_DIGITS = 10;
const SUM_DIGITS = 64;
/** Sections may hold 32-bit numbers, which are read in place. */
const ALIGNMENT = 4;
/** Enough for the head of nearly every file. */
const FIRST_READ = 32 * 1024;

/**
 * A page of a cache file is not as it was written. Pages are read in the middle of a query, so whoever asked the
 * query discards the cache and asks again; nobody else handles this.
 */
export class DamagedCache extends Error {
  constructor() {
    super('A cache file is damaged.');
  }
}

type Description = { about: unknown; sections: Record<string, number> };

export function packPages(
  format: string,
  about: unknown,
  sections: Readonly<Record<string, Uint8Array>>,
): Buffer {
  const parts = Object.entries(sections);
  const lengths = Object.fromEntries(parts.map(([name, bytes]) => [name, bytes.length]));
  const json = Buffer.from(JSON.stringify({ about, sections: lengths } satisfies Description));
  const start = lineLength(format);
  const space = padding(start + json.length + 1, ' ');
  const bodyLength = parts.reduce((total, [, bytes]) => total + aligned(bytes.length), 0);
  const sumsAt = start + json.length + space.length + 1;
  const bodyAt = sumsAt + Math.ceil(bodyLength / PAGE) * PAGE_SUM_BYTES;
  // One buffer, filled in place: an index may be large, and there is no second copy of it.
  const all = Buffer.from(new ArrayBuffer(bodyAt + bodyLength));
  const body = all.subarray(bodyAt);
  let at = 0;
  for (const [, bytes] of parts) {
    body.set(bytes, at);
    at += aligned(bytes.length);
  }
  all.set(Buffer.concat([json, space, Buffer.from('\n')]), start);
  for (let page = 0; page < pageCount(body); page++)
    pageSum(pageOf(body, page)).copy(all, sumsAt + page * PAGE_SUM_BYTES);
  const length = String(bodyAt).padStart(LENGTH_DIGITS, '0');
  all.write(`${format} ${length} ${headSum(all.subarray(start, bodyAt))}\n`, 'latin1');
  return all;
}

/** The result of `packPages`, in memory, or in a file from which pages are read as they are needed. */
export class CheckedPages {
  readonly about: unknown;
  /** Made from the contents: other contents have another id. */
  readonly id: string;
  readonly #all: Buffer;
  readonly #body: Buffer;
  readonly #pageSums: Buffer;
  readonly #places = new Map<string, { start: number; length: number }>();
  readonly #file: number | undefined;
  /** 1 for a page that is in memory and was checked. */
  readonly #ready: Uint8Array;

  private constructor(all: Buffer, head: Head, file?: number) {
    this.about = head.about;
    this.id = head.sum;
    this.#all = all;
    this.#pageSums = head.pageSums;
    this.#body = all.subarray(head.length);
    this.#file = file;
    this.#ready = new Uint8Array(pageCount(this.#body));
    let start = 0;
    for (const [name, length] of Object.entries(head.sections)) {
      this.#places.set(name, { start, length });
      start += aligned(length);
    }
  }

  /** Undefined unless every bit of `bytes` is as `packPages` made it. */
  static open(format: string, bytes: Buffer): CheckedPages | undefined {
    const head = readHead(format, bytes);
    if (!head) return undefined;
    const pages = new CheckedPages(bytes, head);
    return pages.#ready.every((_, page) => pages.#prepare(page)) ? pages : undefined;
  }

  /** Undefined where the length or the head is wrong. A damaged page throws `DamagedCache` when it is needed. */
  static openFile(format: string, { file, size }: { file: number; size: number }): CheckedPages | undefined {
    const all = allocate(size);
    const first = Math.min(FIRST_READ, size);
    if (!all || !readInto(file, all, 0, first)) return undefined;
    const { length = 0 } = firstLine(format, all) ?? {};
    if (length > first && !readInto(file, all, first, length)) return undefined;
    const head = readHead(format, all);
    return head && new CheckedPages(all, head, file);
  }

  /** The whole file, head and all sections. */
  get bytes(): Buffer {
    this.#require(0, this.#body.length);
    return this.#all;
  }

  section(name: string): Section {
    const { start, length } = this.#places.get(name) ?? { start: 0, length: 0 };
    return new Section(this.#body.subarray(start, start + length), (from, to) =>
      this.#require(start + from, start + to),
    );
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  #require(start: number, end: number): void {
    for (let page = Math.floor(start / PAGE); page * PAGE < end; page++) {
      if (this.#ready[page] === 0 && !this.#prepare(page)) throw new DamagedCache();
    }
  }

  /** Reads a page, if it is in a file, and checks it. */
  #prepare(page: number): boolean {
    const bytes = pageOf(this.#body, page);
    const start = this.#all.length - this.#body.length + page * PAGE;
    const isRead = this.#file === undefined || readInto(this.#file, this.#all, start, start + bytes.length);
    const expected = this.#pageSums.subarray(page * PAGE_SUM_BYTES, (page + 1) * PAGE_SUM_BYTES);
    const isGood = isRead && pageSum(bytes).equals(expected);
    if (isGood) this.#ready[page] = 1;
    return isGood;
  }
}

/** Bytes, or 32-bit numbers in the machine's own order. */
export class Section {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #numbers: Uint32Array;
  readonly #require: (start: number, end: number) => void;

  /** `require` is called before any byte is used. */
  constructor(bytes: Buffer, require: (start: number, end: number) => void) {
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    this.#require = require;
  }

  bytes(start = 0, end = this.length): Buffer {
    this.#require(start, end);
    return this.#bytes.subarray(start, end);
  }

  number(at: number): number {
    this.#require(at * 4, at * 4 + 4);
    return this.#numbers[at] ?? 0;
  }

  numbers(start = 0, end = this.#numbers.length): Uint32Array {
    this.#require(start * 4, end * 4);
    return this.#numbers.subarray(start, end);
  }
}

/** The part of `Section` that a buffer in memory can offer as well. */

type FirstLine = { length: number; sum: string };
type Head = FirstLine & Description & { pageSums: Buffer };

/** Undefined where the head is damaged, or the file is longer or shorter than its sections. */
function readHead(format: string, all: Buffer): Head | undefined {
  const line = firstLine(format, all);
  const start = lineLength(format);
  if (!line || all.byteOffset % ALIGNMENT !== 0 || headSum(all.subarray(start, line.length)) !== line.sum) {
    return undefined;
  }
  const end = all.indexOf('\n', start);
  const description: Description = JSON.parse(all.toString('utf8', start, end));
  const lengths = Object.values(description.sections).map(aligned);
  const total = lengths.reduce((sum, length) => sum + length, line.length);
  return total === all.length
    ? { ...line, ...description, pageSums: all.subarray(end + 1, line.length) }
    : undefined;
}

function firstLine(format: string, bytes: Buffer): FirstLine | undefined {
  const line = bytes.toString('latin1', 0, lineLength(format));
  if (!line.startsWith(`${format} `)) return undefined;
  const [, digits, sum = ''] = /^(\d+) ([0-9a-f]+)\n$/.exec(line.slice(format.length + 1)) ?? [];
  const length = Number(digits);
  return length > line.length && length <= bytes.length ? { length, sum } : undefined;
}

function lineLength(format: string): number {
  return `${format}  \n`.length + LENGTH_DIGITS + SUM_DIGITS;
}

function pageCount(body: Buffer): number {
  return Math.ceil(body.length / PAGE);
}

function pageOf(body: Buffer, page: number): Buffer {
  return body.subarray(page * PAGE, (page + 1) * PAGE);
}

function pageSum(page: Buffer): Buffer {
  return createHash('sha256').update(page).digest().subarray(0, PAGE_SUM_BYTES);
}

function headSum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function padding(length: number, fillWith: string | number = 0): Buffer {
  return Buffer.alloc(aligned(length) - length, fillWith);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
