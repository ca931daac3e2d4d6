/** The server over HTTP: the protocol at `/mcp` and `/sse`, how it is at `/status`, and pages elsewhere, for several clients at once. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answering } from '../answering.ts';
import type { DispatchOptions } from '../dispatch.ts';
import { quoted } from '../jsonrpc.ts';
import { type Address, isLoopbackName, urlOf } from './address.ts';
import { Admission } from './admission.ts';
import { aborted, Connections } from './connections.ts';
import { Counted } from './counted.ts';
import { type Guard, refuse } from './guard.ts';
import { HTTP_LIMITS, type HttpLimits } from './limits.ts';
import { McpEndpoint, type Visit } from './mcp-endpoint.ts';
import type { PageHandler } from './page-handler.ts';
import { Bodies } from './read-body.ts';
import { methodNotAllowed, type Reply, refusal, send } from './reply.ts';
import { opensStream, SSE_PATH, SseEndpoint } from './sse-endpoint.ts';
import { status } from './status.ts';

export type HttpOptions = Pick<DispatchOptions, 'knownSources' | 'version' | 'log' | 'onBug' | 'clock'> & {
  host: string;
  /** Tried in this order, until one is free. */
  ports: AsyncIterable<number> | Iterable<number>;
  /** Required of every request where there is one. */
  token?: string;
  worktree: string;
  /** Shared by all clients; who made it closes it. */
  answering: Answering;
  /** Ends the server: running requests may finish, within a grace time. */
  signal: AbortSignal;
  /** Whatever is not `/mcp`. */
  pages?: PageHandler;
  limits?: Partial<HttpLimits>;
};

export type Serving = Address & {
  /** Of the protocol, as this machine reaches it: `http://127.0.0.1:3000/mcp`. */
  url: string;
  /** Resolves when the last connection is closed, after `signal`. */
  closed: Promise<void>;
};

/** Resolves when it listens; rejects with node's error where it can't. */
export async function serveHttp(options: HttpOptions): Promise<Serving> {
  const server = new HttpServer(options);
  const address = { host: options.host, port: await server.listen() };
  return { ...address, url: urlOf(address), closed: server.end() };
}

const BUG = 'This is a bug in Ultragit. Its details are on stderr.';

class HttpServer {
  readonly #options: HttpOptions;
  readonly #limits: HttpLimits;
  readonly #guard: Guard;
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #admission: Admission;
  readonly #calls: Counted;
  readonly #mcp: McpEndpoint;
  readonly #sse: SseEndpoint;
  readonly #visits = new Set<Promise<void>>();
  readonly #started = new Date();

  constructor(options: HttpOptions) {
    this.#options = options;
    const limits = { ...HTTP_LIMITS, ...options.limits };
    this.#limits = limits;
    this.#guard = { isLocal: isLoopbackName(options.host), token: options.token };
    this.#admission = new Admission(limits);
    this.#calls = new Counted(options.answering);
    const answering = async () => this.#calls;
    const endpoint = { ...options, limits, answering, bodies: new Bodies(limits) };
    this.#mcp = new McpEndpoint(endpoint);
    this.#sse = new SseEndpoint(endpoint);
    this.#server = createServer({
      connectionsCheckingInterval: limits.checkEvery,
      headersTimeout: limits.headersTime,
      keepAliveTimeout: limits.idleTime,
      maxHeaderSize: limits.headers,
      requestTimeout: limits.requestTime,
    });
    this.#connections = new Connections(this.#server, limits);
    const take = (request: IncomingMessage, response: ServerResponse) => this.#take(request, response);
    this.#server.on('request', take);
    // Who asks first whether a body is welcome is told before it is sent.
    this.#server.on('checkContinue', take);
  }

  async listen(): Promise<number> {
    let problem: unknown = new Error('No port was given.');
    for await (const port of this.#options.ports) {
      try {
        return await listenAt(this.#server, this.#options.host, port);
      } catch (error) {
        problem = error;
      }
    }
    throw problem;
  }

  /** Resolves when all is over. */
  end(): Promise<void> {
    const { signal } = this.#options;
    return new Promise(resolve => {
      const stop = () => resolve(this.#stop());
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop, { once: true });
    });
  }

  async #stop(): Promise<void> {
    const closed = new Promise<void>(resolve => this.#server.close(() => resolve()));
    this.#sse.end();
    const isOver = Promise.allSettled(this.#visits);
    const late = setTimeout(() => this.#server.closeAllConnections(), this.#limits.grace);
    await isOver;
    clearTimeout(late);
    this.#server.closeAllConnections();
    await closed;
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    const signal = this.#connections.signalOf(request, response);
    request.on('error', () => {});
    response.on('error', () => {});
    if (this.#options.signal.aborted) response.shouldKeepAlive = false;
    const { log, clock } = this.#options;
    const started = clock();
    const visit = this.#answer({ request, response, signal })
      .catch(error => {
        this.#options.onBug(error);
        send(response, refusal(500, BUG), this.#limits.stallTime);
      })
      .then(() => aborted(signal))
      .finally(() => {
        this.#visits.delete(visit);
        const { method = '', url = '' } = request;
        const asked = { method, path: quoted(url.replace(/\?.*/s, '')), status: response.statusCode };
        log('debug', 'request', { ...asked, ms: Math.round(clock() - started) });
      });
    this.#visits.add(visit);
  }

  async #answer(visit: Visit): Promise<void> {
    const { request, response } = visit;
    const finish = (reply: Reply) => send(response, reply, this.#limits.stallTime);
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (!path.startsWith('/')) return finish(refusal(400, 'The address of a request begins with a slash.'));
    const isPublic = isLook(request) && this.#options.pages?.isPublic(path) === true;
    const refused = refuse(request, this.#guard, isPublic);
    if (refused) return finish(refused);
    if (this.#options.signal.aborted) {
      return finish(refusal(503, 'The server is ending.', { headers: { 'Retry-After': '5' } }));
    }
    const leave = this.#admission.enter(this.#clientOf(request));
    if (typeof leave !== 'function') return finish(leave);
    if (opensStream(request, path)) {
      // Streams stay open, and have a limit of their own.
      leave();
      return this.#sse.open(visit);
    }
    visit.signal.addEventListener('abort', leave, { once: true });
    return this.#route(visit, path, query);
  }

  async #route(visit: Visit, path: string, query: string): Promise<void> {
    const { request, response } = visit;
    const finish = (reply: Reply) => send(response, reply, this.#limits.stallTime);
    if (request.headers.expect !== undefined) response.writeContinue();
    if (path === '/mcp' || (path === '/' && request.method === 'POST')) return this.#mcp.answer(visit);
    if (path === SSE_PATH) return this.#sse.answer(visit, new URLSearchParams(query));
    if (!isLook(request)) return finish(methodNotAllowed(path === '/' ? 'GET, HEAD, POST' : 'GET, HEAD'));
    finish(path === '/status' ? await this.#status() : await this.#page(path, query, visit));
  }

  async #page(path: string, query: string, { request, signal }: Visit): Promise<Reply> {
    const gzip = /\bgzip\b/.test(request.headers['accept-encoding']?.toString() ?? '');
    const page = { path, query: new URLSearchParams(query), signal, gzip };
    const reply = await this.#options.pages?.answer(page);
    return reply ?? refusal(404, 'There is nothing at this address. The protocol is at /mcp.');
  }

  #status(): Promise<Reply> {
    const clients = this.#mcp.clients + this.#sse.clients;
    return status(this.#options, { started: this.#started, clients, calls: this.#calls });
  }

  /** A session, else the machine; on this one, where all have the same address, a connection. */
  #clientOf({ headers, socket }: IncomingMessage): unknown {
    const session = headers['mcp-session-id']?.toString();
    if (session !== undefined && this.#mcp.isSession(session)) return session;
    return this.#guard.isLocal ? socket : socket.remoteAddress;
  }
}

function isLook({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

function listenAt(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}
