/** The server over HTTP, in this process, with the test tools; and requests to it, byte for byte. */
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { answerHere } from '../../src/mcp/answer-here.ts';
import { type HttpOptions, serveHttp } from '../../src/mcp/http/serve-http.ts';
import { afterEachTest } from './clean-up.ts';
import type { Reply } from './mcp-server.ts';
import { testTools } from './test-tools.ts';

export type HttpTestServer = { url: string; port: number; bugs: unknown[]; end(): Promise<void> };

const open: (() => unknown)[] = [];
afterEachTest(async () => {
  for (const close of open.splice(0)) await close();
});

export async function startHttp(options: Partial<HttpOptions> = {}): Promise<HttpTestServer> {
  const ending = new AbortController();
  const bugs: unknown[] = [];
  const { url, port, closed } = await serveHttp({
    host: '127.0.0.1',
    ports: [0],
    worktree: '/somewhere',
    version: '1.2.3',
    answering: answerHere(async () => testTools),
    log: () => {},
    onBug: error => bugs.push(error),
    clock: () => performance.now(),
    signal: ending.signal,
    ...options,
  });
  const end = () => {
    ending.abort();
    return closed;
  };
  open.push(end);
  return { url, port, bugs, end };
}

export const JSON_HEADERS = { 'content-type': 'application/json' };

/** As a client of the modern era sends it. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    ...JSON_HEADERS,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': name }),
  };
}

export function post(
  url: string,
  body: unknown,
  headers: Record<string, string> = JSON_HEADERS,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    signal,
  });
}

export async function postJson(
  url: string,
  body: unknown,
  headers?: Record<string, string>,
): Promise<{ status: number; reply: Reply }> {
  const response = await post(url, body, headers);
  return { status: response.status, reply: (await response.json()) as Reply };
}

/** The messages of an event stream that has ended. */
export function messagesIn(stream: string): Reply[] {
  const events = stream.split('\n\n').filter(event => event.startsWith('event: message\ndata: '));
  return events.map(event => JSON.parse(event.slice('event: message\ndata: '.length)));
}

/** A call that any client may make at any time. */
export async function expectToWork(url: string, headers: Record<string, string> = {}): Promise<void> {
  const ping = { jsonrpc: '2.0', id: 'next', method: 'ping' };
  const { status, reply } = await postJson(url, ping, { ...JSON_HEADERS, ...headers });
  expect({ status, reply }).toEqual({ status: 200, reply: { jsonrpc: '2.0', id: 'next', result: {} } });
}

/** A connection that says exactly what it is given. */
export class RawConnection {
  readonly socket: Socket;
  readonly closed: Promise<string>;
  received = '';
  #watchers = new Set<() => void>();

  constructor(port: number) {
    this.socket = connect({ port, host: '127.0.0.1' });
    this.socket.setEncoding('latin1').on('data', text => {
      this.received += text;
      this.#look();
    });
    this.socket.on('error', () => {});
    this.closed = new Promise(resolve =>
      this.socket.on('close', () => {
        resolve(this.received);
        this.#look();
      }),
    );
    open.push(() => this.socket.destroy());
  }

  send(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** The status of each response so far. */
  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }

  /** Waits for so many responses, each as its status. */
  until(count: number): Promise<number[]> {
    return new Promise((resolve, reject) => {
      const look = () => {
        if (this.statuses.length < count && !this.socket.destroyed) return;
        this.#watchers.delete(look);
        if (this.statuses.length < count) reject(new Error(`closed after ${JSON.stringify(this.received)}`));
        else resolve(this.statuses);
      };
      this.#watchers.add(look);
      look();
    });
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }
}

/** A request as text; its body has the right length, unless a header says something about it. */
export function request(
  line: string,
  headers: Record<string, string | readonly string[]> = {},
  body = '',
): string {
  const given = { Host: '127.0.0.1', ...headers };
  const names = Object.keys(given).map(name => name.toLowerCase());
  const isFramed = names.includes('content-length') || names.includes('transfer-encoding');
  const all = isFramed || body === '' ? given : { ...given, 'Content-Length': `${Buffer.byteLength(body)}` };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    [value].flat().map(one => `${name}: ${one}\r\n`),
  );
  return `${line} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

export const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
export const POST = 'POST /mcp';
export const AS_JSON = { 'Content-Type': 'application/json' };
