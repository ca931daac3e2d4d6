/** The transport of 2024-11-05: answers come on a stream that a GET opened. */
import { expect, test } from 'vitest';
import type { CallContext } from '../../../src/mcp/answering.ts';
import { connectSse } from '../../support/clients.ts';
import {
  AS_JSON,
  expectToWork,
  JSON_HEADERS,
  PING,
  post,
  postJson,
  RawConnection,
  request,
  startHttp,
} from '../../support/http-server.ts';
import { call, modernMeta, type Reply } from '../../support/mcp-server.ts';

const STREAM = { accept: 'text/event-stream' };

type Event = { event: string; data: string };

/** What a client sees on its stream, event by event. */
class EventReader {
  readonly response: Response;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #text = '';

  constructor(response: Response) {
    this.response = response;
    this.#reader = response.body!.getReader();
  }

  static async open(url: string, headers: Record<string, string> = STREAM): Promise<EventReader> {
    return new EventReader(await fetch(url, { headers }));
  }

  /** The next event or comment; undefined at the end. */
  async next(): Promise<Event | string | undefined> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#text += new TextDecoder().decode(value);
    }
    const [block = '', ...rest] = this.#text.split('\n\n');
    this.#text = rest.join('\n\n');
    const { event, data } = /^event: (?<event>.*)\ndata: (?<data>.*)$/.exec(block)?.groups ?? {};
    return event === undefined || data === undefined ? block : { event, data };
  }

  async endpoint(): Promise<string> {
    const { event, data } = (await this.next()) as Event;
    expect(event).toBe('endpoint');
    expect(data).toMatch(/^\/sse\?sessionId=[\da-f-]{36}$/);
    return new URL(data, this.response.url).href;
  }

  async message(): Promise<Reply> {
    const { event, data } = (await this.next()) as Event;
    expect(event).toBe('message');
    return JSON.parse(data);
  }

  close(): Promise<void> {
    return this.#reader.cancel();
  }
}

const at = (url: string, path: string) => new URL(path, url).href;

/** Calls that last until they are stopped or `finish` is called. */
function endless() {
  const running: CallContext[] = [];
  const finishers: (() => void)[] = [];
  const stopped: unknown[] = [];
  return {
    running,
    stopped,
    finish: () => {
      for (const finish of finishers.splice(0)) finish();
    },
    answering: {
      prepare: () => {},
      list: () => Promise.reject(new Error('not asked for')),
      call: (_params: unknown, context: CallContext) =>
        new Promise<{ json: string; isError: boolean }>((resolve, reject) => {
          running.push(context);
          finishers.push(() => resolve({ json: '{"content":[]}', isError: false }));
          context.signal.addEventListener('abort', () => {
            stopped.push(context);
            reject(context.signal.reason);
          });
        }),
    },
  };
}

test.each([
  ['/sse', undefined],
  ['/mcp', undefined],
  ['/sse', 'sesame'],
  ['/mcp', 'sesame'],
])('the official client connects at %s, token %s, lists and calls tools', async (path, token) => {
  const { url } = await startHttp({ token });
  const client = await connectSse({ url: at(url, path), token });
  expect((await client.list()).map(({ name }) => name)).toContain('echo');
  expect(await client.call('echo', { path: 'a' })).toMatchObject({ structuredContent: { path: 'a' } });
  const both = await Promise.all(['b', 'c'].map(one => client.call('echo', { path: one })));
  expect(both).toMatchObject([{ structuredContent: { path: 'b' } }, { structuredContent: { path: 'c' } }]);
  const status = await fetch(at(url, '/status'), {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  expect(await status.json()).toMatchObject({ clients: 1 });
});

test('who has no token gets no stream, and can send nothing to that of another', async () => {
  const { url } = await startHttp({ token: 'sesame' });
  await expect(connectSse({ url: at(url, '/sse') })).rejects.toThrow('401');
  const stream = await EventReader.open(at(url, '/sse'), { ...STREAM, authorization: 'Bearer sesame' });
  expect((await post(await stream.endpoint(), PING)).status).toBe(401);
  await stream.close();
});

test('a message is taken with 202, and its answer comes on the stream', async () => {
  const { url } = await startHttp();
  const stream = await EventReader.open(at(url, '/sse'));
  expect(stream.response.status).toBe(200);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(stream.response.headers.get('cache-control')).toBe('no-store');
  const endpoint = await stream.endpoint();
  const taken = await post(endpoint, PING);
  expect([taken.status, await taken.text()]).toEqual([202, '']);
  expect(await stream.message()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  const hello = {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  };
  await post(endpoint, { jsonrpc: '2.0', id: 2, method: 'initialize', params: hello });
  expect(await stream.message()).toMatchObject({ id: 2, result: { protocolVersion: '2024-11-05' } });
  expect((await post(endpoint, { jsonrpc: '2.0', method: 'notifications/initialized' })).status).toBe(202);
  await post(endpoint, call(3, 'no such tool'));
  expect(await stream.message()).toMatchObject({ id: 3, error: { code: -32602 } });
  await stream.close();
});

test('progress comes on the stream, before the answer', async () => {
  const { url } = await startHttp();
  const stream = await EventReader.open(at(url, '/sse'));
  await post(await stream.endpoint(), call(1, 'progress', {}, { progressToken: 'p' }));
  const progress = { progressToken: 'p', progress: 1, total: 3, message: 'step 1' };
  expect(await stream.message()).toMatchObject({ method: 'notifications/progress', params: progress });
  expect(await stream.message()).toMatchObject({ id: 1, result: { structuredContent: { done: true } } });
  await stream.close();
});

test.each<[string, string, Record<string, string>, number]>([
  ['/mcp without Accept', '/mcp', {}, 405],
  ['/mcp with a session', '/mcp', { ...STREAM, 'mcp-session-id': 'any' }, 405],
  ['/mcp with a version', '/mcp', { ...STREAM, 'mcp-protocol-version': '2025-11-25' }, 405],
  ['/sse without Accept', '/sse', {}, 406],
  ['/sse as a page of another site', '/sse', { ...STREAM, origin: 'http://example.org' }, 403],
  ['/sse as another host', '/sse', { ...STREAM, Host: 'example.org' }, 403],
  ['/ as an event stream', '/', STREAM, 404],
])('GET of %s opens no stream', async (_, path, headers, status) => {
  const { port } = await startHttp();
  expect(await new RawConnection(port).send(request(`GET ${path}`, headers)).until(1)).toEqual([status]);
});

test.each([
  ['no session id', '/sse', PING, AS_JSON, 404],
  ['an unknown session id', '/sse?sessionId=0', PING, AS_JSON, 404],
  ['no JSON', '', '{', AS_JSON, 400],
  ['no message', '', '{}', AS_JSON, 400],
  ['an empty body', '', ' ', AS_JSON, 400],
  ['a form', '', PING, { 'Content-Type': 'text/plain' }, 415],
  ['a body that is too large', '', `"${'x'.repeat(2000)}"`, AS_JSON, 413],
  ['a page of another site', '', PING, { ...AS_JSON, Origin: 'http://example.org' }, 403],
  ['the modern era', '', JSON.stringify(call(1, 'echo', {}, modernMeta)), AS_JSON, 400],
] as const)('a POST with %s is refused, and the stream lives', async (_, path, body, headers, status) => {
  const { url, port } = await startHttp({ limits: { body: 1000 } });
  const stream = await EventReader.open(at(url, '/sse'));
  const endpoint = await stream.endpoint();
  const { pathname, search } = new URL(path || endpoint, url);
  const sent = new RawConnection(port).send(request(`POST ${pathname}${search}`, headers, body));
  expect(await sent.until(1)).toEqual([status]);
  expect((await post(endpoint, PING)).status).toBe(202);
  expect(await stream.message()).toMatchObject({ id: 1, result: {} });
  await stream.close();
});

test('other methods are refused', async () => {
  const { port } = await startHttp();
  const all = ['HEAD', 'PUT', 'DELETE'].map(async method => {
    const connection = new RawConnection(port).send(request(`${method} /sse`));
    expect(await connection.until(1)).toEqual([405]);
    expect(connection.received).toContain('Allow: GET, POST');
  });
  await Promise.all(all);
});

test('its session is none of Streamable HTTP', async () => {
  const { url } = await startHttp();
  const stream = await EventReader.open(url);
  const id = new URL(await stream.endpoint()).searchParams.get('sessionId')!;
  const session = { ...JSON_HEADERS, 'mcp-session-id': id };
  expect((await postJson(url, JSON.parse(PING), session)).status).toBe(404);
  await stream.close();
});

test('closing the stream ends its session and stops its calls, and those of no other', async () => {
  const { answering, running, stopped } = endless();
  const { url, bugs } = await startHttp({ answering });
  const [first, second] = await Promise.all([1, 2].map(() => EventReader.open(at(url, '/sse'))));
  const endpoints = [await first!.endpoint(), await second!.endpoint()];
  for (const endpoint of endpoints) await post(endpoint, call(1, 'wait'));
  await expect.poll(() => running.length).toBe(2);
  await first!.close();
  await expect.poll(() => stopped.length).toBe(1);
  await expect.poll(async () => (await post(endpoints[0]!, PING)).status).toBe(404);
  expect(stopped).toHaveLength(1);
  await post(endpoints[1]!, PING);
  expect(await second!.message()).toMatchObject({ result: {} });
  await second!.close();
  await expect.poll(() => stopped.length).toBe(2);
  expect(bugs).toEqual([]);
});

test('a cancelled call has no answer', async () => {
  const { answering, stopped } = endless();
  const { url } = await startHttp({ answering });
  const stream = await EventReader.open(at(url, '/sse'));
  const endpoint = await stream.endpoint();
  await post(endpoint, call(7, 'wait'));
  await post(endpoint, { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } });
  await expect.poll(() => stopped.length).toBe(1);
  await post(endpoint, PING);
  expect(await stream.message()).toMatchObject({ id: 1, result: {} });
  await stream.close();
});

test('more streams than the limit are refused, and a closed one makes room', async () => {
  const { url } = await startHttp({ limits: { streams: 1, requests: 1 } });
  const stream = await EventReader.open(at(url, '/sse'));
  await stream.endpoint();
  const refused = await fetch(at(url, '/sse'), { headers: STREAM });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '60']);
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining('event streams') },
  });
  await expectToWork(url);
  await stream.close();
  await expect.poll(async () => (await EventReader.open(at(url, '/sse'))).response.status).toBe(200);
});

test('a client has so many messages that wait for an answer, and no more; another is not held up', async () => {
  const { answering, finish, running } = endless();
  const { url } = await startHttp({ answering, limits: { requestsOfClient: 3, requests: 10 } });
  const [busy, other] = [await EventReader.open(at(url, '/sse')), await EventReader.open(at(url, '/sse'))];
  const endpoint = await busy.endpoint();
  for (const id of [1, 2, 3]) expect((await post(endpoint, call(id, 'wait'))).status).toBe(202);
  const refused = await post(endpoint, PING);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
  await refused.text();
  await post(await other.endpoint(), PING);
  expect(await other.message()).toMatchObject({ result: {} });
  await expect.poll(() => running.length).toBe(3);
  finish();
  for (const _ of [1, 2, 3]) await busy.message();
  await expect.poll(async () => (await post(endpoint, PING)).status).toBe(202);
  await Promise.all([busy.close(), other.close()]);
});

test('the bodies of messages that wait count', async () => {
  const { answering } = endless();
  const { url } = await startHttp({ answering, limits: { bodies: 3000 } });
  const stream = await EventReader.open(at(url, '/sse'));
  const endpoint = await stream.endpoint();
  const large = (id: number) => call(id, 'wait', { text: 'x'.repeat(2000) });
  expect((await post(endpoint, large(1))).status).toBe(202);
  expect((await post(endpoint, large(2))).status).toBe(503);
  await stream.close();
});

test('a reader that takes nothing is cut off, and what waited for it is forgotten', async () => {
  const large = { json: JSON.stringify({ content: 'x'.repeat(4 << 20) }), isError: false };
  const answering = { prepare: () => {}, list: async () => large, call: async () => large };
  const { url, port } = await startHttp({
    answering,
    limits: { requestsOfClient: 8, stallTime: 300, heartbeat: 100 },
  });
  const raw = new RawConnection(port).send(request('GET /sse', STREAM));
  await expect.poll(() => raw.received).toContain('sessionId=');
  const endpoint = at(url, /data: (\S+)/.exec(raw.received)![1]!);
  raw.socket.pause();
  const statuses: number[] = [];
  await expect
    .poll(
      async () => {
        const { status } = await post(endpoint, call(statuses.length, 'any'));
        statuses.push(status);
        return status;
      },
      { timeout: 20_000 },
    )
    .toBe(404);
  expect(new Set(statuses.filter(status => status !== 404))).toEqual(new Set([202, 429]));
  expect(statuses.filter(status => status === 202).length).toBeLessThan(20);
  await expectToWork(url);
});

test('a stream on which nothing happens says that it lives, and is not cut off', async () => {
  const { url } = await startHttp({ limits: { heartbeat: 20, stallTime: 100 } });
  const stream = await EventReader.open(at(url, '/sse'));
  const endpoint = await stream.endpoint();
  for (let beat = 0; beat < 20; beat++) expect(await stream.next()).toBe(': alive');
  expect((await post(endpoint, PING)).status).toBe(202);
  await stream.close();
});

test('the end of the server lets a running call finish, and closes streams at once that wait for nothing', async () => {
  const { answering, finish, running } = endless();
  const { url, end, bugs } = await startHttp({ answering, limits: { grace: 60_000 } });
  const [idle, busy] = [await EventReader.open(at(url, '/sse')), await EventReader.open(at(url, '/sse'))];
  await idle.endpoint();
  await post(await busy.endpoint(), call(1, 'wait'));
  await expect.poll(() => running.length).toBe(1);
  const ended = end();
  expect(await idle.next()).toBeUndefined();
  finish();
  expect(await busy.message()).toMatchObject({ id: 1, result: { content: [] } });
  expect(await busy.next()).toBeUndefined();
  await ended;
  expect(bugs).toEqual([]);
});
