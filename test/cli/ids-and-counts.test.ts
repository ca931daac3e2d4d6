// Ids are as long in every line of every answer, and a list that is cut says how much of it is missing.
import { beforeAll, expect, test } from 'vitest';
import { note } from '../support/ask.ts';
import { runCommand } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

let demo: Repository;

beforeAll(async () => {
  demo = await buildRepository('mqtt-client');
  // Notices name commits, too.
  demo.annotate('HEAD', '{"schema": "ultragit/v1", "regions": [{');
});

const client = 'src/mqtt/client.ts';

test.each([
  ['read', client],
  ['why', `${client}:44`],
  ['deps', client],
  ['history', client, 'connect'],
  ['summary', 'src'],
  ['search', 'session'],
])('%s %s: every id has 12 digits', async (...args) => {
  const ids = new Set(demo.git('rev-list', '--all', '--objects', '--no-object-names').split('\n'));
  for (const format of ['pretty', 'markdown']) {
    const { stdout, code } = await runCommand(demo, [...args, '--format', format]);
    expect(code).toBe(0);
    const named = (stdout.match(/\b[0-9a-f]{7,40}\b/g) ?? []).filter(word =>
      [...ids].some(id => id.startsWith(word)),
    );
    if (args[0] !== 'deps' && args[0] !== 'summary') expect(named.length).toBeGreaterThan(0);
    expect(named.filter(id => id.length !== 12)).toEqual([]);
  }
});

test('of units without annotations as many are listed as it says', async () => {
  const repo = await buildRepository('unborn');
  const units = Array.from({ length: 150 }, (_, at) => `export function f${at}() {\n  return ${at};\n}\n`);
  const id = repo.commit('Add', { 'a.js': units.join('') });
  repo.annotate(id, note({ file: 'a.js', ast_anchor: { unit_type: 'function', name: 'f3' } }));
  const { stdout } = await runCommand(repo, ['summary', 'a.js'], { terminal: true, env: { NO_COLOR: '1' } });
  const [, total, list = '', more] =
    /Not annotated: (\d+) of 150 units\n([\s\S]*?) and (\d+) more/.exec(stdout) ?? [];
  expect(total).toBe('149');
  expect((list.match(/f\d+/g) ?? []).length + Number(more)).toBe(149);
});
