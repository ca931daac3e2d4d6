import type { Location } from '../git/discover.ts';
import type { Seen } from '../git/witness.ts';
import type { Moment } from './moment.ts';

/** A question to a plain repository at one moment, whose answer may be known. */
export type Asked = {
  /** Names all that an answer depends on but the repository. */
  question: string;
  before: Moment;
  directory: string;
  env: Readonly<Record<string, string | undefined>>;
};

/** What an answer looked at, and in which repository; `seen` is absent where more than that counts. */
export type Looked = { seen: Seen | undefined; location: Location };
