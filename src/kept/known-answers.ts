import { realpathSync } from 'node:fs';
import { type UserAndTime, userAndTime } from '../cache/files.ts';
import { ContentCache } from '../git/cache.ts';
import { type Basis, findAnswer, stillHolds } from './answers.ts';
import type { Asked, Looked } from './asked.ts';
import { keepAnswer } from './keep-answer.ts';
import { type Moment, momentOf } from './moment.ts';
import { mayLeave } from './paths.ts';
import { RememberedFiles } from './remembered-files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

type Options = {
  /** Where the repository is looked for. */
  directory: string;
  env: Environment;
  noteref?: string;
  /** Names this build of the program: another one may say something else. */
  build: string;
  user?: () => UserAndTime;
};

type KeptAnswer = Basis & { text: string };

/** A call whose answer may be known. */
export type AskedCall = {
  known(): string | undefined;
  keep(text: string, looked: Looked): void;
};

const MOST_BYTES = 32 * 1024 * 1024;
/** Depend on time, on tags, or on ids that are written short. */
const NEVER = ['rev', 'since'];

/** What was answered to calls, in memory and on disk: each holds while all that it was made of is as it was. */
export class KnownAnswers {
  readonly #options: Options;
  readonly #files = new RememberedFiles();
  readonly #memory = new ContentCache<KeptAnswer>(MOST_BYTES);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Undefined for all that is not plainly a question to a plain repository. */
  ask(name: string, args: Readonly<Record<string, unknown>>): AskedCall | undefined {
    const { env, noteref, build } = this.#options;
    const directory = realPath(this.#options.directory);
    const before = directory === undefined ? undefined : this.#now(directory);
    if (directory === undefined || !before) return undefined;
    if (NEVER.some(key => (args[key] ?? null) !== null)) return undefined;
    if (stringsIn(args).some(text => mayLeave(text, before.place.root))) return undefined;
    const question = JSON.stringify([build, process.version, directory, noteref ?? null, name, args]);
    const asked: Asked = { question, before, directory, env };
    return {
      known: () => this.#find(asked)?.text,
      keep: (text, looked) => {
        const basis = keepAnswer(asked, text, looked);
        if (basis) this.#remember(question, { ...basis, text });
      },
    };
  }

  #now(directory: string): Moment | undefined {
    const { env, user = userAndTime } = this.#options;
    const who = user();
    return momentOf(directory, env, who, this.#files.readerAt(who.now));
  }

  #find(asked: Asked): KeptAnswer | undefined {
    const known = this.#memory.get(asked.question);
    if (known && stillHolds(known, asked.before)) return known;
    const found = findAnswer(asked);
    return found && this.#remember(asked.question, { ...found, text: found.bytes.toString() });
  }

  #remember(question: string, { state, dependencies, text }: KeptAnswer): KeptAnswer {
    const kept = { state, dependencies, text };
    this.#memory.set(question, kept, weightOf(question, kept));
    return kept;
  }
}

/** What two answers have in common, such as the state, counts for both. */
function weightOf(question: string, { state, dependencies, text }: KeptAnswer): number {
  return 2 * (question.length + state.length + text.length) + 200 * dependencies.paths.length;
}

function stringsIn(args: Readonly<Record<string, unknown>>): string[] {
  return Object.values(args)
    .flat()
    .filter(value => typeof value === 'string');
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
