/** What the official clients do beside plain calls (test/promises/clients.test.ts), over stdio and over HTTP. */
import { describe, expect, test } from 'vitest';
import { CLIENTS, connectV1, connectV2, type Progress, type Server } from '../support/clients.ts';
import { HttpProcess } from '../support/http-process.ts';
import { JSON_HEADERS, modernHeaders, post, startHttp } from '../support/http-server.ts';
import { manyNotes } from '../support/many-notes.ts';
import { call, command, McpProcess, modernMeta, testTools } from '../support/mcp-server.ts';
import { hostEnvironment, realCommand } from '../support/real-server.ts';
import { type Repository, sharedRepository } from '../support/repository.ts';

type Transport = {
  /** A server with the test tools. */
  tools: () => Promise<Server>;
  /** The built program. */
  real: (repo: Repository) => Promise<Server>;
};

const TRANSPORTS: Record<string, Transport> = {
  stdio: {
    tools: async () => ({ ...command, env: testTools }),
    real: async ({ path }) => ({ ...realCommand, cwd: path, env: hostEnvironment() }),
  },
  HTTP: {
    tools: async () => ({ url: (await startHttp()).url }),
    real: async ({ path }) => ({ url: await new HttpProcess(path).url() }),
  },
};

describe.each(Object.entries(TRANSPORTS))('over %s', (_transport, { tools, real }) => {
  describe.each(CLIENTS)('%s', (_client, connect) => {
    test('gets answers that satisfy the output schema, and errors as errors', async () => {
      const client = await connect(await tools());
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
      const client = await connect(await tools());
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
      const client = await connect(await tools());
      // The second would fit into a client's buffer alone, but not with what follows it.
      const large = Promise.all([4_715_000, 5_242_700].map(size => client.call('large', { size })));
      const many = await Promise.all(
        Array.from({ length: 200 }, (_unused, n) => client.call('echo', { path: `p${n}` })),
      );
      expect((await large).map(({ isError }) => isError ?? false)).toEqual([false, true]);
      expect(many.map(result => result.structuredContent)).toEqual(
        many.map((_unused, n) => ({ path: `p${n}` })),
      );
    });

    test('takes an answer that had to be cut, and lives on', async () => {
      const repo = await manyNotes({ notes: 60, files: 4, text: 'Because "of \\ it". '.repeat(3_300) });
      repo.git('config', 'ultragit.maxTokens', `${1e9}`);
      const client = await connect(await real(repo));
      await client.list();
      const { structuredContent } = await client.call('ultragit_deps', { path: 'hub.ts' });
      expect(structuredContent).toMatchObject({ notices: [{ code: 'answer_too_large' }] });
      expect((await client.call('ultragit_summary', { path: 'src' })).isError).toBeFalsy();
    });
  });

  test('a client that probes for the modern era finds it', async () => {
    expect((await connectV2(await tools(), 'auto')).version()).toBe('2026-07-28');
  });
});

test.each([
  ['v1', connectV1],
  ['v2', connectV2],
])('the %s client lives on after an error without an id', async (_, connect) => {
  const client = await connect({ ...command, env: testTools });
  const reported = new Promise<Error>(resolve => {
    client.onerror(resolve);
  });
  await client.send({ jsonrpc: '2.0', id: 1.5, method: 'ping' });
  expect((await reported).message).toBeTruthy();
  expect((await client.list()).length).toBeGreaterThan(0);
});

test.each(CLIENTS)(
  '%s needs the token, and has a session only where there is a handshake',
  async (_client, connect, _stdio, version) => {
    const { url } = await startHttp({ token: 'secret' });
    await expect(connect({ url })).rejects.toThrow();
    await expect(connect({ url, token: 'wrong' })).rejects.toThrow();
    const client = await connect({ url, token: 'secret' });
    expect((await client.call('echo', { path: 'a' })).structuredContent).toEqual({ path: 'a' });
    expect(client.session() === undefined).toBe(version === '2026-07-28');
    await client.end();
    const again = client.call('echo', { path: 'a' });
    // Without its session, a client that has shaken hands is told to do so again.
    if (version === '2026-07-28') expect((await again).structuredContent).toEqual({ path: 'a' });
    else await expect(again).rejects.toThrow(/Mcp-Session-Id/);
  },
);

test('the real server says over HTTP, byte for byte, what it says over stdio', async () => {
  const repo = sharedRepository('mqtt-client');
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
  const clientInfo = { name: 'test', version: '1' };
  const handshake = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
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
