import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, McpProcess } from '../support/mcp-server.ts';

const isLinux = process.platform === 'linux';

describe('the end of the input', () => {
  test('without a word is a clean exit', async () => {
    expect(await new McpProcess().end()).toMatchObject({ code: 0, messages: [], stderr: '' });
  });

  test('comes after everything that was read is answered', async () => {
    const server = new McpProcess();
    for (let id = 0; id < 50; id++) server.send(call(id, 'large', { size: 100_000 }));
    const { messages, code } = await server.end();
    expect(messages).toHaveLength(50);
    expect(code).toBe(0);
  });

  test('a reader that reads late still gets every byte', async () => {
    const server = new McpProcess();
    server.child.stdout.pause();
    for (let id = 0; id < 10; id++) server.send(call(id, 'large', { size: 1_000_000 }));
    server.child.stdin.end();
    await new Promise(resolve => server.child.stdin.once('close', resolve));
    server.child.stdout.resume();
    expect((await server.end()).messages).toHaveLength(10);
  });
});

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', signal => {
  test('ends the server, input open, with code 0', async () => {
    const server = new McpProcess();
    await server.request({ id: 1, method: 'ping' });
    server.child.kill(signal);
    expect(await server.exited).toMatchObject({ code: 0, signal: null });
  });

  test('stops the work that runs', async () => {
    const server = new McpProcess();
    server.send(call(1, 'wait'), call(2, 'deaf'));
    await server.said('wait started');
    server.child.kill(signal);
    expect(await server.exited).toMatchObject({
      code: 0,
      messages: [],
      stderr: 'wait started\nwait stopped\n',
    });
  });
});

test('a signal right after a reply loses nothing of it', async () => {
  const server = new McpProcess();
  server.child.stdout.once('data', () => server.child.kill('SIGTERM'));
  server.send(call(1, 'large', { size: 4_000_000 }));
  expect((await server.reply(1)).result).toBeDefined();
  expect(await server.exited).toMatchObject({ code: 0 });
});

test('a signal loses nothing for a reader that is slow', async () => {
  const server = new McpProcess();
  const { stdout } = server.child;
  server.send(call(1, 'large', { size: 4_000_000 }));
  stdout.once('data', () => server.child.kill('SIGTERM'));
  stdout.on('data', () => {
    stdout.pause();
    setTimeout(() => stdout.resume(), 60);
  });
  expect((await server.reply(1)).result).toBeDefined();
  expect(await server.exited).toMatchObject({ code: 0 });
});

test('a signal ends the server although nobody reads', async () => {
  const server = new McpProcess();
  server.child.stdout.pause();
  server.send(call(1, 'large', { size: 4_000_000 }), call(2, 'wait'));
  await server.said('wait started');
  server.child.kill('SIGTERM');
  const exit = new Promise(resolve => server.child.on('exit', resolve));
  expect(await exit).toBe(0);
});

test('a closed output is an exit, not a crash', async () => {
  const server = new McpProcess();
  server.send(call('slow', 'wait'));
  await server.said('wait started');
  server.child.stdout.destroy();
  server.send(call(1, 'echo', { path: 'a' }), call(2, 'echo', { path: 'b' }));
  expect(await server.exited).toMatchObject({
    code: 0,
    signal: null,
    stderr: 'wait started\nwait stopped\n',
  });
});

test('a closed stderr is not even that', async () => {
  const server = new McpProcess();
  await server.request({ id: 1, method: 'ping' });
  server.child.stderr.destroy();
  for (let id = 2; id < 9; id++) await server.request(call(id, 'throw'));
  expect((await server.end()).code).toBe(0);
});

test.runIf(isLinux)('a line of 100 MB is refused in little memory', async () => {
  const server = new McpProcess();
  await server.request({ id: 0, method: 'ping' });
  const before = peakMemory(server);
  const piece = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent < 100; sent++)
    await new Promise(resolve => server.child.stdin.write(piece, resolve));
  server.send('\n');
  const after = await server.request({ id: 1, method: 'ping' });
  expect(after.result).toEqual({});
  expect(peakMemory(server) - before).toBeLessThan(60 * 1024);
  const { messages } = await server.end();
  expect(messages).toMatchObject([{ id: 0 }, { id: null, error: { code: -32600 } }, { id: 1 }]);
});

test('a line just below the limit is a message', async () => {
  const server = new McpProcess();
  const shell = JSON.stringify(call(1, 'echo', { path: 'a', more: '' })).length;
  const more = 'x'.repeat(10 * 1024 * 1024 - shell);
  expect((await server.request(call(1, 'echo', { path: 'a', more }))).result).toBeDefined();
  server.send(call(2, 'echo', { path: 'a', more: `${more}x` }));
  expect((await server.reply(null)).error?.code).toBe(-32600);
});

/** The most memory that the process ever had, in KiB. */
function peakMemory(server: McpProcess): number {
  const status = readFileSync(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
}
