import { describe, expect, test } from 'vitest';
import { call, McpProcess, modernMeta, testTools } from '../support/mcp-server.ts';

const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

describe('a call', () => {
  test('gives its answer as text and as structure', async () => {
    const server = new McpProcess();
    const { result } = await server.request(call(1, 'echo', { path: 'päth', count: 3, unknown: true }));
    expect(result).toEqual({
      content: [{ type: 'text', text: '{"path":"päth","count":3}' }],
      structuredContent: { path: 'päth', count: 3 },
    });
  });

  test.each([
    ['nothing', {}, 'Missing required argument: path'],
    ['null', { path: null }, 'Missing required argument: path'],
    ['a number', { path: 5 }, 'path must be a string'],
    ['__proto__', JSON.parse('{"__proto__":{"path":"x"}}'), 'Missing required argument: path'],
    ['two bad ones', { count: 'x' }, 'Missing required argument: path\ncount must be a whole number'],
  ])('with %s as path is told what is wrong', async (_, args, text) => {
    const server = new McpProcess();
    const { result } = await server.request(call(1, 'echo', args));
    expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
  });

  test.each([null, undefined])('without arguments (%s) is a call with none', async args => {
    const server = new McpProcess();
    const { result } = await server.request({
      id: 1,
      method: 'tools/call',
      params: { name: 'echo', arguments: args },
    });
    expect(result?.content[0]?.text).toBe('Missing required argument: path');
  });

  test('that fails says so in its result, hints included', async () => {
    const server = new McpProcess();
    const { result } = await server.request(call(1, 'fail'));
    const text = 'File not found: a.ts\nDid you mean b.ts?\nOr c.ts?';
    expect(result).toEqual({ content: [{ type: 'text', text }], isError: true });
  });

  test.each([
    ['throw', 'secret detail'],
    ['throw_null', 'null'],
    ['wrong_output', 'answer'],
    ['unserialisable', 'BigInt'],
  ])('that is a bug (%s) gives a neutral error, details on stderr', async (name, detail) => {
    const server = new McpProcess();
    const { error } = await server.request(call(1, name));
    expect(error).toEqual({ code: -32603, message: expect.not.stringContaining(detail) });
    expect((await server.request(call(2, 'echo', { path: 'a' }))).result).toBeDefined();
    expect((await server.end()).stderr).toContain(detail);
  });

  test('that leaves stray exceptions behind does not end the server', async () => {
    const server = new McpProcess();
    expect((await server.request(call(1, 'stray'))).result).toBeDefined();
    await Promise.all([server.said('stray exception'), server.said('stray rejection')]);
    expect((await server.request({ id: 2, method: 'ping' })).result).toEqual({});
    expect((await server.end()).code).toBe(0);
  });

  test('that writes to stdout writes to stderr instead', async () => {
    const server = new McpProcess();
    expect((await server.request(call(1, 'noisy'))).result).toBeDefined();
    const { stderr, messages } = await server.end();
    expect(messages).toHaveLength(1);
    expect(stderr).toBe('console noise\nstdout noise\n');
  });

  test.each([
    ['legacy', undefined],
    ['modern', modernMeta],
  ])('with an answer above 9 MiB says how to ask for less (%s)', async (_, meta) => {
    const server = new McpProcess();
    const { result } = await server.request(call(1, 'large', { size: 4_800_000 }, meta));
    expect(result?.isError).toBe(true);
    expect(result?.structuredContent).toBeUndefined();
    expect(result?.content[0]?.text).toContain('too large');
    const fits = await server.request(call(2, 'large', { size: 4_600_000 }, meta));
    expect(fits.result?.content[0]?.text).toHaveLength(2_300_000 + '{"text":""}'.length);
  });
});

describe('pipelined calls', () => {
  test('run side by side: one that waits holds up no other', async () => {
    const server = new McpProcess();
    server.send(call('slow', 'wait'), call('fast', 'echo', { path: 'a' }));
    expect((await server.reply('fast')).result).toBeDefined();
    expect(server.messages).toHaveLength(1);
  });

  test('with the same id are both answered', async () => {
    const server = new McpProcess();
    server.send(call(1, 'echo', { path: 'a' }), call(1, 'echo', { path: 'b' }));
    const { messages } = await server.end();
    expect(messages).toMatchObject([{ id: 1 }, { id: 1 }]);
  });

  test('beyond what runs at once wait, and pings are still answered', async () => {
    const server = new McpProcess();
    for (let id = 0; id < 4; id++) server.send(call(id, 'wait'));
    server.send(call('queued', 'echo', { path: 'a' }));
    await server.said('wait started\n'.repeat(4));
    await server.request({ id: 'ping', method: 'ping' });
    expect(server.messages).toHaveLength(1);
    server.send(cancel(0));
    expect((await server.reply('queued')).result).toBeDefined();
  });
});

describe('cancelling', () => {
  test('stops the work and sends nothing more for it', async () => {
    const server = new McpProcess();
    server.send(call(7, 'wait', {}, { progressToken: 't' }));
    await server.said('wait started');
    server.send(cancel(7));
    await server.said('wait stopped');
    await server.request({ id: 8, method: 'ping' });
    const { messages, stderr, code } = await server.end();
    expect(messages).toMatchObject([{ method: 'notifications/progress' }, { id: 8 }]);
    expect(stderr).toBe('wait started\nwait stopped\n');
    expect(code).toBe(0);
  });

  test('tells 7 and "7" apart', async () => {
    const server = new McpProcess();
    server.send(call('7', 'wait'));
    await server.said('wait started');
    server.send(cancel(7), cancel(null), cancel({}));
    await server.request({ id: 8, method: 'ping' });
    expect(server.stderr).not.toContain('stopped');
  });

  test('a call that still waits means that it never runs', async () => {
    const server = new McpProcess();
    for (let id = 0; id < 4; id++) server.send(call(id, 'wait'));
    server.send(call('never', 'throw'), cancel('never'));
    for (let id = 0; id < 4; id++) server.send(cancel(id));
    const { messages, stderr } = await server.end();
    expect(messages).toEqual([]);
    expect(stderr).not.toContain('secret detail');
  });

  test('works although the tool does not listen', async () => {
    const server = new McpProcess();
    server.send(call(1, 'deaf'), cancel(1));
    expect(await server.end()).toMatchObject({ code: 0, messages: [] });
  });
});

describe('progress', () => {
  test.each(['token', 0, 5])(
    'is reported for the token %j, growing, and never after the result',
    async token => {
      const server = new McpProcess();
      server.send(call(1, 'progress', {}, { progressToken: token }));
      const { messages } = await server.end();
      expect(messages).toHaveLength(2);
      expect(messages[0]).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: token, progress: 1, total: 3, message: 'step 1' },
      });
      expect(messages[1]).toMatchObject({ id: 1, result: {} });
    },
  );

  test.each([undefined, null, {}, 1.5])('is not reported for %j', async token => {
    const server = new McpProcess();
    server.send(call(1, 'progress', {}, { progressToken: token }));
    expect((await server.end()).messages).toHaveLength(1);
  });
});

describe('the log', () => {
  test('has a line per call when it is asked for', async () => {
    const server = new McpProcess({ ...testTools, ULTRAGIT_LOG: 'info' });
    server.send(call(1, 'echo', { path: 'a' }), call('b', 'fail'), call(3, 'nope'), {
      jsonrpc: '2.0',
      id: 4,
      method: 'ping',
    });
    const { stderr } = await server.end();
    const lines = stderr.split('\n').map(line => line.replace(/ ms=.*/, ''));
    expect(lines.sort()).toEqual([
      '',
      'ultragit info call tool="echo" id="1" outcome="ok"',
      'ultragit info call tool="fail" id="\\"b\\"" outcome="tool_error"',
      'ultragit info call tool="nope" id="3" outcome="error"',
    ]);
  });

  test('is silent otherwise', async () => {
    const server = new McpProcess();
    server.send(call(1, 'echo', { path: 'a' }), call(2, 'fail'));
    expect((await server.end()).stderr).toBe('');
  });
});
