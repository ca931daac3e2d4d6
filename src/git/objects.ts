import { GIT_DEADLINES } from '../deadlines.ts';
import type { UltragitError } from '../errors.ts';
import { type GitObject, ReplyParser } from './reply-parser.ts';
import { kill, killAtExit } from './run/children.ts';
import { notStarted, stoppedAnswering, timedOut, unparsable } from './run/failures.ts';
import type { PrivatePlace } from './run/place.ts';
import { type CatFile, startCatFile } from './run/start.ts';
import { damageIn } from './run/stderr.ts';
import { waitForGit } from './run/waiting.ts';

type Request = {
  /** An object id, or the name of a ref. */
  id: string;
  wantsContents: boolean;
  limit: number;
  resolve(object: GitObject | undefined): void;
  reject(error: Error): void;
};

type Options = {
  /** What can be had without git; asked only while it does not run. */
  withoutGit?: { read(id: string): (GitObject & { data: Buffer }) | undefined };
  whySilent?: (id: string) => UltragitError;
  /** Told of each object that is missing, asked for by its id: it may come later. */
  onMissing?: () => void;
  /** Told of each object that is damaged: it may be mended unseen. */
  onDamaged?: () => void;
};

const LONGEST_STDERR = 4_096;
/** A reader ends at each damaged object; where there are more, the whole repository is. */
const MOST_DAMAGED = 200;
const OBJECT_ID = /^([0-9a-f]{40}|[0-9a-f]{64})$/;
const SAFE_NAME = /^refs\/(?!.*@\{)[^\x00-\x20\x7f~^:?*[\\]+(\^\{(tree|commit)\})?$/;

/** Where git is to run; asked for when it is started. */
type Home = { readonly place: PrivatePlace };

/** One long-lived `git cat-file`, asked in order; it sees new commits, notes and packs by itself. */
export class ObjectReader {
  readonly #home: Home;
  readonly #silence: number;
  readonly #withoutGit: Options['withoutGit'];
  readonly #onMissing: () => void;
  readonly #onDamaged: () => void;
  readonly #whySilent: (id: string) => UltragitError;
  #child: CatFile | undefined;
  #parser = new ReplyParser();
  #asked: Request[] = [];
  #answered = 0;
  #unsent: string[] = [];
  #retrying = false;
  readonly #damaged = new Set<string>();
  /** How many were met since there last was nothing to ask. */
  #damagedInARow = 0;
  /** The end of what git had to say besides its answers. */
  #stderr = '';
  #watchdog: NodeJS.Timeout | undefined;
  #answeredAll: (() => void) | undefined;
  #closed = false;

  constructor(
    home: Home,
    silence = GIT_DEADLINES.silence,
    { withoutGit, whySilent = timedOut, onMissing = () => {}, onDamaged = () => {} }: Options = {},
  ) {
    this.#withoutGit = withoutGit;
    this.#home = home;
    this.#silence = silence;
    this.#whySilent = whySilent;
    this.#onMissing = onMissing;
    this.#onDamaged = onDamaged;
  }

  /** Type and size of an object, by id or by a plain ref name such as `refs/notes/ultragit^{tree}`. */
  info(name: string): Promise<GitObject | undefined> {
    if (!OBJECT_ID.test(name) && !SAFE_NAME.test(name)) return Promise.resolve(undefined);
    return this.#ask(name, false, 0);
  }

  /** The object itself, without its data where it is larger than `limit` bytes. */
  read(id: string, limit = Number.POSITIVE_INFINITY): Promise<GitObject | undefined> {
    if (!OBJECT_ID.test(id)) return Promise.resolve(undefined);
    return this.#ask(id, true, limit);
  }

  /** Whether reading this object failed for what git found in it: it is there, but can't be used. */
  isDamaged(id: string): boolean {
    return this.#damaged.has(id);
  }

  /** Git goes on to see what it had open: to see what is there now, another is started. False while it is asked. */
  restart(): boolean {
    if (this.#asked.length > this.#answered || this.#unsent.length > 0) return false;
    if (this.#child) kill(this.#child);
    this.#child = undefined;
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#failAll(stoppedAnswering());
    if (this.#child) kill(this.#child);
    this.#child = undefined;
  }

  #ask(id: string, wantsContents: boolean, limit: number): Promise<GitObject | undefined> {
    const isIdle = !this.#child && !this.#closed && OBJECT_ID.test(id);
    const found = isIdle ? this.#withoutGit?.read(id) : undefined;
    if (found) {
      const hasData = wantsContents && found.size <= limit;
      return Promise.resolve(hasData ? found : { id, type: found.type, size: found.size });
    }
    return new Promise((resolve, reject) => {
      this.#send({ id, wantsContents, limit, resolve, reject });
    });
  }

  #send(request: Request): void {
    if (this.#closed) {
      request.reject(stoppedAnswering());
      return;
    }
    this.#asked.push(request);
    const line = `${request.wantsContents ? 'contents' : 'info'} ${request.id}\n`;
    if (this.#unsent.push(line) === 1) queueMicrotask(() => this.#flush());
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
    const child = startCatFile(this.#home.place);
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
      if (reply === 'missing' && OBJECT_ID.test(request.id)) this.#onMissing();
      this.#damaged.delete(request.id);
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
    if (this.#asked.length === 0) {
      this.#damagedInARow = 0;
      this.#stopWaiting();
      return;
    }
    this.#answeredAll ??= waitForGit();
    this.#watchdog = setTimeout(() => {
      this.#failAll(this.#whySilent(this.#asked[this.#answered]?.id ?? ''));
      if (this.#child) kill(this.#child);
    }, this.#silence);
  }

  #stopWaiting(): void {
    this.#answeredAll?.();
    this.#answeredAll = undefined;
  }

  /** Nothing that a child says after garbage can be trusted, so it is not waited for. */
  #abandon(): void {
    const child = this.#child;
    if (!child) return;
    kill(child);
    this.#ended(child, unparsable('cat-file'));
  }

  /** The process went away: what it owed is asked once more of a new one, but for what it died of. */
  #ended(child: CatFile, why = damageIn(this.#stderr, 'reading it') ?? stoppedAnswering()): void {
    if (child !== this.#child) return;
    this.#child = undefined;
    const owed = this.#asked.slice(this.#answered);
    const first = owed[0];
    if (!first) return;
    const isDamaged = this.#isDeadly(first) && ++this.#damagedInARow <= MOST_DAMAGED;
    if (this.#retrying && !isDamaged) {
      this.#failAll(why);
      return;
    }
    this.#retrying = !isDamaged;
    this.#asked = [];
    this.#answered = 0;
    this.#unsent = [];
    for (const request of isDamaged ? owed.slice(1) : owed) this.#send(request);
    if (isDamaged) this.#giveUp(first);
  }

  /** Git answers in order, and says what it died of: the object that it was asked for next, or one that this is made of. */
  #isDeadly({ id }: Request): boolean {
    const isDamage = damageIn(this.#stderr, '') !== undefined;
    return isDamage && (this.#retrying || this.#stderr.includes(id));
  }

  #giveUp({ id, resolve }: Request): void {
    if (this.#asked.length === 0) this.#watch();
    if (this.#damaged.size < MOST_DAMAGED * 10) this.#damaged.add(id);
    this.#onDamaged();
    resolve(undefined);
  }

  #failAll(error: UltragitError): void {
    clearTimeout(this.#watchdog);
    this.#stopWaiting();
    const failed = this.#asked.slice(this.#answered);
    this.#asked = [];
    this.#answered = 0;
    this.#unsent = [];
    for (const request of failed) request.reject(error);
  }
}
