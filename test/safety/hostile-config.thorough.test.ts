// A repository can ask git to run programs in dozens of ways. Reading it runs none of them.
import { chmodSync, copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { about, hook } from '../support/hook.ts';
import { hostile, ran } from '../support/hostile.ts';
import { LISTS, RealServer } from '../support/real-server.ts';
import { buildRepository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';

test('plain git falls for it, so the canaries sing', async () => {
  const { repo, canaries } = await hostile();
  try {
    repo.git('status');
  } catch {
    // What it answers does not matter here.
  }
  expect(ran(canaries).length).toBeGreaterThan(0);
});

test.each([
  [[client]],
  [[client, '--lines', '3:9']],
  [[client, 'connect', '--json', '--depth', '3']],
  [[client, '--rev', 'HEAD~2', '--since', 'HEAD~4']],
  [[client, 'src/tls/session-cache.ts', '--verbose', '--json']],
])('ultragit read %j runs nothing that the repository planted', async args => {
  const { repo, canaries } = await hostile();
  repo.write(client, `// edited on disk\n${repo.git('cat-file', 'blob', `HEAD:${client}`)}\n`);
  const before = ran(canaries);
  const run = ultragit(repo, ['read', ...args]);
  expect(ran(canaries)).toEqual(before);
  expect(run.stderr).toBe('');
  expect(run.status).toBe(0);
});

test.each<[string, string[]]>([
  ['why', ['why', `${client}:30`]],
  ['search', ['search', 'session', '--no-cache']],
  ['deps', ['deps', client]],
  ['history', ['history', client, '--json']],
  ['summary', ['summary', '.']],
  ['check', ['check', '--worktree', '--json']],
  ['check of a range', ['check', 'HEAD~2..HEAD']],
  ['check of what is staged', ['check', '--staged']],
  ['completion', ['complete', 'words', 'ultragit', 'read', client, 'con']],
  ['mcp status', ['mcp', 'status']],
  ['mcp install', ['mcp', 'install']],
])('%s runs nothing that the repository planted', async (_name, args) => {
  const { repo, canaries } = await hostile();
  repo.write(client, `// edited on disk\n${repo.git('cat-file', 'blob', `HEAD:${client}`)}\n`);
  const before = ran(canaries);
  const run = ultragit(repo, args);
  expect(ran(canaries)).toEqual(before);
  expect(run.stderr.replace(/^Note: .*\n/gm, '')).toBe('');
  expect(run.status).toBe(0);
});

test('the hook runs nothing that the repository planted', async () => {
  const { repo, canaries } = await hostile();
  const before = ran(canaries);
  const edit = about('Edit', { file_path: join(repo.path, client), old_string: 'connect' }, 'session');
  const run = hook({ ...edit, cwd: repo.path }, { host: 'claude-code', cwd: repo.path });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(ran(canaries)).toEqual(before);
});

test('the server runs nothing that the repository planted', async () => {
  const { repo, canaries } = await hostile();
  const before = ran(canaries);
  const server = new RealServer(repo.path);
  for (const [tool, list] of LISTS) expect(await server.answer(tool, { path: client })).toHaveProperty(list);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  expect(ran(canaries)).toEqual(before);
});

test('an object that a partial clone lacks is not fetched, and the answer says what is missing', async () => {
  const { repo, canaries } = await hostile(fresh => fresh.commit('Add', { 'loose.txt': 'one\ntwo\n' }));
  const blob = repo.git('rev-parse', 'HEAD:loose.txt');
  rmSync(join(repo.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const before = ran(canaries);
  const run = ultragit(repo, ['read', 'loose.txt']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toContain('The content of loose.txt is not in this clone.');
  expect(ran(canaries)).toEqual(before);
});

test('a git planted in the repository, or on a relative PATH, is not run', async () => {
  const { repo, canaries, plant } = await hostile();
  copyFileSync(plant('planted-git'), join(repo.path, 'git'));
  chmodSync(join(repo.path, 'git'), 0o755);
  const before = ran(canaries);
  const run = ultragit(repo, ['read', client], { env: { PATH: `.::${process.env.PATH}` } });
  expect(run.status).toBe(0);
  expect(ran(canaries)).toEqual(before);
});

test('a blame.ignoreRevsFile outside of the repository is not read, nor quoted', async () => {
  const repo = await buildRepository('mqtt-client');
  for (const file of ['/etc/passwd', '../../../../../../etc/passwd']) {
    repo.git('config', 'blame.ignoreRevsFile', file);
    const run = ultragit(repo, ['read', client]);
    expect(run.status).toBe(0);
    expect(run.stdout + run.stderr).not.toContain('root:');
  }
});
