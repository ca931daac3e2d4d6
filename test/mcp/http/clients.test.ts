/** The official clients do over HTTP what they do over stdio, and get the same bytes. */
import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from '@modelcontextprotocol/client';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, test } from 'vitest';
import { HttpProcess } from '../../support/http-process.ts';
import { JSON_HEADERS, modernHeaders, post, startHttp } from '../../support/http-server.ts';
import { call, McpProcess, modernMeta } from '../../support/mcp-server.ts';
import { hostEnvironment, LISTS, realCommand, TOOLS } from '../../support/real-server.ts';
import { buildRepository } from '../../support/repository.ts';

const info = { name: 'test', version: '1' };
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map(client => client.close())));

type Progress = { progress: number; total?: number };
type Result = { content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };
type CallOptions = { signal?: AbortSignal; onprogress?: (progress: Progress) => void };
type Caller = {
  version: () => string | undefined;
  session: () => string | undefined;
  end: () => Promise<void>;
  instructions: () => string | undefined;
  list: () => Promise<{ name: string }[]>;
  call: (name: string, args?: Record<string, unknown>, options?: CallOptions) => Promise<Result>;
};

async function v2(url: string, token?: string, pin?: string): Promise<Caller> {
  const client = new ClientV2(info, pin ? { versionNegotiation: { mode: { pin } } } : undefined);
  open.push(client);
  const transport = new TransportV2(new URL(url), { requestInit: authorization(token) });
  await client.connect(transport);
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    session: () => transport.sessionId,
    end: () => transport.terminateSession(),
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, options)) as Result,
  };
}

async function v1(url: string, token?: string): Promise<Caller> {
  const client = new ClientV1(info);
  open.push(client);
  const transport = new TransportV1(new URL(url), { requestInit: authorization(token) });
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    version: () => transport.protocolVersion,
    session: () => transport.sessionId,
    end: () => transport.terminateSession(),
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Result,
  };
}

function authorization(token: string | undefined): RequestInit {
  return token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } };
}

describe.each([
  ['the v2 client, legacy era', v2, '2025-11-25'],
  ['the v2 client, modern era', (url: string, token?: string) => v2(url, token, '2026-07-28'), '2026-07-28'],
  ['the v1 client', v1, '2025-11-25'],
] as const)('%s', (_, connect, version) => {
  test('finds the tools, gets answers that satisfy the output schema, and errors as errors', async () => {
    const { url } = await startHttp();
    const client = await connect(url);
    expect(client.version()).toBe(version);
    expect(client.instructions()).toContain('ultragit_deps');
    expect((await client.list()).map(({ name }) => name)).toContain('echo');
    const echo = await client.call('echo', { path: 'ä', count: 2 });
    expect(echo.structuredContent).toEqual({ path: 'ä', count: 2 });
    expect(JSON.parse(echo.content[0]?.text ?? '')).toEqual(echo.structuredContent);
    expect(await client.call('fail')).toMatchObject({ isError: true });
    expect(await client.call('echo')).toMatchObject({ isError: true });
    await expect(client.call('nope')).rejects.toMatchObject({ code: -32602 });
    await expect(client.call('throw')).rejects.toMatchObject({ code: -32603 });
  });

  test('sees progress and can cancel', async () => {
    const { url } = await startHttp();
    const client = await connect(url);
    const cancelled = new AbortController();
    const seen: Progress[] = [];
    const onprogress = (progress: Progress) => {
      seen.push(progress);
      cancelled.abort();
    };
    const waiting = client.call('wait', {}, { signal: cancelled.signal, onprogress });
    await expect(waiting).rejects.toThrow();
    expect(seen).toMatchObject([{ progress: 1, total: 2 }]);
    expect((await client.call('echo', { path: 'a' })).structuredContent).toEqual({ path: 'a' });
  });

  test('takes a large answer, and many at once', async () => {
    const { url } = await startHttp();
    const client = await connect(url);
    const large = Promise.all([4_715_000, 5_242_700].map(size => client.call('large', { size })));
    const many = await Promise.all(
      Array.from({ length: 200 }, (_unused, n) => client.call('echo', { path: `p${n}` })),
    );
    expect((await large).map(({ isError }) => isError ?? false)).toEqual([false, true]);
    expect(many.map(result => result.structuredContent)).toEqual(
      many.map((_unused, n) => ({ path: `p${n}` })),
    );
  });

  test('needs the token, and has a session only where there is a handshake', async () => {
    const { url } = await startHttp({ token: 'secret' });
    await expect(connect(url)).rejects.toThrow();
    await expect(connect(url, 'wrong')).rejects.toThrow();
    const client = await connect(url, 'secret');
    expect((await client.call('echo', { path: 'a' })).structuredContent).toEqual({ path: 'a' });
    expect(client.session() === undefined).toBe(version === '2026-07-28');
    await client.end();
    const again = client.call('echo', { path: 'a' });
    // Without its session, a client that has shaken hands is told to do so again.
    if (version === '2026-07-28') expect((await again).structuredContent).toEqual({ path: 'a' });
    else await expect(again).rejects.toThrow(/Mcp-Session-Id/);
  });
});

test('a client that probes for the modern era finds it', async () => {
  const { url } = await startHttp();
  const client = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  open.push(client);
  await client.connect(new TransportV2(new URL(url)));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});

describe('the real server', () => {
  test('answers all clients with the four tools, and their failures', async () => {
    const repo = await buildRepository('mqtt-client');
    const server = new HttpProcess(repo.path);
    const url = await server.url();
    const clients = await Promise.all([v1(url), v2(url), v2(url, undefined, '2026-07-28')]);
    const path = 'src/mqtt/client.ts';
    for (const client of clients) {
      expect((await client.list()).map(({ name }) => name)).toEqual(TOOLS);
      for (const [tool, list] of LISTS) {
        const { structuredContent, content } = await client.call(`ultragit_${tool}`, { path, unknown: 1 });
        const answer = structuredContent as Record<string, unknown[]>;
        expect(answer[list]!.length, tool).toBeGreaterThan(1);
        expect(content[0]?.text).toBe(JSON.stringify(answer));
        expect(await client.call(`ultragit_${tool}`, { path: 'nope.ts' })).toMatchObject({ isError: true });
      }
    }
    expect((await server.end()).code).toBe(0);
  });

  test('says over HTTP, byte for byte, what it says over stdio', async () => {
    const repo = await buildRepository('mqtt-client');
    const stdio = new McpProcess(hostEnvironment(), [], { cwd: repo.path, program: realCommand });
    const http = new HttpProcess(repo.path);
    const url = await http.url();
    let lines = '';
    stdio.child.stdout.on('data', text => {
      lines += text;
    });
    const file = { path: 'src/mqtt/client.ts' };
    const asked = ['read', 'deps', 'history', 'summary'].flatMap(tool => [
      [`ultragit_${tool}`, file] as const,
      [`ultragit_${tool}`, { path: 'nope.ts' }] as const,
      [`ultragit_${tool}`, {}] as const,
    ]);
    const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info };
    const frame = (id: number, method: string, params?: object) => ({ jsonrpc: '2.0', id, method, params });
    const requests = [
      // Twice: the first answer is given before the sources are known.
      ...asked.map(([name, args], n) => call(100 + n, name, args)),
      ...asked.map(([name, args], n) => call(200 + n, name, args, modernMeta)),
      frame(1, 'initialize', handshake),
      frame(2, 'tools/list'),
      frame(3, 'ping'),
      frame(4, 'nope'),
      call(5, 'ultragit_nope', file),
      frame(6, 'server/discover', { _meta: modernMeta }),
      frame(7, 'tools/list', { _meta: modernMeta }),
    ];
    for (const body of requests) {
      const params = body.params as { name?: string; _meta?: object } | undefined;
      const headers = params?._meta ? modernHeaders(String(body.method), params.name) : JSON_HEADERS;
      const response = await post(url, body, headers);
      await stdio.request(body);
      expect(`${await response.text()}\n`, JSON.stringify(body)).toBe(lines);
      lines = '';
    }
    await Promise.all([stdio.end(), http.end()]);
  });
});
