/** The transport of 2024-11-05: a GET opens a stream, which names the address to POST to and brings the answers. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Dispatcher } from '../dispatch.ts';
import type { Message } from '../jsonrpc.ts';
import { isModern } from '../protocol.ts';
import { Admission } from './admission.ts';
import { OpenEventStream } from './event-stream.ts';
import { acceptedBy } from './exchange.ts';
import type { EndpointOptions, Visit } from './mcp-endpoint.ts';
import { readMessage } from './read-message.ts';
import { methodNotAllowed, type Reply, refusal, send } from './reply.ts';
import { idOf, unknownSession } from './route.ts';

export const SSE_PATH = '/sse';
const SESSION = 'sessionId';

const BUSY = 'Too many event streams are open. Close one, or try again in a minute.';
const NO_STREAM = 'The header Accept must allow text/event-stream.';
const TOO_NEW = 'This transport ends with revision 2025-11-25. Newer revisions are spoken at /mcp.';

type Stream = { events: OpenEventStream; dispatcher: Dispatcher; work: Set<Promise<void>> };

/** At `/mcp`, clients of Streamable HTTP say a session or a version with a GET; those of 2024-11-05 have neither. */
export function opensStream({ method, headers }: IncomingMessage, path: string): boolean {
  if (method !== 'GET' || !acceptedBy(headers).stream) return false;
  if (path === SSE_PATH) return true;
  const isStreamable = 'mcp-session-id' in headers || 'mcp-protocol-version' in headers;
  return path === '/mcp' && !isStreamable;
}

export class SseEndpoint {
  readonly #options: EndpointOptions;
  /** A message counts until it is answered, which is long after its POST is. */
  readonly #admission: Admission;
  readonly #streams = new Map<string, Stream>();

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#admission = new Admission(options.limits);
  }

  get clients(): number {
    return this.#streams.size;
  }

  open({ response, signal }: Visit): void {
    const { limits } = this.#options;
    if (signal.aborted) return;
    if (this.#streams.size >= limits.streams) {
      send(response, refusal(503, BUSY, { headers: { 'Retry-After': '60' } }), limits.stallTime);
      return;
    }
    const id = randomUUID();
    const events = new OpenEventStream(response, limits);
    const notify = (message: string) => events.notify(message);
    const dispatcher = new Dispatcher({ ...this.#options, notify });
    this.#streams.set(id, { events, dispatcher, work: new Set() });
    signal.addEventListener('abort', () => {
      this.#streams.delete(id);
      dispatcher.cancelAll();
    });
    void events.send('endpoint', `${SSE_PATH}?${SESSION}=${id}`);
  }

  /** What is no stream to open. */
  async answer({ request, response }: Visit, query: URLSearchParams): Promise<void> {
    const finish = (reply: Reply) => send(response, reply, this.#options.limits.stallTime);
    if (request.method === 'GET') return finish(refusal(406, NO_STREAM));
    if (request.method !== 'POST') return finish(methodNotAllowed('GET, POST'));
    const id = query.get(SESSION) ?? '';
    if (!this.#streams.has(id)) return finish(unknownSession(null));
    const leave = this.#admission.enter(id);
    if (typeof leave !== 'function') return finish(leave);
    const held = new AbortController();
    try {
      const message = await readMessage(request, this.#options.bodies, held.signal);
      if (message === undefined) return;
      if ('status' in message) return finish(message);
      if (ofModernEra(message)) return finish(refusal(400, TOO_NEW, { id: idOf(message) }));
      const stream = this.#streams.get(id);
      if (!stream) return finish(unknownSession(idOf(message)));
      finish({ status: 202 });
      await this.#work(stream, message);
    } finally {
      held.abort();
      leave();
    }
  }

  /** Each stream ends when what it was asked is answered. */
  end(): void {
    for (const { events, work } of this.#streams.values()) {
      Promise.allSettled(work).then(() => events.end());
    }
  }

  async #work({ events, dispatcher, work }: Stream, message: Message | readonly unknown[]): Promise<void> {
    const running = dispatcher.answer(message, reply => events.send('message', reply));
    work.add(running);
    try {
      await running;
    } finally {
      work.delete(running);
    }
  }
}

function ofModernEra(message: Message | readonly unknown[]): boolean {
  return 'params' in message && isModern(message.params);
}
