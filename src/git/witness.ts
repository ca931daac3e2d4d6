/** What was looked at while an answer was made, besides refs and settings. */
export type Seen = {
  /** Paths of the work tree, there or not, with all that is to be known of them. */
  paths: ReadonlySet<string>;
  /** Paths of which it only mattered whether something is there, and whether it was. */
  presence: ReadonlyMap<string, boolean>;
  /** Whether it matters that some object is in this clone, or is not, which no ref holds. */
  objects: boolean;
  /** Whether something mattered that can't be told, such as how long a parse took. */
  unsure: boolean;
};

/** Tells who makes an answer what it looked at. Of answers that are made at once, each is told of all. */
export class Witness {
  readonly #watching = new Set<{
    paths: Set<string>;
    presence: Map<string, boolean>;
    objects: boolean;
    unsure: boolean;
  }>();

  watch(): { seen: Seen; stop(): void } {
    const seen = {
      paths: new Set<string>(),
      presence: new Map<string, boolean>(),
      objects: false,
      unsure: false,
    };
    this.#watching.add(seen);
    return { seen, stop: () => void this.#watching.delete(seen) };
  }

  path(path: string): void {
    for (const seen of this.#watching) seen.paths.add(path);
  }

  presence(path: string, isThere: boolean): void {
    for (const seen of this.#watching) {
      // It came or went meanwhile.
      if (seen.presence.get(path) === !isThere) seen.unsure = true;
      seen.presence.set(path, isThere);
    }
  }

  objects(): void {
    for (const seen of this.#watching) seen.objects = true;
  }

  unsure(): void {
    for (const seen of this.#watching) seen.unsure = true;
  }
}
