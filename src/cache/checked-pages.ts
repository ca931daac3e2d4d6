import { createHash } from 'node:crypto';
import { closeSync } from 'node:fs';
import { fill, roomFor } from './files.ts';

/**
 * Named sections of bytes, behind a head that has a check for each page of them: so a process that needs little
 * reads a few pages only, and still never uses a damaged one. The head is a line with the format, its own
 * length and a sum over the rest of it; a line of JSON; the checks.
 */
const PAGE = 8 * 1024;
const CHECK_BYTES = 8;
const LENGTH_DIGITS = 10;
const SUM_DIGITS = 64;
/** Sections hold 32-bit numbers, and begin where those may. */
const ALIGNMENT = 4;
/** The head of a large file, mostly. */
const FIRST_READ = 32 * 1024;

type Head = { about: unknown; sections: Record<string, number> };

export function packPages(
  format: string,
  about: unknown,
  sections: Readonly<Record<string, Uint8Array>>,
): Buffer {
  const parts = Object.entries(sections);
  const body = Buffer.concat(parts.flatMap(([, bytes]) => [bytes, padding(bytes.length)]));
  const lengths = Object.fromEntries(parts.map(([name, bytes]) => [name, bytes.length]));
  const json = Buffer.from(JSON.stringify({ about, sections: lengths } satisfies Head));
  const checks = Array.from({ length: pageCount(body) }, (_, page) => check(pageOf(body, page)));
  const space = padding(lineLength(format) + json.length + 1, ' ');
  const rest = Buffer.concat([json, space, Buffer.from('\n'), ...checks]);
  const length = String(lineLength(format) + rest.length).padStart(LENGTH_DIGITS, '0');
  return Buffer.concat([Buffer.from(`${format} ${length} ${sum(rest)}\n`), rest, body]);
}

/** What `packPages` packed, in memory or in a file of which it reads what it is asked for. */
export class CheckedPages {
  readonly about: unknown;
  /** Other contents have another. */
  readonly id: string;
  readonly #all: Buffer;
  readonly #body: Buffer;
  readonly #checks: Buffer;
  readonly #places = new Map<string, { start: number; length: number }>();
  readonly #file: number | undefined;
  /** 1 for a page that is there and was checked. */
  readonly #ready: Uint8Array;
  #isDamaged = false;

  private constructor(all: Buffer, json: number, head: FirstLine, file?: number) {
    const end = all.indexOf('\n', json);
    const { about, sections }: Head = JSON.parse(all.toString('utf8', json, end));
    this.about = about;
    this.id = head.sum;
    this.#all = all;
    this.#checks = all.subarray(end + 1, head.length);
    this.#body = all.subarray(head.length);
    this.#file = file;
    this.#ready = new Uint8Array(pageCount(this.#body));
    let start = 0;
    for (const [name, length] of Object.entries(sections)) {
      this.#places.set(name, { start, length });
      start += aligned(length);
    }
    this.#isDamaged = start !== this.#body.length;
  }

  /** Undefined where these are not, to the last bit, bytes that `packPages` made. */
  static open(format: string, bytes: Buffer): CheckedPages | undefined {
    const pages = CheckedPages.#behindHead(format, bytes);
    if (!pages) return undefined;
    for (let page = 0; page < pages.#ready.length; page++) pages.#prepare(page);
    return pages.isDamaged ? undefined : pages;
  }

  /** Undefined where the file is of another kind. Damage to a page shows when the page is asked for. */
  static openFile(format: string, { file, size }: { file: number; size: number }): CheckedPages | undefined {
    const all = roomFor(size);
    const first = Math.min(FIRST_READ, size);
    if (!all || !fill(file, all, 0, first)) return undefined;
    const { length = 0 } = firstLine(format, all) ?? {};
    if (length > first && !fill(file, all, first, length)) return undefined;
    return CheckedPages.#behindHead(format, all, file);
  }

  static #behindHead(format: string, all: Buffer, file?: number): CheckedPages | undefined {
    const head = firstLine(format, all);
    const json = lineLength(format);
    if (!head || all.byteOffset % ALIGNMENT !== 0 || sum(all.subarray(json, head.length)) !== head.sum) {
      return undefined;
    }
    const pages = new CheckedPages(all, json, head, file);
    return pages.isDamaged ? undefined : pages;
  }

  /** True once something was asked for that is not as it was written. */
  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  /** All that was packed. */
  get bytes(): Buffer {
    this.#need(0, this.#body.length);
    return this.#all;
  }

  section(name: string): Section {
    const { start, length } = this.#places.get(name) ?? { start: 0, length: 0 };
    return new Section(this.#body.subarray(start, start + length), (from, to) =>
      this.#need(start + from, start + to),
    );
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
  }

  /** Whoever asked can't go on, and whoever opened the cache sees why: `isDamaged`. */
  #need(start: number, end: number): void {
    for (let page = Math.floor(start / PAGE); page * PAGE < end; page++) {
      if (this.#ready[page] === 0) this.#prepare(page);
    }
    if (this.#isDamaged) throw new Error('A cache file is damaged.');
  }

  #prepare(page: number): void {
    const bytes = pageOf(this.#body, page);
    const start = this.#all.length - this.#body.length + page * PAGE;
    const isThere = this.#file === undefined || fill(this.#file, this.#all, start, start + bytes.length);
    const expected = this.#checks.subarray(page * CHECK_BYTES, (page + 1) * CHECK_BYTES);
    if (isThere && check(bytes).equals(expected)) this.#ready[page] = 1;
    else this.#isDamaged = true;
  }
}

/** Bytes, or 32-bit numbers in the machine's own order. */
export class Section {
  readonly length: number;
  readonly #bytes: Buffer;
  readonly #numbers: Uint32Array;
  readonly #need: (start: number, end: number) => void;

  /** `need` is called before any byte is used. */
  constructor(bytes: Buffer, need: (start: number, end: number) => void) {
    this.length = bytes.length;
    this.#bytes = bytes;
    this.#numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2);
    this.#need = need;
  }

  bytes(start = 0, end = this.length): Buffer {
    this.#need(start, end);
    return this.#bytes.subarray(start, end);
  }

  number(at: number): number {
    this.#need(at * 4, at * 4 + 4);
    return this.#numbers[at] ?? 0;
  }

  numbers(start = 0, end = this.#numbers.length): Uint32Array {
    this.#need(start * 4, end * 4);
    return this.#numbers.subarray(start, end);
  }
}

/** What of a section bytes in memory have, too. */
export type Bytes = Pick<Section, 'length' | 'bytes'>;

type FirstLine = { length: number; sum: string };

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

function check(page: Buffer): Buffer {
  return createHash('sha256').update(page).digest().subarray(0, CHECK_BYTES);
}

function sum(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function padding(length: number, fillWith: string | number = 0): Buffer {
  return Buffer.alloc(aligned(length) - length, fillWith);
}

function aligned(length: number): number {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
