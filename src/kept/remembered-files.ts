import { isSettled, type Reader, stampOf } from '../git/repository-state.ts';

/** More than a repository whose state can be told has. */
const MOST_FILES = 5_000;

/** What small files hold and directories list, read again only when their times are others, as git's index does it. */
export class RememberedFiles {
  readonly #known = new Map<string, { stamp: string; content: string | readonly string[] }>();

  /** For files that are looked at from `now` on: what changed just before may change again without a new time. */
  readerAt(now: number): Reader {
    return (path, found, read) => {
      const stamp = stampOf(found);
      const known = this.#known.get(path);
      if (known?.stamp === stamp) return known.content as ReturnType<typeof read>;
      const content = read(path);
      if (this.#known.size >= MOST_FILES) this.#known.clear();
      if (isSettled(found, now)) this.#known.set(path, { stamp, content });
      return content;
    };
  }
}
