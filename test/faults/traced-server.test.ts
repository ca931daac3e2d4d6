/** `ultragit mcp serve`, looked at from the outside: what it executes, where it writes, whom it calls. Needs strace. */
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { JSON_HEADERS, postJson } from '../support/http-server.ts';
import { call } from '../support/mcp-server.ts';
import { buildRepository } from '../support/repository.ts';
import { canTrace, roomsIn, tracedWhile } from './support/traced.ts';

const TOKEN = 'correct-horse-battery-staple';

test('ultragit mcp serve runs node and git, writes in the cache directory, and has no socket but on loopback', async ({
  skip,
}) => {
  skip(!canTrace, 'needs strace');
  const repo = await buildRepository('mqtt-client');
  const room = dirname(repo.path);
  const options = { cwd: repo.path, rooms: roomsIn(room), env: { MCP_TOKEN: TOKEN } };
  const trace = await tracedWhile(['mcp', 'serve'], options, async said => {
    const url = /http:\S+\/mcp/.exec(said)?.[0] ?? '';
    const headers = { ...JSON_HEADERS, authorization: `Bearer ${TOKEN}` };
    for (const tool of ['read', 'deps', 'history', 'summary']) {
      const { reply } = await postJson(
        url,
        call(1, `ultragit_${tool}`, { path: 'src/mqtt/client.ts' }),
        headers,
      );
      expect(reply.result?.isError, tool).toBeUndefined();
    }
    const status = await (await fetch(new URL('/status', url), { headers })).json();
    process.kill((status as { pid: number }).pid, 'SIGTERM');
  });
  expect(trace).toMatchObject({ status: 0, stderr: '' });
  const isOurs = (path: string) => path === process.execPath || /\/git(-core\/.*)?$/.test(path);
  expect(trace.executed.filter(path => !isOurs(path))).toEqual([]);
  const allowed = [
    `${room}/tmp`,
    `${room}/home/.cache`,
    '/dev/',
    '/proc/',
    'pipe:',
    'socket:',
    'anon_inode:',
  ];
  expect(trace.written.filter(path => !allowed.some(place => path.startsWith(place)))).toEqual([]);
  expect(trace.written.some(path => path.includes('/servers/'))).toBe(true);
  const named = trace.sockets.filter(line => /\b(bind|connect)\(/.test(line));
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter(line => !/127\.0\.0\.1|"::1"/.test(line))).toEqual([]);
});
