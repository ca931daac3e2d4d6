// Writing runs git on the real repository: still nothing that the repository planted runs, and only notes are written.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { hostile, ran } from '../support/hostile.ts';
import { contentsOf, IDENTITY } from '../write/support.ts';

const client = 'src/mqtt/client.ts';
const region = JSON.stringify({ file: client, ast_anchor: { name: 'publish' }, intent: 'Sends.' });

test('plain git notes falls for it, so the canaries sing', async () => {
  const { repo, canaries } = await hostile();
  repo.git('notes', '--ref=other', 'add', '-m', 'x');
  expect(ran(canaries)).toContain('ran-hook-reference-transaction');
});

test.each<[string, string[], { input?: string; writes: boolean }]>([
  ['annotate with flags', ['annotate', client, 'publish', '--about', '--intent', 'Sends.'], { writes: true }],
  ['annotate from stdin', ['annotate', '--about'], { input: region, writes: true }],
  ['annotate --dry-run', ['annotate', '--about', '--dry-run'], { input: region, writes: false }],
  ['annotate --draft', ['annotate', '--draft'], { writes: false }],
  [
    'correct',
    ['correct', client, 'connect', '--remove-constraint', 'idempotent: a call', '--reason', 'x'],
    { writes: true },
  ],
  ['validate', ['validate', '-'], { input: region, writes: false }],
])(
  '%s runs nothing that the repository planted, and writes nothing but notes',
  async (_name, args, { input, writes }) => {
    const { repo, canaries } = await hostile();
    repo.write(client, `// edited on disk\n${repo.git('cat-file', 'blob', `HEAD:${client}`)}\n`);
    const [before, sung] = [contentsOf(repo.path), ran(canaries)];
    const run = ultragit(repo, args, { env: IDENTITY, input });
    expect(ran(canaries)).toEqual(sung);
    expect(run.stderr).toBe('');
    const after = contentsOf(repo.path);
    const changed = [...after.keys()].filter(name => before.get(name) !== after.get(name));
    const others = changed.filter(name => !/^\.git\/objects\/[0-9a-f]{2}\/[0-9a-f]{38}$/.test(name));
    const notes = ['.git/logs/refs/notes/ultragit', '.git/refs/notes/ultragit'];
    expect(others.sort()).toEqual(writes ? notes : []);
    if (!writes) expect(changed).toEqual([]);
  },
);

test('an object that a partial clone lacks is not fetched to write about it', async () => {
  const { repo, canaries } = await hostile(fresh => fresh.commit('Add', { 'loose.txt': 'one\ntwo\n' }));
  const blob = repo.git('rev-parse', 'HEAD:loose.txt');
  rmSync(join(repo.path, '.git/objects', blob.slice(0, 2), blob.slice(2)));
  const sung = ran(canaries);
  const run = ultragit(repo, ['annotate', 'loose.txt', '--intent', 'x'], { env: IDENTITY });
  expect(run.stderr).toContain('The content of loose.txt is not in this clone.');
  expect(run.status).toBe(1);
  expect(ran(canaries)).toEqual(sung);
});

test('a config that sends git to another work tree changes nothing there', async () => {
  const { repo, canaries } = await hostile();
  repo.git('config', 'core.worktree', canaries);
  const sung = contentsOf(canaries);
  ultragit(repo, ['annotate', '--about', '--repo', repo.path], { env: IDENTITY, input: region });
  expect(contentsOf(canaries)).toEqual(sung);
});
