import { cacheDirectory, cacheDirectoryOutside } from '../cache/directory.ts';
import { userAndTime } from '../cache/files.ts';
import { Store } from '../cache/store.ts';
import type { Location } from '../git/discover.ts';
import type { Seen } from '../git/witness.ts';
import { findAnswer, type KeptAnswer, keptAnswer, writeAnswer } from './answers.ts';
import { type Moment, momentOf } from './moment.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What an answer looked at, and in which repository; `seen` is absent where more than that counts. */
export type Looked = { seen: Seen | undefined; location: Location };

/** A question to a plain repository at one moment, whose answer may be known. */
export class Asked {
  readonly question: string;
  readonly before: Moment;
  readonly #directory: string;
  readonly #env: Environment;

  /** `question` names all that an answer depends on but the repository. */
  constructor(question: string, before: Moment, directory: string, env: Environment) {
    this.question = question;
    this.before = before;
    this.#directory = directory;
    this.#env = env;
  }

  answer(): KeptAnswer | undefined {
    return findAnswer(new Store(cacheDirectory(this.#env)), this.question, this.before);
  }

  /** Gives what is kept; nothing where it may not be. */
  keep(text: string, { seen, location }: Looked): KeptAnswer | undefined {
    const { place } = this.before;
    const isSame =
      location.root === place.root &&
      location.gitDir === place.gitDir &&
      location.commonDir === place.commonDir;
    if (!isSame) return undefined;
    const after = momentOf(this.#directory, this.#env, userAndTime());
    const kept = keptAnswer(text, seen, this.before, after);
    const cache = cacheDirectoryOutside([place.root, place.gitDir, place.commonDir], this.#env);
    if (kept) writeAnswer(new Store(cache), this.question, kept);
    return kept;
  }
}
