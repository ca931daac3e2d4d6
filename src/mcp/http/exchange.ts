/**
 * The answer to one POST: a JSON document, or an event stream where there is progress to tell or the answer takes long,
 * and the client takes one. It becomes a stream as late as it can, because a document is all that most calls need.
 */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { HttpLimits } from './limits.ts';
import { COMMON_HEADERS, cutOffWhenStalled, JSON_TYPE, type Reply, send } from './reply.ts';

export type Accepts = { json: boolean; stream: boolean };

type Limits = Pick<HttpLimits, 'streamAfter' | 'heartbeat' | 'stallTime'>;

const STREAM_TYPE = 'text/event-stream';
export const STREAM_HEADERS = { ...COMMON_HEADERS, 'Content-Type': STREAM_TYPE, 'X-Accel-Buffering': 'no' };

/** Who says nothing takes JSON; so does curl, which takes anything. */
export function acceptedBy({ accept }: IncomingHttpHeaders): Accepts {
  const ranges = (accept ?? JSON_TYPE).toLowerCase().split(',');
  const has = (...types: string[]) => ranges.some(range => types.includes(range.split(';')[0]?.trim() ?? ''));
  return { json: has(JSON_TYPE, 'application/*', '*/*'), stream: has(STREAM_TYPE, 'text/*') };
}

export class Exchange {
  readonly #response: ServerResponse;
  readonly #accepts: Accepts;
  readonly #limits: Limits;
  #timer: NodeJS.Timeout | undefined;
  #isStream = false;
  #isOver = false;

  constructor(response: ServerResponse, accepts: Accepts, limits: Limits, over: AbortSignal) {
    this.#response = response;
    this.#accepts = accepts;
    this.#limits = limits;
    if (accepts.stream) this.#timer = setTimeout(() => this.#beat(), limits.streamAfter);
    over.addEventListener('abort', () => this.#stop(), { once: true });
  }

  /** False where nobody reads it, or not fast enough. */
  notify(message: string): boolean {
    if (this.#isOver || !this.#accepts.stream || this.#response.destroyed || this.#response.writableNeedDrain)
      return false;
    this.#event(message);
    return true;
  }

  /** The reply to the message, and the end. */
  answer(json: string, { status = 200, headers }: Partial<Pick<Reply, 'status' | 'headers'>> = {}): void {
    if (this.#isOver) return;
    if (this.#isStream || (!this.#accepts.json && status === 200)) {
      this.#event(json, headers);
      this.#end();
    } else this.#send({ status, type: JSON_TYPE, body: json, headers });
  }

  /** Where there is nothing to say: a notification, or a call that was cancelled. */
  close(): void {
    if (this.#isOver) return;
    if (this.#isStream) this.#end();
    else this.#send({ status: 202 });
  }

  #stop(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  #send(reply: Reply): void {
    this.#stop();
    send(this.#response, reply, this.#limits.stallTime);
  }

  #event(message: string, headers?: Reply['headers']): void {
    this.#open(headers);
    this.#response.write(`event: message\ndata: ${message}\n\n`);
  }

  /** Whatever stands between sees that the connection is alive. */
  #beat(): void {
    this.#open();
    if (!this.#response.writableNeedDrain) this.#response.write(': working\n\n');
    this.#timer = setTimeout(() => this.#beat(), this.#limits.heartbeat);
  }

  #open(headers?: Reply['headers']): void {
    if (this.#isStream || this.#response.destroyed) return;
    this.#isStream = true;
    this.#response.writeHead(200, { ...STREAM_HEADERS, ...headers });
  }

  #end(): void {
    this.#stop();
    cutOffWhenStalled(this.#response, this.#limits.stallTime);
    this.#response.end();
  }
}
