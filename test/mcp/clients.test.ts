/** The official clients, as hosts use them. */
import { Client as ClientV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as TransportV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as TransportV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, describe, expect, test } from 'vitest';
import { manyNotes } from '../support/many-notes.ts';
import { command, testTools } from '../support/mcp-server.ts';
import { hostEnvironment, LISTS, realCommand } from '../support/real-server.ts';
import { buildRepository } from '../support/repository.ts';

const info = { name: 'test', version: '1' };
const open: { close(): Promise<void> }[] = [];
afterEach(() => Promise.all(open.splice(0).map(client => client.close())));

type Progress = { progress: number; total?: number };
type Result = { content: { type: string; text?: string }[]; structuredContent?: unknown; isError?: boolean };
type Caller = {
  version: () => string | undefined;
  instructions: () => string | undefined;
  list: () => Promise<{ name: string; _meta?: Record<string, unknown> }[]>;
  call: (
    name: string,
    args?: Record<string, unknown>,
    options?: { signal?: AbortSignal; onprogress?: (progress: Progress) => void },
  ) => Promise<Result>;
};

type Place = { cwd?: string; program?: typeof command };

async function v2(
  env: Record<string, string>,
  pin?: string,
  { program = command, cwd }: Place = {},
): Promise<Caller> {
  const client = new ClientV2(info, pin ? { versionNegotiation: { mode: { pin } } } : undefined);
  open.push(client);
  await client.connect(new TransportV2({ ...program, cwd, env, stderr: 'ignore' }));
  return {
    version: () => client.getNegotiatedProtocolVersion(),
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, options)) as Result,
  };
}

async function v1(env: Record<string, string>, { program = command, cwd }: Place = {}): Promise<Caller> {
  const client = new ClientV1(info);
  open.push(client);
  const transport = new TransportV1({ ...program, cwd, env, stderr: 'ignore' });
  await client.connect(transport);
  return {
    version: () => undefined,
    instructions: () => client.getInstructions(),
    list: async () => (await client.listTools()).tools,
    call: async (name, args = {}, options = {}) =>
      (await client.callTool({ name, arguments: args }, undefined, options)) as Result,
  };
}

describe.each([
  [
    'the v2 client, legacy era',
    (env: Record<string, string>, place?: Place) => v2(env, undefined, place),
    '2025-11-25',
  ],
  [
    'the v2 client, modern era',
    (env: Record<string, string>, place?: Place) => v2(env, '2026-07-28', place),
    '2026-07-28',
  ],
  ['the v1 client', v1, undefined],
])('%s', (_, connect, version) => {
  test('finds the four tools of the real server', async () => {
    const client = await connect({});
    expect(client.version()).toBe(version);
    expect(client.instructions()).toContain('ultragit_deps');
    const tools = await client.list();
    const names = tools.map(tool => tool.name);
    expect(names).toEqual(['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary']);
    for (const { _meta } of tools) {
      const meta = { 'anthropic/alwaysLoad': true, 'anthropic/searchHint': expect.any(String) };
      expect(_meta).toEqual(meta);
    }
  });

  test('gets answers that satisfy the output schema, and errors as errors', async () => {
    const client = await connect(testTools);
    await client.list();
    const echo = await client.call('echo', { path: 'ä', count: 2 });
    expect(echo.structuredContent).toEqual({ path: 'ä', count: 2 });
    expect(JSON.parse(echo.content[0]?.text ?? '')).toEqual(echo.structuredContent);
    expect(await client.call('fail')).toMatchObject({ isError: true });
    expect(await client.call('echo')).toMatchObject({ isError: true });
    await expect(client.call('nope')).rejects.toMatchObject({ code: -32602 });
    await expect(client.call('throw')).rejects.toMatchObject({ code: -32603 });
  });

  test('sees progress and can cancel', async () => {
    const client = await connect(testTools);
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

  test('gets the answers of all four real tools, and their failures', async () => {
    const repo = await buildRepository('mqtt-client');
    const client = await connect(hostEnvironment(), { cwd: repo.path, program: realCommand });
    await client.list();
    const path = 'src/mqtt/client.ts';
    for (const [tool, list] of LISTS) {
      const { structuredContent, content } = await client.call(`ultragit_${tool}`, { path, unknown: 1 });
      const answer = structuredContent as Record<string, unknown[]>;
      expect(answer[list]!.length, tool).toBeGreaterThan(1);
      expect(content[0]?.text).toBe(JSON.stringify(answer));
      const failed = async (args: Record<string, unknown>) => {
        const result = await client.call(`ultragit_${tool}`, args);
        expect(result).toMatchObject({ isError: true });
        return result.content[0]?.text;
      };
      expect(await failed({ path: 'nope.ts' })).toMatch(/^File not found: nope\.ts/);
      expect(await failed({ path: '../x' })).toMatch(/^Path outside repository: \.\.\/x/);
      expect(await failed({})).toBe('Missing required argument: path');
    }
    const loose = { path, lines: 42, max_tokens: '900', limit: '2' };
    for (const [tool] of LISTS) expect((await client.call(`ultragit_${tool}`, loose)).isError).toBeFalsy();
    await expect(client.call('ultragit_nope', { path })).rejects.toMatchObject({ code: -32602 });
  });

  test('takes an answer that had to be cut, and lives on', async () => {
    const repo = await manyNotes({ notes: 60, files: 4, text: 'Because "of \\ it". '.repeat(3_300) });
    repo.git('config', 'ultragit.maxTokens', `${1e9}`);
    const client = await connect(hostEnvironment(), { cwd: repo.path, program: realCommand });
    await client.list();
    const { structuredContent } = await client.call('ultragit_deps', { path: 'hub.ts' });
    expect(structuredContent).toMatchObject({ notices: [{ code: 'answer_too_large' }] });
    expect((await client.call('ultragit_summary', { path: 'src' })).isError).toBeFalsy();
  });

  test('takes a large answer, and many at once', async () => {
    const client = await connect(testTools);
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
});

test.each([
  ['v1', new ClientV1(info), new TransportV1({ ...command, env: testTools, stderr: 'ignore' })],
  ['v2', new ClientV2(info), new TransportV2({ ...command, env: testTools, stderr: 'ignore' })],
])('the %s client lives on after an error without an id', async (_, client, transport) => {
  open.push(client);
  await client.connect(transport as TransportV1 & TransportV2);
  const reported = new Promise<Error>(resolve => {
    client.onerror = resolve;
  });
  await transport.send({ jsonrpc: '2.0', id: 1.5, method: 'ping' });
  expect((await reported).message).toBeTruthy();
  expect((await client.listTools()).tools.length).toBeGreaterThan(0);
});

test('a client that probes for the modern era finds it', async () => {
  const client = new ClientV2(info, { versionNegotiation: { mode: 'auto' } });
  open.push(client);
  await client.connect(new TransportV2({ ...command, env: testTools, stderr: 'ignore' }));
  expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
});
