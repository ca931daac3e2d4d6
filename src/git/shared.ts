/** Who waits for work: may leave before it is done, and may want to hear how far it is. */
export type Waiting = {
  signal?: AbortSignal;
  progress?: (done: number, total?: number, message?: string) => void;
};

/** Work that several calls wait for: it runs once, and stops when the last of them has been cancelled. */
export class Shared<T> {
  readonly #stop = new AbortController();
  readonly #listeners = new Set<NonNullable<Waiting['progress']>>();
  readonly #result: Promise<T>;
  #waiting = 0;

  constructor(work: (context: Waiting) => Promise<T>) {
    const progress: Waiting['progress'] = (...report) => {
      for (const listener of this.#listeners) listener(...report);
    };
    this.#result = work({ signal: this.#stop.signal, progress });
    this.#result.catch(() => undefined);
  }

  /** Nobody waits any more, so there will be no result. */
  get abandoned(): boolean {
    return this.#stop.signal.aborted;
  }

  async join({ signal, progress }: Waiting): Promise<T> {
    signal?.throwIfAborted();
    this.#waiting++;
    if (progress) this.#listeners.add(progress);
    let leave: (() => void) | undefined;
    const left = new Promise<never>((_resolve, reject) => {
      leave = () => reject(signal?.reason);
      signal?.addEventListener('abort', leave, { once: true });
    });
    try {
      return await Promise.race([this.#result, left]);
    } finally {
      if (leave) signal?.removeEventListener('abort', leave);
      if (progress) this.#listeners.delete(progress);
      if (--this.#waiting === 0) this.#stop.abort();
    }
  }
}
