// `mcp status --url`: any MCP server over HTTP, good or bad.
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterEach, expect, test } from 'vitest';
import { cacheDirectory } from '../../src/cache/directory.ts';
import { announceServer } from '../../src/cache/running-servers.ts';
import { runInspect } from '../../src/commands/mcp-inspect-run.ts';
import { startHttp } from '../support/http-server.ts';
import { sandbox } from './support.ts';

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(
    () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

type Flags = { token?: string; timeout?: string; json?: boolean; env?: Record<string, string>; cwd?: string };

/** `true` where no address is given. */
async function inspected(url: string | true, { env = {}, cwd = '/', ...flags }: Flags = {}) {
  const said = { stdout: '', stderr: '' };
  const stdout = { write: (text: string) => (said.stdout += text) };
  const stderr = { write: (text: string) => (said.stderr += text) };
  const io = { stdout, stderr, env, cwd, home: '/', platform: 'linux' } as const;
  const { signal } = new AbortController();
  const code = await runInspect(url, { timeout: '10', ...flags }, io, signal);
  return { code, ...said };
}

async function asJson(url: string | true, flags: Flags = {}) {
  const { code, stdout } = await inspected(url, { ...flags, json: true });
  return { code, ...JSON.parse(stdout) };
}

const SERVER = { pid: process.pid, started: '2026-01-01', version: '1.2.3', token: false };

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

test('a server of the modern era is shown with what it is and what it can do', async () => {
  const { url } = await startHttp();
  const { code, ...said } = await asJson(url);
  expect(code).toBe(0);
  expect(said).toMatchObject({
    $schema: 'ultragit-mcp-server/v1',
    url,
    state: 'ok',
    name: 'ultragit',
    version: '1.2.3',
    protocol: '2026-07-28',
    capabilities: { tools: {} },
  });
  expect(said.tools.length).toBeGreaterThan(0);
  const { stdout } = await inspected(url);
  expect(stdout).toContain(`${url}   ok`);
  expect(stdout).toContain('protocol     2026-07-28');
  expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThanOrEqual(80);
});

test('without an address, the server that runs for this worktree is asked', async () => {
  const { env, repo } = sandbox();
  const { url } = await startHttp({ worktree: repo });
  announceServer(cacheDirectory(env), { ...SERVER, worktree: repo, url });
  const { stdout, stderr } = await inspected(true, { env, cwd: repo });
  expect([stdout, stderr]).toEqual([expect.stringContaining(`${url}   ok`), '']);
});

test.each<[string, { worktree?: string; pid?: number }]>([
  ['of another worktree', { worktree: '/elsewhere' }],
  ['that is gone, with its port in use again,', { pid: process.ppid }],
])('without an address, a server %s is not asked, but the usual address', async (_, other) => {
  const { env, repo } = sandbox();
  const { url } = await startHttp({ worktree: repo });
  announceServer(cacheDirectory(env), { ...SERVER, worktree: repo, url, ...other });
  const { stdout, stderr } = await inspected(true, { env, cwd: repo, timeout: '1' });
  expect(stdout).toContain('http://127.0.0.1:8080/   ');
  expect(stderr).toBe('Note: No server runs for this worktree, so http://127.0.0.1:8080/ is asked.\n');
});

test('a server that knows the legacy era alone is asked in it, by its session, to the end', async () => {
  const seen: string[] = [];
  const { url: inner } = await startHttp();
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { headers, method } = request;
    seen.push(method === 'POST' ? JSON.parse(body).method : String(method));
    if (headers['mcp-protocol-version'] === '2026-07-28') {
      return json(
        response,
        { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'Bad version' } },
        400,
      );
    }
    const kept = ['accept', 'content-type', 'mcp-session-id', 'mcp-protocol-version'];
    const passed = Object.entries(headers).filter(([name]) => kept.includes(name)) as [string, string][];
    const answer = await fetch(inner, { method, headers: passed, ...(body && { body }) });
    const out = Object.fromEntries(
      [...answer.headers].filter(([name]) => /^(?:content-type|mcp-.*)$/.test(name)),
    );
    response.writeHead(answer.status, out).end(await answer.text());
  });
  expect(await asJson(url)).toMatchObject({ code: 0, name: 'ultragit', protocol: '2025-11-25' });
  expect(seen.slice(0, 4)).toEqual([
    'server/discover',
    'initialize',
    'notifications/initialized',
    'tools/list',
  ]);
});

test('a server of the official SDK is asked, which answers with event streams', async () => {
  const url = await serve(async (request, response) => {
    const server = new McpServer({ name: 'sdk', title: 'The SDK', version: '9' });
    server.registerTool('hello', { title: 'Hello', description: 'Says it.' }, () => ({ content: [] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
    response.on('close', () => void transport.close());
    await server.connect(transport as Parameters<typeof server.connect>[0]);
    await transport.handleRequest(request, response);
  });
  expect(await asJson(url)).toMatchObject({
    code: 0,
    name: 'sdk',
    title: 'The SDK',
    version: '9',
    protocol: '2025-11-25',
    capabilities: { tools: { listChanged: true } },
    tools: [{ name: 'hello', title: 'Hello', description: 'Says it.' }],
  });
  const { stdout } = await inspected(url);
  expect(stdout).toContain('name         sdk (The SDK)');
  expect(stdout).toContain('capabilities tools (listChanged: true)');
  expect(stdout).toContain('hello   Hello\n  Says it.');
});

test('capabilities are shown with their values, of whatever shape', async () => {
  const capabilities = {
    tools: { listChanged: false, more: null },
    logging: {},
    experimental: { x: { a: 1, b: ['c'] } },
    odd: true,
    long: { text: 'y'.repeat(1000) },
  };
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'able' } },
      'tools/list': { tools: [] },
    };
    const result = results[method];
    json(response, { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: 1, message: 'No' } }) });
  });
  const stdout = (await inspected(url)).stdout.replace(/\n {15}/g, ' ');
  expect(stdout).toContain(
    'capabilities tools (listChanged: false, more: null), logging, experimental (x: {"a":1,"b":["c"]}), odd (true), long (',
  );
  expect(stdout.length).toBeLessThan(1000);
  expect(await asJson(url)).toMatchObject({ capabilities });
});

/** A server of the official SDK that knows HTTP+SSE alone: the stream at `/sse`, messages at `/messages`. */
function sseOnly({ refuses = 404, token }: { refuses?: number; token?: string } = {}) {
  const open = new Map<string, SSEServerTransport>();
  const seen: string[] = [];
  const listener: RequestListener = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    seen.push(`${request.method} ${pathname}`);
    if (pathname === '/sse' && request.method !== 'GET') return response.writeHead(refuses).end('no');
    if (token && request.headers.authorization !== `Bearer ${token}`) return response.writeHead(401).end();
    const known = open.get(searchParams.get('sessionId') ?? '');
    if (pathname === '/messages' && known) return known.handlePostMessage(request, response);
    if (pathname !== '/sse') return response.writeHead(404).end();
    const server = new McpServer({ name: 'older', version: '9' });
    server.registerTool('hello', { description: 'Says it.' }, () => ({ content: [] }));
    const transport = new SSEServerTransport('/messages', response);
    open.set(transport.sessionId, transport);
    response.on('close', () => open.delete(transport.sessionId));
    await server.connect(transport);
  };
  return { listener, seen, open };
}

test.each([400, 404, 405])(
  'a server that knows HTTP+SSE alone, and answers a POST with %i',
  async refuses => {
    const { listener, seen, open: streams } = sseOnly({ refuses });
    const url = (await serve(listener)).replace('/mcp', '/sse');
    expect(await asJson(url)).toMatchObject({
      code: 0,
      name: 'older',
      transport: 'HTTP+SSE',
      protocol: '2025-11-25',
      tools: [{ name: 'hello', description: 'Says it.' }],
    });
    expect(seen.slice(0, 3)).toEqual(['POST /sse', 'POST /sse', 'GET /sse']);
    await expect.poll(() => streams.size).toBe(0);
    expect((await inspected(url)).stdout).toContain('transport    HTTP+SSE');
  },
);

test('a server that knows HTTP+SSE alone is told the token, or says that it needs one', async () => {
  const url = (await serve(sseOnly({ token: 'sesame' }).listener)).replace('/mcp', '/sse');
  expect(await asJson(url, { token: 'sesame' })).toMatchObject({ code: 0, name: 'older' });
  expect(await asJson(url)).toMatchObject({ code: 1, reason: expect.stringContaining('needs a token') });
});

test('our own server is asked over HTTP+SSE where the address says so', async () => {
  const { url } = await startHttp({ token: 'sesame' });
  const older = url.replace('/mcp', '/sse');
  expect(await asJson(older, { token: 'sesame' })).toMatchObject({ code: 0, transport: 'HTTP+SSE' });
  expect(await asJson(url, { token: 'sesame' })).toMatchObject({ code: 0, transport: 'Streamable HTTP' });
});

test.each([
  [
    'names an address elsewhere',
    'event: endpoint\ndata: http://example.org/\n\n',
    /address of another origin/,
  ],
  ['names none', ': hello\n\n', /did not answer GET with its endpoint within 0\.3 s/],
  ['never answers', 'event: endpoint\ndata: /sse\n\n', /it refuses initialize \(405\)/],
] as const)('a stream that %s is no server', async (_, said, reason) => {
  const url = await serve(({ method }, response) => {
    if (method !== 'GET') return response.writeHead(405).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(said);
  });
  expect(await asJson(url, { timeout: '0.3' })).toMatchObject({
    code: 1,
    reason: expect.stringMatching(reason),
  });
});

test('an event stream that stays open after the answer is left', async () => {
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const hello = { protocolVersion: '2025-03-26', capabilities: {}, serverInfo: { name: 'open' } };
    const answer = method === 'initialize' ? { result: hello } : { error: { code: -32601, message: 'No' } };
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\r\n\r\n');
    const text = JSON.stringify({ jsonrpc: '2.0', id, ...answer }, null, 1).replaceAll('\n', '\ndata: ');
    response.write(`data: ${text}\n\n`);
  });
  expect(await asJson(url)).toMatchObject({ code: 0, name: 'open', protocol: '2025-03-26', tools: [] });
});

test('a token is sent, by flag or by variable, and its lack is told', async () => {
  const { url } = await startHttp({ token: 'sesame' });
  const refused = { code: 1, state: 'failed', reason: expect.stringContaining('needs a token') };
  expect(await asJson(url)).toMatchObject({ ...refused, remedy: expect.stringContaining('MCP_TOKEN') });
  expect(await asJson(url, { token: 'other' })).toMatchObject(refused);
  expect(await asJson(url, { token: 'sesame' })).toMatchObject({ code: 0 });
  expect(await asJson(url, { env: { MCP_TOKEN: 'sesame' } })).toMatchObject({ code: 0 });
  await expect(asJson(url, { token: 'a\nb' })).rejects.toThrow('printable ASCII');
});

const HUGE = 'x'.repeat(1024 * 1024);

test.each<[string, RequestListener, RegExp]>([
  [
    'sends elsewhere',
    (_, response) => response.writeHead(307, { location: 'http://example.org/' }).end(),
    /it sends elsewhere \(307\), to http:\/\/example\.org\/, which is not followed/,
  ],
  [
    'shows a page',
    (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>'),
    /answers with a web page \(200\), not with MCP/,
  ],
  [
    'has nothing there',
    (_, response) => response.writeHead(404).end('no'),
    /no MCP server answers .* \(404\)/,
  ],
  ['says nothing', (_, response) => response.end(), /its answer is empty \(200\)/],
  [
    'says other JSON',
    (_, response) => json(response, { hello: 1 }),
    /no message of MCP \(200\): \{"hello":1\}/,
  ],
  ['says half of it', (_, response) => response.end('{"jsonrpc": "2.0", "id"'), /no message of MCP/],
  [
    'refuses',
    (_, response) =>
      json(response, { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No' } }, 403),
    /it answered: No \(-32600\)/,
  ],
  ['is busy', (_, response) => response.writeHead(503).end(), /it is busy \(503\)/],
  ['hangs up', request => request.socket.destroy(), /closed the connection/],
  ['is silent', () => {}, /did not answer server\/discover within 0\.3 s/],
  [
    'drips',
    (_, response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
    /did not answer server\/discover within 0\.3 s/,
  ],
  [
    'streams without an answer',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': hello\n\ndata: {"id":9}\n\n');
    },
    /did not answer server\/discover within 0\.3 s/,
  ],
])('a server that %s fails in time, with a reason', async (_, listener, reason) => {
  const { code, reason: said, remedy } = await asJson(await serve(listener), { timeout: '0.3' });
  expect([code, said]).toEqual([1, expect.stringMatching(reason)]);
  expect(remedy).toBeTruthy();
});

test('a body without end is given up at 10 MiB', async () => {
  const url = await serve((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(HUGE));
    };
    response.on('drain', more);
    more();
  });
  expect(await asJson(url)).toMatchObject({ code: 1, reason: 'it sent more than 10 MiB' });
});

test('where nothing listens, that is said', async () => {
  const url = await serve(() => {});
  await open.pop()?.();
  expect(await asJson(url)).toMatchObject({
    code: 1,
    reason: expect.stringContaining('nothing listens at 127.0.0.1'),
    remedy: expect.stringContaining('mcp serve'),
  });
});

test('names that could fool a terminal, or break a header, arrive as plain text or not at all', async () => {
  const evil = 'a\u001b[31mb\u202ec\r\nX: y\u0007';
  const url = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const results: Record<string, unknown> = {
      initialize: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {}, [evil]: { [evil]: true } },
        serverInfo: { name: evil, title: evil, version: evil },
      },
      'tools/list': { tools: [{ name: evil, title: evil, description: evil.repeat(1000) }, null, 5] },
    };
    const result = results[method];
    json(response, { jsonrpc: '2.0', id, ...(result ? { result } : { error: { code: 1, message: evil } }) });
  });
  const text = await inspected(url);
  const data = await inspected(url, { json: true });
  for (const { code, stdout } of [text, data]) {
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  }
  expect(data.stdout, 'nor escaped').not.toMatch(/\\(?:u00[01]|r|b)/);
  expect(text.stdout).toContain('a[31mbc X: y');
  expect(JSON.parse(data.stdout).tools).toHaveLength(3);

  const versions = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const isHello = method === 'initialize';
    json(response, {
      jsonrpc: '2.0',
      id,
      ...(isHello ? { result: { protocolVersion: evil } } : { error: {} }),
    });
  });
  expect(await asJson(versions)).toMatchObject({ code: 1, reason: expect.stringContaining('header') });
});
