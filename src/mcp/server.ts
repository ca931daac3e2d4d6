/** The loop: lines in, answers out, until the input ends, the reader is gone or `signal` aborts. */
import type { Readable, Writable } from 'node:stream';
import { Dispatcher, type DispatchOptions } from './dispatch.ts';
import { type Line, LineSplitter, MAX_LINE_BYTES, MessageWriter } from './framing.ts';
import { failure, INVALID_REQUEST, readLine } from './jsonrpc.ts';

export type ServeOptions = Omit<DispatchOptions, 'notify'> & {
  input: Readable;
  output: Writable;
  /** How much of what was written has left, where `output` does not show it. */
  sent?: () => number;
  /** Ends the server at once: running calls are cancelled, what was answered is still sent. */
  signal?: AbortSignal;
};

const WAITING_REQUESTS = 1024;
const WAITING_BYTES = 4 * MAX_LINE_BYTES;
/**
 * How long a reader that does not read may hold up the end: hosts kill a server two seconds after SIGTERM. One that reads slowly, as on a
 * busy machine, gets every byte.
 */
const GRACE_MS = 1_800;

/** Resolves when everything that was read is answered and every byte of it is sent. */
export async function serve(options: ServeOptions): Promise<void> {
  await new Server(options).run();
}

class Server {
  readonly #options: ServeOptions;
  readonly #writer: MessageWriter;
  readonly #dispatcher: Dispatcher;
  readonly #waiting = new Set<Promise<void>>();
  #waitingBytes = 0;
  #wake: () => void = () => {};
  #ended = false;
  #giveUp: () => void = () => {};

  constructor(options: ServeOptions) {
    this.#options = options;
    this.#writer = new MessageWriter(options.output, () => this.#end());
    const notify = (message: string) => {
      if (this.#writer.full) return false;
      this.#writer.write(message);
      return true;
    };
    this.#dispatcher = new Dispatcher({ ...options, notify });
  }

  async run(): Promise<void> {
    const { signal } = this.#options;
    const stop = () => this.#end();
    const gaveUp = new Promise<void>(resolve => {
      this.#giveUp = resolve;
    });
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted) stop();
    await this.#read();
    await Promise.race([this.#finish(), gaveUp]);
    signal?.removeEventListener('abort', stop);
  }

  async #read(): Promise<void> {
    const splitter = new LineSplitter();
    try {
      for await (const chunk of this.#options.input) await this.#take(splitter.push(chunk));
    } catch (error) {
      // An input that breaks has ended.
      this.#options.log('debug', 'input broke', { reason: String(error) });
    }
    await this.#take(splitter.end());
  }

  async #finish(): Promise<void> {
    await Promise.all(this.#waiting);
    await this.#writer.flush();
  }

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.input.destroy();
    this.#dispatcher.cancelAll();
    this.#wake();
    this.#giveUpWhenStill();
  }

  #giveUpWhenStill(): void {
    const { output, sent = () => -output.writableLength } = this.#options;
    let before = sent();
    setInterval(() => {
      if (sent() === before) this.#giveUp();
      before = sent();
    }, GRACE_MS).unref();
  }

  async #take(lines: readonly Line[]): Promise<void> {
    for (const line of lines) {
      while (this.#busy) await this.#change();
      if (this.#ended) return;
      const size = line.kind === 'line' ? line.bytes.length : 0;
      const answered = this.#answer(line)
        .catch(this.#options.onBug)
        .finally(() => {
          this.#waiting.delete(answered);
          this.#waitingBytes -= size;
          this.#wake();
        });
      this.#waiting.add(answered);
      this.#waitingBytes += size;
    }
  }

  /** While busy nothing is read: a host that sends faster than it can be answered has to wait. */
  get #busy(): boolean {
    const behind = this.#waiting.size >= WAITING_REQUESTS || this.#waitingBytes >= WAITING_BYTES;
    return !this.#ended && (behind || this.#writer.full);
  }

  #change(): Promise<void> {
    return new Promise(resolve => {
      this.#wake = resolve;
      if (this.#writer.full) this.#writer.room().then(resolve);
    });
  }

  async #answer(line: Line): Promise<void> {
    const respond = (reply: string) => this.#writer.write(reply);
    if (line.kind === 'too_long') {
      const limit = `Invalid request: a message may have at most ${MAX_LINE_BYTES} bytes`;
      return respond(failure(null, INVALID_REQUEST, limit));
    }
    const message = readLine(line.bytes);
    if (message !== undefined) await this.#dispatcher.answer(message, respond);
  }
}
