import type { HttpLimits } from './limits.ts';
import { type Reply, refusal } from './reply.ts';

/** How many requests are being answered, in all and for each client; more than that are refused at once. */
export class Admission {
  readonly #limits: Pick<HttpLimits, 'requests' | 'requestsOfClient'>;
  readonly #ofClient = new Map<unknown, number>();
  #all = 0;

  constructor(limits: Pick<HttpLimits, 'requests' | 'requestsOfClient'>) {
    this.#limits = limits;
  }

  /** The function that takes it out again, or why it may not come in. `client` is whatever tells one from another. */
  enter(client: unknown): (() => void) | Reply {
    const own = this.#ofClient.get(client) ?? 0;
    if (this.#all >= this.#limits.requests) return overloaded(503, 'The server is busy.');
    if (own >= this.#limits.requestsOfClient)
      return overloaded(429, 'This client has too many requests open.');
    this.#all++;
    this.#ofClient.set(client, own + 1);
    return () => this.#leave(client);
  }

  #leave(client: unknown): void {
    this.#all--;
    const left = (this.#ofClient.get(client) ?? 1) - 1;
    if (left > 0) this.#ofClient.set(client, left);
    else this.#ofClient.delete(client);
  }
}

function overloaded(status: number, what: string): Reply {
  return refusal(status, `${what} Try again in a second.`, { headers: { 'Retry-After': '1' } });
}
