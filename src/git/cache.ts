/** What is left of the limit once it was exceeded. */
const KEPT = 15 / 16;
const NEARLY_FULL = 1 / 2;

/** Keeps what was used last, up to a total weight: for things named by their content, which never change. */
export class ContentCache<T> {
  readonly #entries = new Map<string, { value: T; weight: number }>();
  readonly #limit: number;
  #weight = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: string): T | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // As long as nothing has to go soon, what was used last does not matter, and to write it down takes longest.
    if (this.#weight > this.#limit * NEARLY_FULL) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry.value;
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  delete(key: string): void {
    this.#weight -= this.#entries.get(key)?.weight ?? 0;
    this.#entries.delete(key);
  }

  /** What is heavier than the limit is not kept, and leaves the rest alone. */
  set(key: string, value: T, weight: number): void {
    if (weight > this.#limit) {
      this.delete(key);
      return;
    }
    this.#weight += weight - (this.#entries.get(key)?.weight ?? 0);
    this.#entries.delete(key);
    this.#entries.set(key, { value, weight });
    if (this.#weight <= this.#limit) return;
    // Some at a time: to find the oldest, a Map walks over all that were deleted before it.
    const goal = this.#limit * KEPT;
    for (const [oldest, entry] of this.#entries) {
      if (this.#weight <= goal) return;
      this.#entries.delete(oldest);
      this.#weight -= entry.weight;
    }
  }
}
