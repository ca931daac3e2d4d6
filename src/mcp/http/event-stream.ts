/** A stream of events that stays open: the server's half of the transport of 2024-11-05. */
import type { ServerResponse } from 'node:http';
import { MessageWriter } from '../framing.ts';
import { STREAM_HEADERS } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import { cutOffWhenStalled } from './reply.ts';

export class OpenEventStream {
  readonly #response: ServerResponse;
  readonly #writer: MessageWriter;
  readonly #timer: NodeJS.Timeout;

  constructor(
    response: ServerResponse,
    { heartbeat, stallTime }: Pick<HttpLimits, 'heartbeat' | 'stallTime'>,
  ) {
    this.#response = response;
    this.#timer = setInterval(() => this.#beat(), heartbeat);
    this.#writer = new MessageWriter(response, () => clearInterval(this.#timer));
    response.writeHead(200, STREAM_HEADERS);
    // The heartbeat keeps a reader from counting as stalled where there is nothing to read.
    cutOffWhenStalled(response, stallTime);
  }

  /** Resolves when there is room for more. */
  send(event: 'endpoint' | 'message', data: string): Promise<void> {
    return this.#writer.write(`event: ${event}\ndata: ${data}\n`);
  }

  /** False where the reader is slow: nothing is queued for it. */
  notify(message: string): boolean {
    if (this.#writer.full) return false;
    void this.send('message', message);
    return true;
  }

  end(): void {
    clearInterval(this.#timer);
    this.#response.end();
  }

  #beat(): void {
    if (!this.#writer.full) void this.#writer.write(': alive\n');
  }
}
