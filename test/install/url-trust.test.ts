// Which addresses status asks: what a project's file names was written by whoever wrote the repository.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { announceServer, type RunningServer, runningServers } from '../../src/cache/running-servers.ts';
import { runningStatus } from '../../src/install/status/running.ts';
import { status } from '../../src/install/status/status.ts';
import { isOwnAddress, type Proposal, type Visit } from '../../src/install/status/trust.ts';
import { type Sandbox, sandbox } from './support.ts';

const { signal } = new AbortController();
const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

/** Not ours: it answers everything alike, and remembers who asked with what. */
async function stranger() {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    response.end('{"name": "another"}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  open.push(() => server.close());
  const port = (server.address() as AddressInfo).port;
  return { url: `http://127.0.0.1:${port}/mcp`, tokens };
}

const serverAt = (url: string): RunningServer => ({
  worktree: '/r',
  url,
  pid: process.pid,
  started: '2026-01-01T00:00:00Z',
  version: '1',
  token: true,
});

type Options = { answer?: boolean; running?: RunningServer[] };

async function look(box: Sandbox, { answer = false, running = [] }: Options = {}) {
  const asked: (Proposal | Visit)[] = [];
  const machine = { home: box.home, env: { ...box.env, SECRET: 'sesame' }, platform: 'linux' } as const;
  const found = await status(
    { machine, cwd: box.repo, root: box.repo, isRepository: true },
    {
      self: { node: '/n', script: '/s' },
      consent: async proposal => {
        asked.push(proposal);
        return answer;
      },
      running,
      version: '0',
      timeoutMs: 5_000,
      signal,
    },
  );
  return { found, asked };
}

function entryAt(url: string): string {
  const headers = { Authorization: `Bearer \${SECRET}` };
  return JSON.stringify({ mcpServers: { ultragit: { type: 'http', url, headers } } });
}

test("an address in a project's file is asked only after a yes, and the question shows no secret", async () => {
  const box = sandbox();
  const { url, tokens } = await stranger();
  const file = box.write('.mcp.json', entryAt(url));
  const { found, asked } = await look(box);
  expect(found.map(({ state }) => state)).toEqual(['url', 'url']);
  expect(asked).toEqual([{ file, hosts: ['Claude Code', 'Copilot CLI'], url, headers: ['Authorization'] }]);
  expect(tokens).toEqual([]);

  const { found: seen } = await look(box, { answer: true });
  expect(seen).toMatchObject([{ state: 'failed', reason: expect.stringContaining('no message of MCP') }, {}]);
  expect(new Set(tokens)).toEqual(new Set(['Bearer sesame']));
});

test("an address in the user's own file is asked, as its host would", async () => {
  const box = sandbox();
  const { url, tokens } = await stranger();
  box.write('../home/.claude.json', entryAt(url));
  const { asked } = await look(box);
  expect(asked).toEqual([]);
  expect(tokens[0]).toBe('Bearer sesame');
});

test('a server of our own, on this machine, is asked without a question', async () => {
  const box = sandbox();
  const { url, tokens } = await stranger();
  box.write('.mcp.json', entryAt(url));
  expect((await look(box, { running: [serverAt(url)] })).asked).toEqual([]);
  expect(tokens.length).toBeGreaterThan(0);
});

test.each([
  ['http://127.0.0.1:3000/mcp', true],
  ['http://localhost:3000/mcp', true],
  ['http://[::1]:3000/mcp', true],
  ['http://example.org/mcp', false],
  ['http://127.0.0.1.example.org/mcp', false],
  ['http://192.168.0.1:3000/mcp', false],
])('%s in a state file is our own: %s', (url, isOwn) => {
  expect(isOwnAddress(new URL(url), [serverAt(url)])).toBe(isOwn);
  expect(isOwnAddress(new URL(url), [serverAt('http://127.0.0.1:3001/mcp')])).toBe(false);
});

test('another program at the port of a server that is gone is not taken for it', async () => {
  const directory = join(sandbox().home, 'cache');
  const { url, tokens } = await stranger();
  announceServer(directory, serverAt(url));
  expect(runningServers(directory)).toHaveLength(1);
  expect(await runningStatus({ directory, token: 'sesame', timeoutMs: 5_000, signal })).toEqual([]);
  expect(tokens, 'and gets no token').toEqual([undefined]);
  expect(runningServers(directory)).toEqual([]);
});

test('a server that does not answer is shown as that, and its file stays', async () => {
  const directory = join(sandbox().home, 'cache');
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  open.push(() => {
    silent.close();
    silent.closeAllConnections();
  });
  announceServer(directory, serverAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/mcp`));
  const found = await runningStatus({ directory, token: undefined, timeoutMs: 200, signal });
  expect(found).toMatchObject([{ state: 'failed', reason: 'it did not answer /status within 0.2 s' }]);
  expect(runningServers(directory)).toHaveLength(1);
});
