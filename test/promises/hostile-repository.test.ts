/** A repository that asks git to run programs, and a note that gives orders: nothing of it runs or gets out. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { about, hook } from '../support/hook.ts';
import { hostile, ran } from '../support/hostile.ts';
import { LISTS, RealServer } from '../support/real-server.ts';

const FILE = 'src/mqtt/client.ts';

test('no command, tool or hook runs what the repository planted', async () => {
  const { repo, canaries } = await hostile();
  repo.write(FILE, `// edited on disk\n${repo.git('cat-file', 'blob', `HEAD:${FILE}`)}\n`);
  const before = ran(canaries);
  for (const words of [
    ['read', FILE, '--lines', '3:9'],
    ['why', `${FILE}:30`],
    ['search', 'session', '--no-cache'],
    ['check', '--worktree', '--json'],
    ['check', 'HEAD~2..HEAD'],
    ['mcp', 'status'],
  ]) {
    const run = ultragit(repo, words);
    expect(run, words.join(' ')).toMatchObject({ status: 0 });
  }
  const edit = about('Edit', { file_path: join(repo.path, FILE), old_string: 'connect' }, 'session');
  const told = hook({ ...edit, cwd: repo.path }, { host: 'claude-code', cwd: repo.path });
  expect(told).toMatchObject({ status: 0, stderr: '' });
  const server = new RealServer(repo.path);
  for (const [tool, list] of LISTS) expect(await server.answer(tool, { path: FILE })).toHaveProperty(list);
  expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
  expect(ran(canaries)).toEqual(before);
  try {
    repo.git('status');
  } catch {
    // What it answers does not matter here: plain git falls for it, so the canaries sing.
  }
  expect(ran(canaries).length).toBeGreaterThan(before.length);
});
