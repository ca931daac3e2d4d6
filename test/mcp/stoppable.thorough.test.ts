/** Work that does not end by itself: the loop goes on, the call is stopped, and the next one works. */
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FakeGit } from '../support/fake-git.ts';
import { call, command, McpProcess, type Reply, testTools } from '../support/mcp-server.ts';
import { IMPATIENT } from '../support/patient.ts';
import { isAlive, signal } from '../support/process.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

const shortLimit = { ...testTools, TEST_TIME_LIMIT_MS: '3000' };
const textOf = ({ result }: Reply) => result?.content[0]?.text;

async function spinning(env = testTools): Promise<McpProcess> {
  const server = new McpProcess(env);
  server.send(call('spin', 'spin'));
  await server.said('spin started');
  return server;
}

const echo = (server: McpProcess) => server.request(call('echo', 'echo', { path: 'a' }));
const echoed = { path: 'a' };

describe('while a call never lets go of its thread', () => {
  test('the loop answers', async () => {
    const server = await spinning();
    expect((await server.request({ id: 1, method: 'ping' })).result).toEqual({});
    expect((await server.request({ id: 2, method: 'initialize', params: {} })).result).toHaveProperty(
      'instructions',
    );
  });

  test('it is stopped when its time is over, which is said, and the next call works', async () => {
    const server = await spinning(shortLimit);
    const reply = await server.reply('spin');
    expect(reply.result).toMatchObject({ isError: true });
    expect(textOf(reply)).toMatch(
      /^The query took longer than 3 s and was stopped\.\nAsk for less: .*ultragit\.callTimeout/s,
    );
    expect((await echo(server)).result?.structuredContent).toEqual(echoed);
    expect(await server.end()).toMatchObject({ code: 0, stderr: 'spin started\n' });
  });

  test('cancelling stops it, without an answer, and the next call works', async () => {
    const server = await spinning();
    server.send(cancel('spin'));
    expect((await echo(server)).result?.structuredContent).toEqual(echoed);
    const { messages, code } = await server.end();
    expect([code, messages.length]).toEqual([0, 1]);
  });

  test('calls beside it begin anew in another thread', async () => {
    const server = await spinning();
    server.send(call(1, 'echo', { path: 'a' }), call(2, 'fail'), cancel('spin'));
    expect((await server.reply(1)).result?.structuredContent).toEqual(echoed);
    expect(textOf(await server.reply(2))).toMatch(/^File not found/);
    const { messages } = await server.end();
    expect(messages).toHaveLength(2);
  });

  test('each of several is stopped, and each call is answered once', async () => {
    const server = new McpProcess(shortLimit);
    server.send(call(1, 'spin'), call(2, 'spin'), call(3, 'echo', { path: 'a' }));
    for (const id of [1, 2]) expect(textOf(await server.reply(id))).toMatch(/^The query took longer/);
    expect((await server.reply(3)).result?.structuredContent).toEqual(echoed);
    expect((await server.end()).messages).toHaveLength(3);
  });

  test('its processes and its temporary directory go with it', async () => {
    const server = new McpProcess();
    server.send(call('child', 'child'));
    await server.said('child ');
    const [, pid = '', directory = ''] = /child (\d+) (.*)\n/.exec(server.stderr) ?? [];
    expect([isAlive(Number(pid)), existsSync(directory)]).toEqual([true, true]);
    server.send(cancel('child'));
    await expect.poll(() => isAlive(Number(pid))).toBe(false);
    await expect.poll(() => existsSync(directory)).toBe(false);
  });

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the server', async signal => {
    const server = await spinning();
    server.child.kill(signal);
    expect(await server.exited).toMatchObject({ code: 0, signal: null, messages: [] });
  });

  test('so does a reader that is gone', async () => {
    const server = await spinning();
    server.child.stdout.destroy();
    server.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(await server.exited).toMatchObject({ code: 0, signal: null });
  });

  test('and the end of the input, when its time is over', async () => {
    const server = await spinning(shortLimit);
    const { code, messages } = await server.end();
    expect(code).toBe(0);
    expect(messages).toMatchObject([{ id: 'spin', result: { isError: true } }]);
  });
});

test('a call that ignores that it is stopped gives way to the next', async () => {
  const server = new McpProcess();
  server.send(call('deaf', 'deaf'), cancel('deaf'));
  expect((await echo(server)).result?.structuredContent).toEqual(echoed);
  expect((await server.end()).messages).toHaveLength(1);
});

test('a call that needs too much memory is an error, and the next one works', async () => {
  const server = new McpProcess();
  const reply = await server.request(call(1, 'hoard'));
  expect(textOf(reply)).toMatch(/^The query needed more memory than a query may have, and was stopped\.\n/);
  expect((await echo(server)).result?.structuredContent).toEqual(echoed);
  expect((await server.end()).code).toBe(0);
});

test('calls beside one that needs too much memory are answered', async () => {
  const server = new McpProcess();
  server.send(call(1, 'hoard'), call(2, 'echo', { path: 'a' }), call(3, 'hoard'));
  for (const id of [1, 3]) expect(textOf(await server.reply(id))).toMatch(/^The query needed more memory/);
  expect((await server.reply(2)).result?.structuredContent).toEqual(echoed);
  expect((await server.end()).messages).toHaveLength(3);
});

describe.runIf(process.platform === 'linux')('a thread that waits in the kernel', () => {
  async function blocked(
    env: Record<string, string> = testTools,
  ): Promise<{ server: McpProcess; path: string }> {
    const path = join(temporaryDirectory(), 'fifo');
    execFileSync('mkfifo', [path]);
    const server = new McpProcess(env);
    server.send(call('blocked', 'blocked', { path }));
    await server.said('blocked started');
    return { server, path };
  }

  test('holds nothing up', async () => {
    const { server } = await blocked({ ...testTools, ...IMPATIENT, TEST_TIME_LIMIT_MS: '600000' });
    server.send(cancel('blocked'));
    expect((await echo(server)).result?.structuredContent).toEqual(echoed);
    server.child.kill('SIGTERM');
    // Nothing but this ends it.
    expect(await server.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  test('is waited for, as long as it may just be slow: a busy machine is no reason to be killed', async () => {
    const { server, path } = await blocked();
    await signal(server.child.pid!, 'SIGTERM');
    closeSync(openSync(path, 'r+'));
    expect(await server.exited).toMatchObject({ code: 0, signal: null, stderr: 'blocked started\n' });
  });

  test('does not hold up a second signal', async () => {
    const { server } = await blocked();
    await signal(server.child.pid!, 'SIGTERM');
    server.child.kill('SIGTERM');
    expect(await server.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  });
});

describe('the time limit', () => {
  test('is the one that the call learns on its way', async () => {
    const server = new McpProcess();
    expect(textOf(await server.request(call(1, 'allow', { time: 250 })))).toMatch(
      /^The query took longer than 0\.25 s and was stopped\./,
    );
  });

  test.each(['config', 'toml'])(
    'is set in the repository (%s), and git is stopped with the call',
    async where => {
      const repo = await buildRepository('mqtt-client');
      const git = new FakeGit();
      const server = new RealServer(repo.path, { env: { PATH: git.path }, program: command });
      await server.answer('read', { path: FILE });
      if (where === 'config') repo.git('config', 'ultragit.callTimeout', '2.5');
      else repo.write('.ultragit-config.toml', '[ultragit.queries]\ncall_timeout = 2.5\n');
      repo.commit('More', { [FILE]: `${repo.git('show', `HEAD:${FILE}`)}\n// more\n` });
      git.breaks('hang', 'blame');
      const failing = server.failure('read', { path: FILE });
      const pid = await git.hanging();
      expect(await failing).toMatch(/^The query took longer than 2\.5 s and was stopped\.\n/);
      while (isAlive(pid)) await new Promise(resolve => setImmediate(resolve));
      git.works();
      repo.git('config', 'ultragit.callTimeout', '30');
      expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
      expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
      expect(server.leftBehind()).toEqual([]);
    },
  );
});
