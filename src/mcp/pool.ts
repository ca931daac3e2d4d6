/** Runs work side by side, at most `limit` at a time; the rest waits in order. */
export class Pool {
  readonly #limit: number;
  readonly #waiting = new Set<() => void>();
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Settles as `work` does, or as soon as `signal` aborts. Work that waits is then never started; work that
   * runs keeps its place until it has really stopped.
   */
  run(signal: AbortSignal, work: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = async () => {
        this.#running++;
        try {
          resolve(await work());
        } catch (error) {
          reject(error);
        } finally {
          signal.removeEventListener('abort', cancel);
          this.#running--;
          this.#next();
        }
      };
      const cancel = () => {
        this.#waiting.delete(start);
        resolve();
      };
      signal.addEventListener('abort', cancel, { once: true });
      this.#waiting.add(start);
      this.#next();
    });
  }

  #next(): void {
    for (const start of this.#waiting) {
      if (this.#running >= this.#limit) return;
      this.#waiting.delete(start);
      start();
    }
  }
}
