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

type Opened = { landmark: string; workspace: Promise<Workspace> };

/** The repository of this server: found when it is first asked about, and again when another one is there. */
export class Session {
  readonly #options: SessionOptions;
  #opened: Opened | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  async ask<T>(context: SessionContext, query: Query<T>): Promise<T> {
    const current = this.#current();
    try {
      return await askIn(await current.workspace, context, query);
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      const gone = error.code === 'repository_gone';
      if (gone) this.#forget(current);
      // Another call may have found out first, and closed what this one was reading from.
      else if (this.#opened === current || !(await isOpen(current))) throw error;
      return this.#askAgain(context, query, error);
    }
  }

  close(): void {
    if (this.#opened) this.#forget(this.#opened);
  }

  async #askAgain<T>(context: SessionContext, query: Query<T>, why: UltragitError): Promise<T> {
    let workspace: Workspace;
    try {
      workspace = await this.#current().workspace;
    } catch (error) {
      throw isMissing(error) ? why : error;
    }
    return askIn(workspace, context, query);
  }

  /** Shared by all calls, so that no call's cancellation may end it. */
  #current(): Opened {
    const place = placesFor(this.#options).map(landmark).join('\n');
    if (this.#opened?.landmark === place) return this.#opened;
    if (this.#opened) this.#forget(this.#opened);
    const opened: Opened = { landmark: place, workspace: this.#open() };
    this.#opened = opened;
    opened.workspace.catch(() => this.#forget(opened));
    return opened;
  }

  #forget(opened: Opened): void {
    if (this.#opened === opened) this.#opened = undefined;
    opened.workspace.then(
      workspace => workspace.close(),
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
        });
      } catch (error) {
        if (!isMissing(error)) throw error;
        missing ??= error;
      }
    }
    throw missing;
  }
}

async function askIn<T>(workspace: Workspace, context: SessionContext, query: Query<T>): Promise<T> {
  const { answer, seen } = await workspace.askWatched(context, query);
  context.looked?.({ seen, location: workspace.repository.location });
  return answer;
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
