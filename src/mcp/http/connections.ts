/** What goes wrong below requests: too many connections, bytes that are no HTTP, headers that are too long or too slow. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { HttpLimits } from './limits.ts';
import { COMMON_HEADERS, type Reply, refusal } from './reply.ts';

type Broken = Error & { code?: string };

/** How long a client has to read what it did wrong. */
const LINGER_MS = 500;
/** Connections beyond the limit that are told so; more are closed without a word. */
const TOLD = 64;

export class Connections {
  readonly #limits: HttpLimits;
  readonly #open = new Map<Socket, Map<ServerResponse, AbortController>>();
  readonly #closing = new WeakSet<Socket>();

  constructor(server: Server, limits: HttpLimits) {
    this.#limits = limits;
    server.maxConnections = limits.connections + TOLD;
    server.on('connection', (socket: Socket) => this.#connect(socket));
    server.on('clientError', (error: Broken, socket) => this.#refuse(socket as Socket, faultOf(error)));
    server.on('connect', (_, socket) => this.#refuse(socket as Socket, refusal(405, 'This is no proxy.')));
  }

  /** Aborts when the response is sent, or can't be any more. */
  signalOf({ socket }: IncomingMessage, response: ServerResponse): AbortSignal {
    const over = new AbortController();
    const open = this.#open.get(socket);
    open?.set(response, over);
    response.once('close', () => {
      open?.delete(response);
      over.abort();
    });
    if (!open) over.abort();
    return over.signal;
  }

  #connect(socket: Socket): void {
    const open = new Map<ServerResponse, AbortController>();
    this.#open.set(socket, open);
    socket.once('close', () => {
      this.#open.delete(socket);
      // Node does not tell the responses that wait for their turn.
      for (const over of open.values()) over.abort();
    });
    if (this.#open.size <= this.#limits.connections) return;
    this.#refuse(socket, refusal(503, 'Too many connections are open.', { headers: { 'Retry-After': '1' } }));
  }

  /** After the answers to what was sent before it. */
  async #refuse(socket: Socket, reply: Reply): Promise<void> {
    if (this.#closing.has(socket)) return;
    this.#closing.add(socket);
    const before = [...(this.#open.get(socket) ?? [])].filter(([{ req }]) => req.complete);
    await Promise.all(before.map(([, { signal }]) => aborted(signal)));
    if (!socket.writable) return void socket.destroy();
    socket.end(asBytes(reply));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }
}

/** Resolves when it is. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function faultOf({ code }: Broken): Reply {
  if (code === 'HPE_HEADER_OVERFLOW') return refusal(431, 'The headers are too long.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return refusal(408, 'The request took too long to arrive.');
  return refusal(400, 'The request is not valid HTTP.');
}

function asBytes({ status, type, body = '', headers }: Reply): string {
  const all = {
    ...COMMON_HEADERS,
    'Content-Type': type,
    'Content-Length': body.length,
    ...headers,
    Connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
