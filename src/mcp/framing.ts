/** The pipe: bytes in, whole lines out; whole messages in, bytes out. Nothing here knows what a line means. */
import type { Writable } from 'node:stream';

/** The longest line that is read. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;
/**
 * The longest message that is sent. Official clients close the connection when they hold more than 10 MiB,
 * and they count what came after the message in the same chunk.
 */
export const MAX_SENT_BYTES = 9 * 1024 * 1024;

const KEEP_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export type Line = { kind: 'line'; bytes: Buffer } | { kind: 'too_long' };

/**
 * Cuts a byte stream at newlines. A character may be split over two chunks, so lines stay bytes until they
 * are whole. A line above the limit is reported once, as soon as that is known, and never kept.
 */
export class LineSplitter {
  #pending: Buffer = Buffer.alloc(0);
  #length = 0;
  #skipping = false;
  readonly #limit: number;

  constructor(limit: number = MAX_LINE_BYTES) {
    this.#limit = limit;
  }

  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let start = 0;
    while (start < chunk.length) {
      const newline = chunk.indexOf(NEWLINE, start);
      const end = newline === -1 ? chunk.length : newline;
      if (!this.#skipping && this.#length + end - start > this.#limit) {
        this.#skipping = true;
        this.#release();
        lines.push({ kind: 'too_long' });
      }
      if (newline === -1) {
        if (!this.#skipping) this.#keep(chunk.subarray(start));
        return lines;
      }
      if (!this.#skipping) lines.push({ kind: 'line', bytes: this.#take(chunk.subarray(start, end)) });
      this.#skipping = false;
      start = newline + 1;
    }
    return lines;
  }

  /** What stands after the last newline when the stream ends. */
  end(): Line[] {
    return this.#length === 0 ? [] : [{ kind: 'line', bytes: this.#take(Buffer.alloc(0)) }];
  }

  #take(rest: Buffer): Buffer {
    if (this.#length === 0) return rest;
    const line = Buffer.concat([this.#pending.subarray(0, this.#length), rest]);
    this.#release();
    return line;
  }

  // One growing buffer and not a list of chunks: a peer that writes byte by byte would make millions.
  #keep(bytes: Buffer): void {
    const needed = this.#length + bytes.length;
    if (needed > this.#pending.length) {
      const bigger = Buffer.allocUnsafe(
        Math.min(this.#limit, Math.max(needed, 2 * this.#pending.length, 1024)),
      );
      this.#pending.copy(bigger, 0, 0, this.#length);
      this.#pending = bigger;
    }
    bytes.copy(this.#pending, this.#length);
    this.#length = needed;
  }

  #release(): void {
    this.#length = 0;
    if (this.#pending.length > KEEP_BYTES) this.#pending = Buffer.alloc(0);
  }
}

/** Writes messages, each whole and on one line. When the reader is gone, writing does nothing. */
export class MessageWriter {
  readonly #output: Writable;
  #closed = false;
  #room: Promise<void> | undefined;
  #makeRoom: (() => void) | undefined;

  constructor(output: Writable, onClosed: () => void) {
    this.#output = output;
    const close = () => {
      if (this.#closed) return;
      this.#closed = true;
      this.#drained();
      onClosed();
    };
    output.on('error', close);
    output.on('close', close);
    output.on('drain', () => this.#drained());
  }

  /** The reader is slow: what is written now waits in memory. */
  get full(): boolean {
    return !this.#closed && this.#output.writableNeedDrain;
  }

  /** Resolves when there is room for more. */
  async write(message: string): Promise<void> {
    if (this.#closed) return;
    this.#output.write(`${message}\n`);
    await this.room();
  }

  room(): Promise<void> {
    if (!this.full) return Promise.resolve();
    this.#room ??= new Promise(resolve => {
      this.#makeRoom = resolve;
    });
    return this.#room;
  }

  /** Resolves when every byte has left, or can't leave any more. */
  flush(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise(resolve => {
      this.#output.once('close', resolve);
      this.#output.write('', () => resolve());
    });
  }

  #drained(): void {
    this.#makeRoom?.();
    this.#room = undefined;
    this.#makeRoom = undefined;
  }
}
