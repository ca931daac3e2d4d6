import { resolve } from 'node:path';
import { UltragitError } from '../errors.ts';
import { landmark } from '../git/landmark.ts';
import type { Deadlines } from '../git/run/runner.ts';
import type { Looked } from '../kept/asked.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import { type CallContext, Workspace } from '../query/workspace.ts';
import { placesFor, type Surroundings } from './places.ts';

export type SessionOptions = Surroundings & { noteref?: string; deadlines?: Deadlines };

/** `looked` is told what the answer was made of. */
type SessionContext = CallContext & { looked?: (looked: Looked) => void };

type Query<T> = (snapshot: Snapshot) => Promise<T>;

type Opened = {
  landmark: string;
  workspace: Promise<Workspace>;
  hasAnswered: boolean;
  /** Calls that use it: it is closed after the last of them. */
  calls: number;
};

/** A call that comes sooner is answered first. */
const IDLE_MS = 300;

/** The repository of this server: found when it is first asked about, and again when another one is there. */
export class Session {
  readonly #options: SessionOptions;
  #opened: Opened | undefined;
  #keeping: NodeJS.Timeout | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async ask<T>(context: SessionContext, query: Query<T>): Promise<T> {
    const current = this.#current();
    try {
      return await this.#askIn(current, context, query);
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      // What it keeps may name commits that were pruned since: a workspace that keeps nothing asks git anew.
      const mayBeOutdated = error.code === 'git_failed' && current.hasAnswered;
      if (error.code === 'repository_gone') this.#forget(current);
      else if (mayBeOutdated) this.#replace(current);
      // Another call may have found out first, and closed what this one was reading from.
      else if (this.#opened === current || !(await isOpen(current))) throw error;
      return this.#askAgain(context, query, error);
    }
  }

  close(): void {
    if (this.#opened) this.#forget(this.#opened);
  }

  async #askAgain<T>(context: SessionContext, query: Query<T>, why: UltragitError): Promise<T> {
    const current = this.#current();
    try {
      await current.workspace;
    } catch (error) {
      throw isMissing(error) ? why : error;
    }
    return this.#askIn(current, context, query);
  }

  /** Shared by all calls, so that no call's cancellation may end it. */
  #current(): Opened {
    const place = placesFor(this.#options).map(landmark).join('\n');
    if (this.#opened?.landmark === place) return this.#opened;
    if (this.#opened) this.#forget(this.#opened);
    const opened: Opened = { landmark: place, workspace: this.#open(), hasAnswered: false, calls: 0 };
    this.#opened = opened;
    opened.workspace.catch(() => this.#forget(opened));
    return opened;
  }

  async #askIn<T>(opened: Opened, context: SessionContext, query: Query<T>): Promise<T> {
    opened.calls++;
    try {
      const workspace = await opened.workspace;
      const { root = '' } = workspace.repository.location;
      const about = context.about === undefined ? root : resolve(root, context.about);
      const { answer, seen } = await workspace.askWatched({ ...context, about }, query);
      opened.hasAnswered = true;
      this.#keepSoon(workspace);
      context.looked?.({ seen, location: workspace.repository.location });
      return answer;
    } finally {
      if (--opened.calls === 0 && this.#opened !== opened) this.#forget(opened);
    }
  }

  /** What was found out is kept for commands and for later servers, when nobody waits. */
  #keepSoon(workspace: Workspace): void {
    clearTimeout(this.#keeping);
    this.#keeping = setTimeout(() => workspace.keepKnowledge(), IDLE_MS).unref();
  }

  /** The next call opens another one; those that use this one may finish. */
  #replace(opened: Opened): void {
    if (opened.calls === 0) this.#forget(opened);
    else if (this.#opened === opened) this.#opened = undefined;
  }

  #forget(opened: Opened): void {
    if (this.#opened === opened) this.#opened = undefined;
    opened.workspace.then(
      workspace => {
        workspace.keepKnowledge();
        workspace.close();
      },
      () => undefined,
    );
  }

  async #open(): Promise<Workspace> {
    const { noteref, env, deadlines } = this.#options;
    let missing: unknown;
    for (const directory of placesFor(this.#options)) {
      try {
        return await Workspace.open({
          directory,
          env,
          noteref,
          strictConfig: false,
          useCache: true,
          deadlines,
          about: directory,
        });
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing ??= error;
      }
    }
    throw missing;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof UltragitError && error.code === 'not_a_repository';
}

async function isOpen({ workspace }: Opened): Promise<boolean> {
  return workspace.then(
    () => true,
    () => false,
  );
}
