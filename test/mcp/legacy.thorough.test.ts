import { describe, expect, test } from 'vitest';
import { call, McpProcess } from '../support/mcp-server.ts';

const initialize = (protocolVersion: unknown, id: unknown = 1) => ({
  jsonrpc: '2.0',
  id,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
});

describe('the handshake', () => {
  test.each([
    ['2024-11-05', '2024-11-05'],
    ['2025-03-26', '2025-03-26'],
    ['2025-06-18', '2025-06-18'],
    ['2025-11-25', '2025-11-25'],
    ['2026-07-28', '2025-11-25'],
    ['1999-01-01', '2025-11-25'],
    [undefined, '2025-11-25'],
  ])('asked for %s, answers with %s', async (asked, answered) => {
    const server = new McpProcess();
    const { result } = await server.request(initialize(asked));
    expect(result).toEqual({
      protocolVersion: answered,
      capabilities: { tools: {} },
      serverInfo: { name: 'ultragit', title: 'Ultragit', version: '1.2.3' },
      instructions: expect.stringContaining('ultragit_read'),
    });
    expect((await server.end()).code).toBe(0);
  });

  test('tools and ping work before it', async () => {
    const server = new McpProcess();
    expect((await server.request({ id: 1, method: 'ping' })).result).toEqual({});
    expect((await server.request({ id: 2, method: 'tools/list' })).result?.tools).toBeInstanceOf(Array);
    expect((await server.request(call(3, 'echo', { path: 'a' }))).result).toBeDefined();
  });

  test('does not wait for tools, even when they are broken', async () => {
    const server = new McpProcess({ TEST_TOOLS: 'broken' });
    expect((await server.request(initialize('2025-11-25'))).result).toBeDefined();
    expect((await server.request({ id: 2, method: 'tools/list' })).error?.code).toBe(-32603);
    expect((await server.request({ id: 3, method: 'ping' })).result).toEqual({});
    expect((await server.end()).stderr).toContain('tools are broken');
  });
});

describe('methods', () => {
  test.each([
    ['an unknown method', { method: 'nope' }, -32601, 'Method not found: nope'],
    ['a method of Object', { method: 'constructor' }, -32601, 'Method not found: constructor'],
    [
      'logging, which is not offered',
      { method: 'logging/setLevel', params: { level: 'info' } },
      -32601,
      'Method',
    ],
    ['resources, which are not offered', { method: 'resources/list' }, -32601, 'Method'],
    ['a modern method without its envelope', { method: 'server/discover' }, -32601, 'Method'],
    ['an unknown cursor', { method: 'tools/list', params: { cursor: 'x' } }, -32602, 'Unknown cursor'],
    ['an unknown tool', { method: 'tools/call', params: { name: 'nope' } }, -32602, 'Unknown tool: nope'],
    [
      'a tool named __proto__',
      { method: 'tools/call', params: { name: '__proto__' } },
      -32602,
      'Unknown tool',
    ],
    ['a call without a name', { method: 'tools/call', params: {} }, -32602, 'name must be a string'],
    ['a call without params', { method: 'tools/call' }, -32602, 'name must be a string'],
    [
      'arguments that are an array',
      { method: 'tools/call', params: { name: 'echo', arguments: [] } },
      -32602,
      'arguments must be an object',
    ],
    [
      'arguments that are text',
      { method: 'tools/call', params: { name: 'echo', arguments: 'path' } },
      -32602,
      'arguments must be an object',
    ],
  ])('%s is an error, and the next request works', async (_, message, code, text) => {
    const server = new McpProcess();
    const { error } = await server.request({ id: 'bad', ...message });
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(error?.data !== undefined, 'names the field').toBe(code === -32602);
    expect((await server.request({ id: 'good', method: 'ping' })).result).toEqual({});
  });

  test('a long name is not echoed in full', async () => {
    const server = new McpProcess();
    const { error } = await server.request({ id: 1, method: 'x'.repeat(1_000_000) });
    expect(error?.message.length).toBeLessThan(300);
  });

  test('notifications are never answered', async () => {
    const server = new McpProcess();
    for (const method of ['notifications/initialized', 'notifications/nope', 'tools/list', 'nope']) {
      server.send({ jsonrpc: '2.0', method });
    }
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 77 } });
    server.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
    server.send(
      { jsonrpc: '2.0', id: 9, result: {} },
      { jsonrpc: '2.0', id: null, error: { code: 1, message: '' } },
    );
    await server.request({ id: 1, method: 'ping' });
    expect((await server.end()).messages).toHaveLength(1);
  });
});

describe('batches', () => {
  const ping = { jsonrpc: '2.0', id: 'a', method: 'ping' };

  test('are answered as a batch in the one revision that has them', async () => {
    const server = new McpProcess();
    await server.request(initialize('2025-03-26'));
    const note = { jsonrpc: '2.0', method: 'notifications/x' };
    const modern = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' };
    server.send([
      ping,
      note,
      5,
      [ping],
      call(0, 'echo', { path: 'p' }),
      initialize('2025-11-25', 'i'),
      call('m', 'echo', {}, modern),
    ]);
    const batch = await server.until(() => server.messages.find(Array.isArray), 'a batch');
    const short = batch.map(({ id, error }: { id: unknown; error?: { code: number } }) => [id, error?.code]);
    expect(short).toHaveLength(6);
    expect(short).toEqual(
      expect.arrayContaining([
        ['a', undefined],
        [null, -32600],
        [0, undefined],
        ['i', -32600],
        ['m', -32600],
      ]),
    );
    server.send([note, note]);
    await server.request({ id: 'last', method: 'ping' });
    expect((await server.end()).messages).toHaveLength(3);
  });

  test('an empty one and an enormous one are refused', async () => {
    const server = new McpProcess();
    await server.request(initialize('2025-03-26'));
    server.send([], new Array(1001).fill(ping));
    const { messages } = await server.end();
    expect(messages.slice(1)).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test('stay below the size that clients accept', async () => {
    const server = new McpProcess();
    await server.request(initialize('2025-03-26'));
    server.send([0, 1, 2].map(id => call(id, 'large', { size: 1_500_000 })));
    const batch = await server.until(() => server.messages.find(Array.isArray), 'a batch');
    expect(JSON.stringify(batch).length).toBeLessThan(10 * 1024 * 1024);
    expect(batch.map((part: { error?: { code: number } }) => part.error?.code)).toEqual([
      undefined,
      undefined,
      -32603,
    ]);
  });

  test.each(['2024-11-05', '2025-06-18', '2025-11-25'])('are refused in %s', async version => {
    const server = new McpProcess();
    await server.request(initialize(version));
    server.send([ping]);
    expect((await server.reply(null)).error?.code).toBe(-32600);
  });

  test('are refused before the handshake', async () => {
    const server = new McpProcess();
    server.send([ping]);
    expect((await server.reply(null)).error?.code).toBe(-32600);
  });
});
