/** `ultragit mcp serve`: where it listens, what it leaves, how it ends. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import {
  announceServer,
  forgetServer,
  rememberedPorts,
  rememberPort,
  runningServers,
} from '../../../src/cache/running-servers.ts';
import { listeningOf } from '../../../src/commands/mcp-serve.ts';
import { portsFor } from '../../../src/mcp/http/choose-port.ts';
import { HttpProcess } from '../../support/http-process.ts';
import { expectToWork, JSON_HEADERS, PING, post, postJson } from '../../support/http-server.ts';
import { call, testTools } from '../../support/mcp-server.ts';
import { isAlive, signal } from '../../support/process.ts';
import { cli, hostEnvironment } from '../../support/real-server.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../../support/repository.ts';

const TOKEN = 'correct-horse-battery-staple';
const FILE = 'src/mqtt/client.ts';
const isLinux = process.platform === 'linux';

/** With the test tools. */
function testServer(limits: object = {}): HttpProcess {
  const env = hostEnvironment({ ...testTools, TEST_HTTP_LIMITS: JSON.stringify(limits) });
  return new HttpProcess(temporaryDirectory(), {
    env,
    program: { command: process.execPath, args: [inject('testServer')] },
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}

test('answers, says where it is, and leaves nothing when it ends', async () => {
  const repo = sharedRepository('mqtt-client');
  const server = new HttpProcess(join(repo.path, 'src'));
  const url = await server.url();
  expect(server.stdout.split('\n')).toEqual([
    `Ultragit serves ${repo.path} at ${url}. Ctrl-C ends it.`,
    `The page for people is ${url.replace(/mcp$/, '')}; \`ultragit mcp install --http\` tells a host.`,
    '',
  ]);
  const { reply } = await postJson(url, call(1, 'ultragit_read', { path: FILE }));
  const answer = reply.result?.content[0]?.text ?? '';
  expect(answer).toBe(cli(repo.path, 'read', FILE, '--json'));
  const [state = ''] = server.states();
  expect(JSON.parse(state)).toEqual({
    worktree: repo.path,
    url,
    pid: server.child.pid,
    started: expect.any(String),
    version: expect.any(String),
    token: false,
  });
  expect(runningServers(server.cache)).toHaveLength(1);
  const room = join(server.cache, 'servers');
  expect(statSync(room).mode & 0o077).toBe(0);
  expect(await server.end()).toMatchObject({ code: 0, signal: null, stderr: '' });
  expect(server.states()).toEqual([]);
  expect(server.leftBehind()).toEqual([]);
});

test('in a directory that is no repository it serves, and says so in each call', async () => {
  const env = hostEnvironment();
  const server = new HttpProcess(env.HOME ?? '', { env, flags: ['--repo', '.'] });
  const url = await server.url();
  expect(server.stdout).toContain(`${env.HOME} (no git repository yet)`);
  expect(server.states()).toHaveLength(1);
  const { reply } = await postJson(url, call(1, 'ultragit_read', { path: FILE }));
  expect(reply.result).toMatchObject({ isError: true });
  expect(reply.result?.content[0]?.text).toMatch(/repository/);
  expect((await server.end()).code).toBe(0);
});

describe('the port', () => {
  test('is the one that the worktree had, where that is free', async () => {
    const [repo, port, env] = [await buildRepository('mqtt-client'), await freePort(), hostEnvironment()];
    rememberPort(join(env.XDG_CACHE_HOME ?? '', 'ultragit'), { worktree: repo.path, port });
    const first = new HttpProcess(repo.path, { env });
    expect(await first.url()).toBe(`http://127.0.0.1:${port}/mcp`);
    const second = new HttpProcess(repo.path, { env });
    expect(await second.url()).not.toBe(await first.url());
    expect(second.states()).toHaveLength(2);
    await Promise.all([first.end(), second.end()]);
    // The second did not take the place of the first.
    expect(rememberedPorts(first.cache, repo.path).own).toBe(port);
  });

  test('is remembered from the first start', async () => {
    const repo = sharedRepository('mqtt-client');
    const server = new HttpProcess(repo.path);
    const { port } = new URL(await server.url());
    expect(rememberedPorts(server.cache, repo.path).own).toBe(Number(port));
    await server.end();
  });

  test('is from 3000 up, not one of another worktree, and not one where anybody listens', async () => {
    const [cache, worktree, other] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
    const first = async () => (await portsFor(worktree, cache).next()).value as number;
    const usual = await first();
    expect(usual).toBeGreaterThanOrEqual(3000);
    rememberPort(cache, { worktree: other, port: usual });
    expect(await first()).toBeGreaterThan(usual);
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', () => resolve()));
    const { port } = taken.address() as AddressInfo;
    rememberPort(cache, { worktree, port });
    expect(await first()).not.toBe(port);
    await new Promise(resolve => taken.close(resolve));
    expect(await first()).toBe(port);
    // A worktree that is gone has no port any more.
    rememberPort(cache, { worktree: join(other, 'gone'), port: 4444 });
    expect(rememberedPorts(cache, worktree).others).toEqual(new Set([usual]));
  });

  test('that is given and taken is an error that says so', async () => {
    const taken = createServer();
    await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', () => resolve()));
    const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
    const exit = await new HttpProcess(temporaryDirectory(), { flags: ['--addr', address] }).exited;
    expect(exit).toMatchObject({ code: 1, stdout: '' });
    expect(exit.stderr).toBe(
      `ultragit: Something else listens at ${address} already.\n  \`ultragit mcp status\` shows the servers that run.\n  Leave out --addr for a free port.\n`,
    );
    await new Promise(resolve => taken.close(resolve));
  });
});

describe('files that tell of servers', () => {
  const server = { worktree: '/w', url: 'http://127.0.0.1:1/mcp', started: 's', version: 'v', token: true };

  test('of processes that are gone are removed by who reads them', async () => {
    const cache = temporaryDirectory();
    const gone = execFileSync(process.execPath, ['-p', 'process.pid']).toString().trim();
    announceServer(cache, { ...server, pid: Number(gone) });
    const withdraw = announceServer(cache, { ...server, pid: process.pid });
    expect(runningServers(cache).map(({ pid }) => pid)).toEqual([process.pid]);
    expect(runningServers(cache)).toHaveLength(1);
    withdraw();
    expect(runningServers(cache)).toEqual([]);
    announceServer(cache, { ...server, pid: process.pid });
    forgetServer(cache, { ...server, pid: process.pid });
    expect(runningServers(cache)).toEqual([]);
  });

  test('that are no such files are passed over', () => {
    const cache = temporaryDirectory();
    const room = join(cache, 'servers');
    mkdirSync(room, { mode: 0o700 });
    writeFileSync(join(cache, 'elsewhere'), JSON.stringify({ ...server, pid: process.pid }), { mode: 0o600 });
    symlinkSync(join(cache, 'elsewhere'), join(room, '0123456789abcdef-1.json'));
    writeFileSync(join(room, '0123456789abcdef-2.json'), '{"pid":1}', { mode: 0o600 });
    writeFileSync(join(room, '0123456789abcdef-3.json'), 'nonsense', { mode: 0o600 });
    writeFileSync(join(room, '0123456789abcdef-4.json'), JSON.stringify({ ...server, pid: 4 }), {
      mode: 0o644,
    });
    expect(runningServers(cache)).toEqual([]);
  });
});

describe('a token', () => {
  test.each(['environment', 'file'])('from the %s is needed, and is nowhere to be seen', async from => {
    const repo = await buildRepository('mqtt-client');
    const env = hostEnvironment(from === 'environment' ? { MCP_TOKEN: TOKEN } : {});
    env.ULTRAGIT_LOG = 'debug';
    const file = join(temporaryDirectory(), 'token');
    writeFileSync(file, `${TOKEN}\n`, { mode: 0o600 });
    const server = new HttpProcess(repo.path, { env, flags: from === 'file' ? ['--token-file', file] : [] });
    const url = await server.url();
    expect((await post(url, PING)).status).toBe(401);
    expect((await post(url, PING, { ...JSON_HEADERS, authorization: 'Bearer wrong-guess' })).status).toBe(
      401,
    );
    const right = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };
    const { reply } = await postJson(url, call(1, 'ultragit_read', { path: FILE }), right);
    expect(reply.result?.isError).toBeUndefined();
    const listed = execFileSync('ps', ['-eo', 'args'], { maxBuffer: 1 << 26 }).toString();
    expect(listed).not.toContain(TOKEN);
    expect(JSON.parse(server.states()[0] ?? '')).toMatchObject({ token: true });
    expect(server.states().join()).not.toContain(TOKEN);
    const { stdout, stderr } = await server.end();
    expect(stderr).toContain('call');
    for (const secret of [TOKEN, 'wrong-guess']) expect(stdout + stderr).not.toContain(secret);
  });

  test.runIf(isLinux)('from the environment does not go to git', async () => {
    const repo = sharedRepository('mqtt-client', { packed: true });
    const server = new HttpProcess(repo.path, { env: hostEnvironment({ MCP_TOKEN: TOKEN }) });
    const url = await server.url();
    await post(url, call(1, 'ultragit_read', { path: FILE }), {
      ...JSON_HEADERS,
      authorization: `Bearer ${TOKEN}`,
    });
    const { pid } = server.child;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', `${pid}`])
      .toString()
      .trim()
      .split(/\s+/);
    expect(children.length).toBeGreaterThan(0);
    for (const child of children) {
      expect(readFileSync(`/proc/${child}/environ`, 'utf8')).not.toContain(TOKEN);
    }
    await server.end();
  });

  const unsafe = join(temporaryDirectory(), 'unsafe');
  writeFileSync(unsafe, TOKEN);
  chmodSync(unsafe, 0o644);
  test.each([
    [
      'is needed where others could connect',
      { addr: '0.0.0.0:0' },
      {},
      /^Others could connect at 0\.0\.0\.0:0/,
    ],
    ['is needed for a name, too', { addr: 'example.com:80' }, {}, /so a token is needed/],
    ['must not be empty', { token: '' }, {}, /^The token in --token is empty/],
    ['must not be empty in the environment', {}, { MCP_TOKEN: '' }, /^The token in MCP_TOKEN is empty/],
    ['must fit into a header', { token: 'a b' }, {}, /^The token in --token/],
    ['is given in one way', { token: 'a', tokenFile: 'b' }, {}, /leave one out/],
    ['comes from a file that is there', { tokenFile: '/nope' }, {}, /can't be read from \/nope/],
    ['comes from a regular file', { tokenFile: '/dev/zero' }, {}, /can't be read from \/dev\/zero/],
    [
      'comes from a file that others can not read',
      { tokenFile: unsafe },
      {},
      /^Other users of this machine can read/,
    ],
  ])('%s', (_, flags, env, said) => {
    expect(() => listeningOf({ addr: '127.0.0.1:0', ...flags }, { cwd: '/', env })).toThrow(said);
  });

  test('that is missing where others could connect ends the command', async () => {
    const exit = await new HttpProcess(temporaryDirectory(), { flags: ['--addr', '0.0.0.0:0'] }).exited;
    expect(exit).toMatchObject({ code: 2, stdout: '' });
    expect(exit.stderr).toMatch(
      /^ultragit: Others could connect at 0\.0\.0\.0:0, so a token is needed\.\n {2}Set /,
    );
  });
});

test.each(['8080', ':8080', 'localhost', '127.0.0.1:99999', '[::1', 'http://localhost:80'])(
  'the address %s is refused with an example',
  addr => {
    expect(() => listeningOf({ addr }, { cwd: '/', env: {} })).toThrow(/^--addr must be HOST:PORT/);
  },
);

test('localhost is the address that it means everywhere, and the other loopback has brackets', () => {
  const listening = (addr: string) => listeningOf({ addr }, { cwd: '/', env: {} });
  expect(listening('localhost:80')).toEqual({ address: { host: '127.0.0.1', port: 80 }, token: undefined });
  expect(listening('[::1]:80')).toEqual({ address: { host: '::1', port: 80 }, token: undefined });
});

describe.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s', signal => {
  test('ends the server, though clients are connected and idle', async () => {
    const server = testServer();
    await expectToWork(await server.url());
    expect(await server.end(signal)).toMatchObject({ code: 0, signal: null, stderr: '' });
    expect(server.states()).toEqual([]);
  });
});

test.runIf(isLinux)('a call that runs may finish, and nothing new is taken', async () => {
  const server = testServer({ grace: 60_000 });
  const url = await server.url();
  const fifo = join(temporaryDirectory(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  const running = postJson(url, call(1, 'blocked', { path: fifo }));
  await server.said('blocked started');
  server.child.kill('SIGTERM');
  await expect
    .poll(() =>
      post(url, PING).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe('refused');
  closeSync(openSync(fifo, 'w'));
  expect(await running).toMatchObject({ status: 200, reply: { id: 1, result: {} } });
  expect(await server.exited).toMatchObject({ code: 0, signal: null });
});

test.runIf(isLinux)('a thread that waits in the kernel does not hold up a second signal', async () => {
  const server = testServer({ grace: 60_000 });
  const fifo = join(temporaryDirectory(), 'fifo');
  execFileSync('mkfifo', [fifo]);
  const running = expect(postJson(await server.url(), call(1, 'blocked', { path: fifo }))).rejects.toThrow();
  await server.said('blocked started');
  await signal(server.child.pid!, 'SIGTERM');
  server.child.kill('SIGINT');
  // Nothing but this ends it.
  expect(await server.exited).toMatchObject({ code: null, signal: 'SIGKILL' });
  expect(server.states()).toEqual([]);
  await running;
});

test('a call that does not finish in time is stopped', async () => {
  const server = testServer({ grace: 50 });
  const running = expect(post(await server.url(), call(1, 'wait'))).rejects.toThrow();
  await server.said('wait started');
  expect(await server.end()).toMatchObject({ code: 0, signal: null, stderr: 'wait started\nwait stopped\n' });
  await running;
});

test.runIf(isLinux)('git and its directory are gone after the end, also at a second signal', async () => {
  const repo = sharedRepository('mqtt-client', { packed: true });
  const server = new HttpProcess(repo.path);
  await post(await server.url(), call(1, 'ultragit_read', { path: FILE }));
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', `${server.child.pid}`])
    .toString()
    .trim()
    .split(/\s+/)
    .map(Number);
  expect(children.filter(isAlive).length).toBeGreaterThan(0);
  server.child.kill('SIGTERM');
  server.child.kill('SIGINT');
  expect(await server.exited).toMatchObject({ code: 0 });
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
  expect(server.leftBehind()).toEqual([]);
  expect(server.states()).toEqual([]);
});
