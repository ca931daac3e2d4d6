/** Git that hangs, dies, lies or is missing; calls that are cancelled while it works. */
import { describe, expect, test } from 'vitest';
import { FakeGit } from '../support/fake-git.ts';
import { call, command } from '../support/mcp-server.ts';
import { isAlive } from '../support/process.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, sharedRepository } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const cancel = (requestId: unknown) => ({
  jsonrpc: '2.0',
  method: 'notifications/cancelled',
  params: { requestId },
});

async function start(extra: Record<string, string> = {}) {
  const repo = await buildRepository('mqtt-client', { packed: true });
  // With this, only git can say where the repository is.
  repo.git('config', 'include.path', 'more');
  const git = new FakeGit();
  const server = new RealServer(repo.path, { env: { PATH: git.path, ...extra }, program: command });
  const touch = () => repo.commit('More', { [FILE]: `${repo.git('show', `HEAD:${FILE}`)}\n// more\n` });
  return { repo, git, server, touch };
}

async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise(resolve => setImmediate(resolve));
}

describe.each(['rev-parse', 'cat-file', 'blame'])('git %s', subcommand => {
  test('that hangs is stopped at the deadline, and the next call works', async () => {
    const { git, server } = await start({ TEST_DEADLINE_MS: '1500' });
    git.breaks('hang', subcommand);
    const failing = server.failure('read', { path: FILE });
    const pid = await git.hanging();
    expect(await failing).toMatch(/^git did not answer in time and was stopped\.\n/);
    await gone(pid);
    git.works();
    expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['garbage', 'noise', 'fail', 'crash'] as const)(
    'that gives %s is an error that says so',
    async mode => {
      const { git, server } = await start({ TEST_DEADLINE_MS: '1000' });
      git.breaks(mode, subcommand);
      const text = await server.failure('read', { path: FILE });
      expect(text).toMatch(/^git /);
      expect(text).not.toContain('secret words');
      git.works();
      expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
      expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
      expect(server.leftBehind()).toEqual([]);
    },
  );
});

test('no git on the PATH is said, per call', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new RealServer(repo.path, { env: { PATH: '/nowhere:relative' } });
  expect(await server.failure('read', { path: FILE })).toMatch(/^git was not found on the PATH\.\n/);
  expect(await server.failure('deps', { path: FILE })).toMatch(/^git was not found on the PATH\.\n/);
  expect((await server.request({ id: 1, method: 'ping' })).result).toEqual({});
});

describe('the reader of objects', () => {
  test('that is killed between two calls is not missed', async () => {
    const { server, touch } = await start();
    await server.answer('read', { path: FILE });
    const [reader] = server.gitChildren();
    process.kill(reader!, 'SIGKILL');
    touch();
    expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
    expect(server.gitChildren()).not.toContain(reader);
  });

  test('that is stopped is replaced after its deadline', async () => {
    const { server, touch } = await start({ TEST_DEADLINE_MS: '1500' });
    await server.answer('read', { path: FILE });
    const [reader] = server.gitChildren();
    process.kill(reader!, 'SIGSTOP');
    touch();
    expect(await server.failure('read', { path: FILE })).toMatch(/^git did not answer in time/);
    await gone(reader!);
    expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
  });
});

describe('cancelling', () => {
  test.each(['blame', 'cat-file'])(
    'a call that waits for git %s ends it, without an answer',
    async subcommand => {
      const { git, server } = await start();
      git.breaks('hang', subcommand);
      server.send(call('slow', 'ultragit_read', { path: FILE }));
      const pid = await git.hanging();
      server.send(cancel('slow'));
      if (subcommand === 'blame') await gone(pid);
      git.works();
      if (subcommand === 'cat-file') process.kill(pid, 'SIGCONT');
      expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
      expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
      expect(server.messages.filter(message => 'id' in message && message.id === 'slow')).toEqual([]);
      expect(server.leftBehind()).toEqual([]);
    },
  );

  test('one call does not hurt another that waits for the same thing', async () => {
    const { git, server } = await start();
    git.breaks('hang', 'cat-file');
    server.send(call('a', 'ultragit_read', { path: FILE }), call('b', 'ultragit_deps', { path: FILE }));
    const pid = await git.hanging();
    server.send(cancel('a'));
    await server.request({ id: 'c', method: 'ping' });
    git.works();
    process.kill(pid, 'SIGCONT');
    expect((await server.reply('b')).result?.structuredContent).toHaveProperty('dependents.length', 3);
    const { messages } = await server.end();
    expect(messages.map(message => 'id' in message && message.id)).not.toContain('a');
  });
});

describe.each(['SIGTERM', 'SIGINT', 'end of input', 'SIGKILL'] as const)('%s', how => {
  test('leaves no child behind', async () => {
    const { git, server } = await start();
    await server.answer('read', { path: FILE });
    const children = server.gitChildren();
    expect(children).toHaveLength(1);
    git.breaks('hang', 'blame');
    if (how === 'SIGTERM' || how === 'SIGINT') {
      server.send(call('slow', 'ultragit_read', { path: FILE, lines: '1:20' }));
      children.push(await git.hanging());
    }
    if (how === 'end of input') server.child.stdin.end();
    else server.child.kill(how);
    const exit = await server.exited;
    if (how === 'SIGKILL') expect(exit.signal).toBe('SIGKILL');
    else expect([exit.code, exit.stderr, server.leftBehind()]).toEqual([0, '', []]);
    await Promise.all(children.map(gone));
  });
});
