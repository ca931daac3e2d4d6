import type { IncomingMessage } from 'node:http';
import type { HttpLimits } from './limits.ts';
import { type Reply, refusal } from './reply.ts';

type Limits = Pick<HttpLimits, 'body' | 'bodies'>;

/** The bodies of all requests that are not answered yet, in one server. */
export class Bodies {
  readonly #limits: Limits;
  #held = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The body, or why it is refused; undefined where the client went away in the middle. Counts until `signal` aborts. */
  read(request: IncomingMessage, signal: AbortSignal): Promise<Buffer | Reply | undefined> {
    const { body: most, bodies: mostInAll } = this.#limits;
    const parts: Buffer[] = [];
    let size = 0;
    const release = () => {
      this.#held -= size;
    };
    signal.addEventListener('abort', release, { once: true });
    return new Promise(resolve => {
      const refuseWith = (reply: Reply) => {
        request.off('data', take);
        parts.length = 0;
        resolve(reply);
      };
      const take = (part: Buffer) => {
        size += part.length;
        this.#held += part.length;
        parts.push(part);
        if (size > most) refuseWith(tooLarge(most));
        else if (this.#held > mostInAll) refuseWith(tooMuch());
      };
      if (Number(request.headers['content-length']) > most) return refuseWith(tooLarge(most));
      request.on('data', take);
      request.on('end', () => resolve(Buffer.concat(parts)));
      request.on('error', () => resolve(undefined));
      request.on('close', () => resolve(undefined));
    });
  }
}

function tooLarge(most: number): Reply {
  return refusal(413, `A body may have at most ${most} bytes.`);
}

function tooMuch(): Reply {
  return refusal(503, 'Too much is being sent at once. Try again.', { headers: { 'Retry-After': '1' } });
}
