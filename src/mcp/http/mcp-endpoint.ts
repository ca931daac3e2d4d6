/** Streamable HTTP at one address: POST for messages, DELETE for the end of a session, and nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Dispatcher, type DispatchOptions } from '../dispatch.ts';
import type { Message } from '../jsonrpc.ts';
import { BATCH_VERSION, isModern, MODERN_VERSIONS } from '../protocol.ts';
import { acceptedBy, Exchange } from './exchange.ts';
import type { HttpLimits } from './limits.ts';
import type { Bodies } from './read-body.ts';
import { readMessage } from './read-message.ts';
import { methodNotAllowed, type Reply, refusal, send } from './reply.ts';
import { idOf, noSession, type Route, route, unknownSession } from './route.ts';
import { type Session, Sessions } from './sessions.ts';

export type EndpointOptions = Omit<DispatchOptions, 'notify' | 'negotiated'> & {
  limits: HttpLimits;
  bodies: Bodies;
};

/** A request that may go on, with what tells that nobody waits for its answer any more. */
export type Visit = { request: IncomingMessage; response: ServerResponse; signal: AbortSignal };

/** Where the messages of a route are answered. */
type Place = { dispatcher: Dispatcher; session?: Session; headers?: Reply['headers'] };

const METHODS = 'POST, DELETE';
const BUSY = 'Too many sessions are open. End one, or try again in a minute.';

export class McpEndpoint {
  readonly #options: EndpointOptions;
  readonly #sessions: Sessions;
  /** Of those who need no session. */
  readonly #connections = new Set<Socket>();

  constructor(options: EndpointOptions) {
    this.#options = options;
    this.#sessions = new Sessions(options.limits, options.clock);
  }

  /** How many are connected, as far as that can be told. */
  get clients(): number {
    return this.#sessions.size + this.#connections.size;
  }

  isSession(id: string): boolean {
    return this.#sessions.find(id) !== undefined;
  }

  async answer(visit: Visit): Promise<void> {
    const { request, response } = visit;
    if (request.method === 'POST') return this.#post(visit);
    const reply = request.method === 'DELETE' ? this.#end(request) : methodNotAllowed(METHODS);
    send(response, reply, this.#options.limits.stallTime);
  }

  async #post({ request, response, signal }: Visit): Promise<void> {
    const { limits, bodies } = this.#options;
    const finish = (reply: Reply) => send(response, reply, limits.stallTime);
    const message = await readMessage(request, bodies, signal);
    if (message === undefined) return;
    if ('status' in message) return finish(message);
    const place = this.#placeOf(message, route(message, request.headers), request.socket);
    if ('status' in place) return finish(place);
    const exchange = new Exchange(response, acceptedBy(request.headers), limits, signal);
    await this.#exchange(message, place, exchange, signal);
  }

  async #exchange(
    message: Message | readonly unknown[],
    { dispatcher, session, headers }: Place,
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<void> {
    const work = async () => {
      const respond = async (reply: string) => {
        const isRefused = Array.isArray(message) && !reply.startsWith('[');
        exchange.answer(reply, { headers, status: isRefused ? 400 : 200 });
      };
      const notify = (text: string) => exchange.notify(text);
      await dispatcher.answer(message, respond, { notify, signal });
      exchange.close();
    };
    await (session ? this.#sessions.during(session.id, work) : work());
  }

  #placeOf(message: Message | readonly unknown[], to: Route, socket: Socket): Place | Reply {
    if (to.kind === 'refused') return to.reply;
    if (to.kind === 'session') {
      const session = this.#sessions.find(to.id);
      return session ? { dispatcher: session.dispatcher, session } : unknownSession(idOf(message));
    }
    if (to.kind === 'new') {
      const session = this.#sessions.open(this.#dispatcher());
      if (!session) return refusal(503, BUSY, { id: idOf(message), headers: { 'Retry-After': '60' } });
      return { dispatcher: session.dispatcher, session, headers: { 'Mcp-Session-Id': session.id } };
    }
    this.#note(socket);
    const isLegacy = !('params' in message && isModern(message.params));
    return { dispatcher: this.#dispatcher(isLegacy ? BATCH_VERSION : undefined) };
  }

  #dispatcher(negotiated?: DispatchOptions['negotiated']): Dispatcher {
    return new Dispatcher({ ...this.#options, negotiated, notify: () => false });
  }

  #note(socket: Socket): void {
    if (this.#connections.has(socket) || socket.destroyed) return;
    this.#connections.add(socket);
    socket.once('close', () => this.#connections.delete(socket));
  }

  #end({ headers }: IncomingMessage): Reply {
    const version = headers['mcp-protocol-version']?.toString() ?? '';
    if (MODERN_VERSIONS.includes(version)) return methodNotAllowed('POST');
    const id = headers['mcp-session-id']?.toString();
    if (id === undefined) return noSession(null);
    return this.#sessions.end(id) ? { status: 204 } : unknownSession(null);
  }
}
