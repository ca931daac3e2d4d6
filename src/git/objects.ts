import type { UltragitError } from '../errors.ts';
import { type GitObject, ReplyParser } from './reply-parser.ts';
import { kill, killAtExit } from './run/children.ts';
import { notStarted, stoppedAnswering, timedOut, unparsable } from './run/failures.ts';
import type { PrivatePlace } from './run/place.ts';
import { DEADLINES } from './run/runner.ts';
import { type CatFile, startCatFile } from './run/start.ts';
import { damageIn } from './run/stderr.ts';

type Request = {
  line: string;
  wantsContents: boolean;
  limit: number;
  resolve(object: GitObject | undefined): void;
  reject(error: Error): void;
};

const LONGEST_STDERR = 4_096;
const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const SAFE_NAME = /^refs\/(?!.*@\{)[^\x00-\x20\x7f~^:?*[\\]+(\^\{(tree|commit)\})?$/;

/** One long-lived `git cat-file`, asked in order; it sees new commits, notes and packs by itself. */
export class ObjectReader {
  readonly #place: PrivatePlace;
  readonly #silence: number;
  readonly #onMissing: () => void;
  #child: CatFile | undefined;
  #parser = new ReplyParser();
  #asked: Request[] = [];
  #answered = 0;
  #unsent: string[] = [];
  #retrying = false;
  /** The end of what git had to say besides its answers. */
  #stderr = '';
  #watchdog: NodeJS.Timeout | undefined;
  #closed = false;

  /** `onMissing` is told of each object that is not there: it may come later. */
  constructor(place: PrivatePlace, silence = DEADLINES.silence, onMissing: () => void = () => {}) {
    this.#place = place;
    this.#silence = silence;
    this.#onMissing = onMissing;
  }

  /** Type and size of an object, by id or by a plain ref name such as `refs/notes/ultragit^{tree}`. */
  info(name: string): Promise<GitObject | undefined> {
    if (!OBJECT_ID.test(name) && !SAFE_NAME.test(name)) return Promise.resolve(undefined);
    return this.#ask(`info ${name}\n`, false, 0);
  }

  /** The object itself, without its data where it is larger than `limit` bytes. */
  read(id: string, limit = Number.POSITIVE_INFINITY): Promise<GitObject | undefined> {
    if (!OBJECT_ID.test(id)) return Promise.resolve(undefined);
    return this.#ask(`contents ${id}\n`, true, limit);
  }

  close(): void {
    this.#closed = true;
    this.#failAll(stoppedAnswering());
    if (this.#child) kill(this.#child);
    this.#child = undefined;
  }

  #ask(line: string, wantsContents: boolean, limit: number): Promise<GitObject | undefined> {
    return new Promise((resolve, reject) => {
      this.#send({ line, wantsContents, limit, resolve, reject });
    });
  }

  #send(request: Request): void {
    if (this.#closed) {
      request.reject(stoppedAnswering());
      return;
    }
    this.#asked.push(request);
    if (this.#unsent.push(request.line) === 1) queueMicrotask(() => this.#flush());
  }

  #flush(): void {
    if (this.#unsent.length === 0) return;
    const lines = this.#unsent.join('');
    this.#unsent = [];
    const child = this.#start();
    if (!child) {
      this.#failAll(notStarted());
      return;
    }
    child.stdin.write(`${lines}flush\n`);
    this.#watch();
  }

  #start(): CatFile | undefined {
    if (this.#child) return this.#child;
    const child = startCatFile(this.#place);
    if (!child) return undefined;
    const forget = killAtExit(child);
    this.#child = child;
    this.#parser = new ReplyParser();
    child.stdout.on('data', (chunk: Buffer) => {
      if (child === this.#child) this.#receive(chunk);
    });
    this.#stderr = '';
    child.stderr.setEncoding('latin1').on('data', (text: string) => {
      if (child === this.#child) this.#stderr = (this.#stderr + text).slice(-LONGEST_STDERR);
    });
    child.stdin.on('error', () => undefined);
    child.on('error', () => this.#ended(child));
    child.on('close', () => {
      forget();
      this.#ended(child);
    });
    return child;
  }

  #receive(chunk: Buffer): void {
    this.#parser.push(chunk);
    for (let request = this.#asked[this.#answered]; request; request = this.#asked[this.#answered]) {
      const reply = this.#parser.next(request.wantsContents, request.limit);
      if (reply === 'more') break;
      if (reply === 'garbage') {
        this.#abandon();
        return;
      }
      this.#answered++;
      this.#retrying = false;
      if (reply === 'missing') this.#onMissing();
      request.resolve(reply === 'missing' ? undefined : reply);
    }
    // A request holds on to its answer, and with many callers the list may never be empty.
    if (this.#answered * 2 >= this.#asked.length) {
      this.#asked = this.#asked.slice(this.#answered);
      this.#answered = 0;
    }
    this.#watch();
  }

  #watch(): void {
    clearTimeout(this.#watchdog);
    if (this.#asked.length === 0) return;
    this.#watchdog = setTimeout(() => {
      this.#failAll(timedOut());
      if (this.#child) kill(this.#child);
    }, this.#silence);
  }

  /** Nothing that a child says after garbage can be trusted, so it is not waited for. */
  #abandon(): void {
    const child = this.#child;
    if (!child) return;
    kill(child);
    this.#ended(child, unparsable('cat-file'));
  }

  /** The process went away: what it owed is asked once more of a new one. */
  #ended(child: CatFile, why = damageIn(this.#stderr, 'reading it') ?? stoppedAnswering()): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const owed = this.#asked.slice(this.#answered);
    if (owed.length === 0) return;
    if (this.#retrying) {
      this.#failAll(why);
      return;
    }
    this.#retrying = true;
    this.#asked = [];
    this.#answered = 0;
    this.#unsent = [];
    for (const request of owed) this.#send(request);
  }

  #failAll(error: UltragitError): void {
    clearTimeout(this.#watchdog);
    const failed = this.#asked.slice(this.#answered);
    this.#asked = [];
    this.#answered = 0;
    this.#unsent = [];
    for (const request of failed) request.reject(error);
  }
}
