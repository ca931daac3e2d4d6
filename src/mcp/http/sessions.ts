/** The sessions of clients that shake hands: each has a dispatcher, which knows its version and its calls. */
import { randomUUID } from 'node:crypto';
import type { Dispatcher } from '../dispatch.ts';
import type { HttpLimits } from './limits.ts';

export type Session = { readonly id: string; readonly dispatcher: Dispatcher };

type Kept = Session & { usedAt: number; running: number };

type Limits = Pick<HttpLimits, 'sessions' | 'sessionIdle' | 'sessionSafe'>;

export class Sessions {
  readonly #limits: Limits;
  readonly #clock: () => number;
  /** The one that was used last comes last. */
  readonly #kept = new Map<string, Kept>();

  constructor(limits: Limits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  get size(): number {
    this.#forgetIdle();
    return this.#kept.size;
  }

  /** Undefined where all places are taken by sessions that are in use. */
  open(dispatcher: Dispatcher): Session | undefined {
    this.#forgetIdle();
    if (this.#kept.size >= this.#limits.sessions && !this.#forgetOne()) return undefined;
    const session: Kept = { id: randomUUID(), dispatcher, usedAt: this.#clock(), running: 0 };
    this.#kept.set(session.id, session);
    return session;
  }

  find(id: string): Session | undefined {
    this.#forgetIdle();
    return this.#kept.get(id);
  }

  /** While work of it runs, a session is in use. */
  async during(id: string, work: () => Promise<void>): Promise<void> {
    const session = this.#kept.get(id);
    if (!session) return;
    session.running++;
    this.#touch(session);
    try {
      await work();
    } finally {
      session.running--;
      if (this.#kept.has(id)) this.#touch(session);
    }
  }

  end(id: string): boolean {
    this.#kept.get(id)?.dispatcher.cancelAll();
    return this.#kept.delete(id);
  }

  #touch(session: Kept): void {
    session.usedAt = this.#clock();
    this.#kept.delete(session.id);
    this.#kept.set(session.id, session);
  }

  #forgetIdle(): void {
    for (const session of this.#kept.values()) {
      if (this.#clock() - session.usedAt <= this.#limits.sessionIdle) return;
      if (session.running === 0) this.#kept.delete(session.id);
    }
  }

  #forgetOne(): boolean {
    for (const session of this.#kept.values()) {
      if (this.#clock() - session.usedAt <= this.#limits.sessionSafe) return false;
      if (session.running === 0) return this.#kept.delete(session.id);
    }
    return false;
  }
}
