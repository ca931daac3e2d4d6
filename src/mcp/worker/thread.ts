/** One worker thread from its start to its end. Whatever way it ends, nothing that it made is left. */
import { Worker } from 'node:worker_threads';
import { THREAD_DEADLINE } from '../../deadlines.ts';
import { atExit } from '../../git/run/at-exit.ts';
import { clearUp, type Owned } from '../../git/run/owned.ts';
import type { FromWorker, ToWorker } from './messages.ts';

export type ThreadOptions = {
  /** The script that the thread runs, and what it finds as its data. */
  script: URL;
  data: unknown;
  /** Of JavaScript's own memory, in MiB. */
  mostMemory?: number;
};

export type End = 'closed' | 'out_of_memory' | 'broken';

const MOST_MEMORY = 1024;
/** How long a thread may take to close by itself. */
const CLOSING_MS = 400;
/** When somebody has asked twice. */
const AT_ONCE_MS = 1_000;

export class Thread {
  readonly #worker: Worker;
  readonly #owned = new Map<string, Owned>();
  readonly #ended: Promise<void>;
  readonly #forget = atExit(() => this.#clearUp());

  /** `onEnd` is called once, unless the thread was ended from here. */
  constructor(
    { script, data, mostMemory = MOST_MEMORY }: ThreadOptions,
    onMessage: (message: Exclude<FromWorker, { kind: 'owned' }>) => void,
    onEnd: (how: End, error?: Error) => void,
  ) {
    this.#worker = new Worker(script, {
      workerData: data,
      // What the program compiled for this command is kept under its name.
      argv: ['mcp'],
      resourceLimits: { maxOldGenerationSizeMb: mostMemory },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromWorker) => {
      if (message.kind === 'owned') this.#note(message.change, message.owned);
      else onMessage(message);
    });
    let failure: (Error & { code?: string }) | undefined;
    this.#worker.on('error', error => {
      failure = error;
    });
    this.#ended = new Promise(resolve => {
      this.#worker.on('exit', () => {
        this.#clearUp();
        this.#forget();
        const memory = failure?.code === 'ERR_WORKER_OUT_OF_MEMORY';
        onEnd(memory ? 'out_of_memory' : failure ? 'broken' : 'closed', failure);
        resolve();
      });
    });
  }

  send(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Ends it now, whatever it does; its processes are killed at once, not only when it has ended. */
  end(): void {
    this.#clearUp();
    this.#worker.terminate();
  }

  /** Lets it end by itself, and ends it if it does not. False where even that was of no use. */
  async close(how?: 'at_once'): Promise<boolean> {
    if (how !== 'at_once') {
      this.send({ kind: 'close' });
      if (await this.#endedWithin(CLOSING_MS)) return true;
    }
    this.end();
    return this.#endedWithin(how === 'at_once' ? AT_ONCE_MS : THREAD_DEADLINE);
  }

  async #endedWithin(time: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>(resolve => {
      timer = setTimeout(resolve, time, false);
    });
    const ended = await Promise.race([this.#ended.then(() => true), late]);
    clearTimeout(timer);
    return ended;
  }

  #note(change: 'made' | 'gone', owned: Owned): void {
    const key = JSON.stringify(owned);
    if (change === 'made') this.#owned.set(key, owned);
    else this.#owned.delete(key);
  }

  /** The newest first: a process ends before the directory in which it runs is removed. */
  #clearUp(): void {
    for (const owned of [...this.#owned.values()].reverse()) clearUp(owned);
    this.#owned.clear();
  }
}
