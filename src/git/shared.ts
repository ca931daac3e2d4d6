/** Who waits for work: may leave before it is done, and may want to hear how far it is. */
export type Waiting = {
  signal?: AbortSignal;
  progress?: (done: number, total?: number, message?: string) => void;
};

/** Why someone leaves who would have waited longer. */
export class OutOfTime extends Error {
  constructor() {
    super('The query took too long.');
  }
}

/**
 * Work that several calls wait for: it runs once, and stops when the last of them has left. Work that `goesOn` is done
 * for the next one, where the last has only run out of time.
 */
export class Shared<T> {
  readonly #stop = new AbortController();
  readonly #listeners = new Set<NonNullable<Waiting['progress']>>();
  readonly #result: Promise<T>;
  readonly #goesOn: boolean;
  #waiting = 0;

  constructor(work: (context: Waiting) => Promise<T>, { goesOn = false } = {}) {
    this.#goesOn = goesOn;
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
      const isLast = --this.#waiting === 0;
      if (isLast && !(this.#goesOn && signal?.reason instanceof OutOfTime)) this.#stop.abort();
    }
  }
}
