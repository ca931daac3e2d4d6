/** Who may ask, and what everybody is told. */
import { describe, expect, test } from 'vitest';
import { HTTP_LIMITS } from '../../../src/mcp/http/limits.ts';
import type { PageHandler, PageReply, PageRequest } from '../../../src/mcp/http/page-handler.ts';
import {
  AS_JSON,
  expectToWork,
  JSON_HEADERS,
  PING,
  POST,
  post,
  RawConnection,
  request,
  startHttp,
} from '../../support/http-server.ts';
import { call } from '../../support/mcp-server.ts';

const TOKEN = 'correct-horse-battery-staple';
const PAGE = '<!doctype html><title>page</title>';

const pages: PageHandler = {
  isPublic: path => path === '/',
  answer: async ({ path, query, gzip }: PageRequest): Promise<PageReply | undefined> => {
    if (path === '/')
      return { status: 200, type: 'text/html; charset=utf-8', body: PAGE, headers: { 'X-Own': '1' } };
    if (path !== '/data/file') return undefined;
    return { status: 200, type: 'application/json', body: JSON.stringify({ path: query.get('path'), gzip }) };
  },
};

describe('a token', () => {
  test.each([
    ['none', undefined],
    ['another', 'Bearer wrong'],
    ['one that begins as the right one', `Bearer ${TOKEN.slice(0, -1)}`],
    ['one that goes on after the right one', `Bearer ${TOKEN}x`],
    ['the right one in another scheme', `Basic ${TOKEN}`],
    ['the right one without a scheme', TOKEN],
    ['an empty one', 'Bearer '],
  ])('%s is refused, whatever is asked', async (_, authorization) => {
    const { url } = await startHttp({ token: TOKEN, pages });
    const headers = { ...JSON_HEADERS, ...(authorization === undefined ? {} : { authorization }) };
    const response = await post(url, PING, headers);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await response.json()).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32001, message: 'Unauthorized' },
    });
    for (const path of ['/status', '/data/file?path=a', '/mcp', '/nope']) {
      expect((await fetch(new URL(path, url), { headers })).status, path).toBe(401);
    }
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(401);
    await expectToWork(url, { authorization: `Bearer ${TOKEN}` });
  });

  test('is asked for before anything of the request is looked at', async () => {
    const { port } = await startHttp({ token: TOKEN });
    const nonsense = request('PUT /nope', { 'Content-Length': `${1e12}` });
    expect(await new RawConnection(port).send(nonsense).until(1)).toEqual([401]);
  });

  test('is not needed for the page, which has no data', async () => {
    const { url } = await startHttp({ token: TOKEN, pages });
    expect((await fetch(new URL('/', url))).status).toBe(200);
    expect((await post(new URL('/', url).href, PING)).status).toBe(401);
  });
});

describe('names of this server', () => {
  test.each(['localhost', '127.0.0.1', '[::1]', 'LOCALHOST', '127.0.0.2', 'localhost:1234'])(
    '%s',
    async host => {
      const { port } = await startHttp();
      const bytes = request(
        POST,
        { ...AS_JSON, Host: host, Origin: `http://${host}`, 'Sec-Fetch-Site': 'same-origin' },
        PING,
      );
      expect(await new RawConnection(port).send(bytes).until(1)).toEqual([200]);
    },
  );

  test('are any where others may connect, because they need the token', async () => {
    const { port } = await startHttp({ host: '0.0.0.0', token: TOKEN });
    const named = { ...AS_JSON, Host: 'build.example:3000', Authorization: `Bearer ${TOKEN}` };
    expect(await new RawConnection(port).send(request(POST, named, PING)).until(1)).toEqual([200]);
    const proxied = { ...named, Origin: 'https://build.example:3000' };
    expect(await new RawConnection(port).send(request(POST, proxied, PING)).until(1)).toEqual([200]);
    const foreign = { ...named, Origin: 'https://evil.example' };
    expect(await new RawConnection(port).send(request(POST, foreign, PING)).until(1)).toEqual([403]);
  });
});

describe('pages', () => {
  test('are what the handler says, with headers that keep others out', async () => {
    const { url } = await startHttp({ pages });
    const response = await fetch(new URL('/', url));
    expect(await response.text()).toBe(PAGE);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-own': '1',
    });
    const data = await fetch(new URL('/data/file?path=a%20b', url));
    expect(await data.json()).toEqual({ path: 'a b', gzip: true });
    expect((await fetch(new URL('/nope', url))).status).toBe(404);
  });

  test('are not sent for HEAD, and their length is told', async () => {
    const { url } = await startHttp({ pages });
    const response = await fetch(new URL('/', url), { method: 'HEAD' });
    expect([response.headers.get('content-length'), await response.text()]).toEqual([`${PAGE.length}`, '']);
  });

  test('that throw are a bug, and the next one works', async () => {
    const broken = { ...pages, answer: () => Promise.reject(new Error('secret detail')) };
    const { url, bugs } = await startHttp({ pages: broken });
    const response = await fetch(new URL('/', url));
    expect([response.status, await response.text()]).toEqual([500, expect.not.stringContaining('secret')]);
    expect(bugs).toHaveLength(1);
    await expectToWork(url);
  });
});

test('the status says how the server is', async () => {
  const { url } = await startHttp();
  await post(url, call(1, 'echo', { path: 'a' }));
  await post(url, call(2, 'fail'));
  const status = await (await fetch(new URL('/status', url))).json();
  expect(status).toMatchObject({
    name: 'ultragit',
    version: '1.2.3',
    protocols: ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'],
    worktree: '/somewhere',
    pid: process.pid,
    started: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    clients: expect.any(Number),
    calls: { running: 0, answered: 2 },
    tools: expect.arrayContaining(['echo', 'fail']),
    last_error: 'File not found: a.ts',
  });
});

test('a body of 10 MiB is read, and one byte more is not', async () => {
  const { url } = await startHttp();
  const frame = JSON.stringify(call(1, 'echo', { path: '' })).length;
  const body = (size: number) => JSON.stringify(call(1, 'echo', { path: 'x'.repeat(size - frame) }));
  expect((await post(url, body(HTTP_LIMITS.body))).status).toBe(200);
  expect((await post(url, body(HTTP_LIMITS.body + 1))).status).toBe(413);
  await expectToWork(url);
});
