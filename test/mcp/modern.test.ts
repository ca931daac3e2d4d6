import { expect, test } from 'vitest';
import { call, McpProcess, modernMeta } from '../support/mcp-server.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const serverInfo = { name: 'ultragit', title: 'Ultragit', version: '1.2.3' };
const frame = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } };
const cached = { ...frame, ttlMs: 3_600_000, cacheScope: 'public' };

test('server/discover introduces the server', async () => {
  const server = new McpProcess();
  const { result } = await server.request({
    id: 1,
    method: 'server/discover',
    params: { _meta: modernMeta },
  });
  expect(result).toEqual({
    ...cached,
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    instructions: expect.stringContaining('ultragit_read'),
  });
});

test('tools/list and tools/call carry what the era asks for', async () => {
  const server = new McpProcess();
  const list = await server.request({ id: 1, method: 'tools/list', params: { _meta: modernMeta } });
  expect(list.result).toEqual({ ...cached, tools: expect.any(Array) });
  const answer = await server.request(call(2, 'echo', { path: 'a' }, modernMeta));
  expect(answer.result).toEqual({
    ...frame,
    content: [{ type: 'text', text: '{"path":"a"}' }],
    structuredContent: { path: 'a' },
  });
  const failed = await server.request(call(3, 'fail', {}, modernMeta));
  expect(failed.result).toEqual({ ...frame, isError: true, content: expect.any(Array) });
  expect((await server.request(call(4, 'nope', {}, modernMeta))).error?.code).toBe(-32602);
  expect((await server.request(call(5, 'throw', {}, modernMeta))).error?.code).toBe(-32603);
});

test.each(['2026-07-29', '2025-11-25', ''])(
  'another version (%j) is refused, whatever the method',
  async version => {
    const server = new McpProcess();
    for (const method of ['server/discover', 'tools/list', 'tools/call', 'nope']) {
      const { error } = await server.request({
        id: method,
        method,
        params: { _meta: { ...modernMeta, [VERSION]: version } },
      });
      const data = { supported: ['2026-07-28'], requested: version };
      expect(error).toEqual({ code: -32022, message: 'Unsupported protocol version', data });
    }
  },
);

test.each([5, null])('a version that is no text (%j) is -32602', async version => {
  const server = new McpProcess();
  const { error } = await server.request({
    id: 1,
    method: 'tools/list',
    params: { _meta: { [VERSION]: version } },
  });
  expect(error?.code).toBe(-32602);
});

test.each([undefined, null, [], 'x'])('client capabilities %j are -32602', async capabilities => {
  const server = new McpProcess();
  const _meta = { ...modernMeta, 'io.modelcontextprotocol/clientCapabilities': capabilities };
  for (const method of ['server/discover', 'tools/list', 'tools/call']) {
    const { error } = await server.request({ id: method, method, params: { name: 'echo', _meta } });
    expect(error).toMatchObject({ code: -32602, message: expect.stringContaining('clientCapabilities') });
  }
});

test.each([
  'ping',
  'logging/setLevel',
  'initialize',
  'subscriptions/listen',
  'resources/list',
  'prompts/get',
])('%s does not exist', async method => {
  const server = new McpProcess();
  const { error } = await server.request({
    id: 1,
    method,
    params: { protocolVersion: '2025-11-25', _meta: modernMeta },
  });
  expect(error?.code).toBe(-32601);
});

test('both eras share one pipe, request by request', async () => {
  const server = new McpProcess();
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } };
  const modern = (id: number) => server.request({ id, method: 'tools/list', params: { _meta: modernMeta } });
  expect((await modern(1)).result?.resultType).toBe('complete');
  expect((await server.request({ id: 2, method: 'initialize', params })).result?.protocolVersion).toBe(
    '2025-06-18',
  );
  expect((await server.request({ id: 3, method: 'tools/list' })).result?.resultType).toBeUndefined();
  expect((await modern(4)).result?.resultType).toBe('complete');
  expect((await server.request({ id: 5, method: 'ping', params: { _meta: {} } })).result).toEqual({});
});

test('cancelling and progress work as in the legacy era', async () => {
  const server = new McpProcess();
  server.send(call(1, 'wait', {}, { ...modernMeta, progressToken: 'p' }));
  await server.said('wait started');
  server.send({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId: 1, _meta: modernMeta },
  });
  await server.said('wait stopped');
  const { messages } = await server.end();
  expect(messages).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 'p', progress: 1 } },
  ]);
});
