// Who relies on whom, as annotations declare it, by today's names.
import { expect, test } from 'vitest';
import type { GraphData } from '../../src/page/data.ts';
import { note } from '../support/ask.ts';
import { json, ultragit } from '../support/cli.ts';
import { askPage } from '../support/page-data.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const drawn = ({ edges }: GraphData) => edges.map(({ from, to }) => `${from} -> ${to}`);
const focus = ({ nodes }: GraphData) => nodes.filter(node => node.focus).map(({ id }) => id);

/** A region that relies on something. */
const relying = (
  file: string,
  name: string | undefined,
  on: string,
  anchor?: string,
  nature = 'Needs it.',
) => ({
  file,
  ...(name === undefined ? {} : { ast_anchor: { name } }),
  semantic_dependencies: [{ file: on, anchor, nature }],
});

async function emptyRepository(): Promise<Repository> {
  return buildRepository('plain-history');
}

const functions = (...names: string[]) =>
  names.map(name => `export function ${name}() {\n  return 1;\n}\n`).join('');

test('each dependent that `deps` names is an edge, and there is no other', async () => {
  const repo = sharedRepository('mqtt-client');
  const whole = await askPage(repo, { about: 'graph' });
  expect(whole.edges).toHaveLength(5);
  expect(whole).not.toHaveProperty('left_out');
  const named: string[] = [];
  for (const { id, file, unit = '' } of whole.nodes) {
    const { dependents } = json<{ dependents: { file: string; anchor: string; nature: string }[] }>(
      ultragit(repo, ['deps', file, unit, '--json']),
    );
    named.push(
      ...dependents.map(({ file, anchor, nature }) => JSON.stringify([`${file}::${anchor}`, id, nature])),
    );
  }
  expect(named.sort()).toEqual(
    whole.edges.map(({ from, to, nature }) => JSON.stringify([from, to, nature])).sort(),
  );
  expect(whole.nodes).toContainEqual({
    id: 'src/mqtt/client.ts::MqttClient::connect',
    ...{ file: 'src/mqtt/client.ts', unit: 'MqttClient::connect', annotations: 2 },
  });
});

test('around a unit stands what it relies on and what relies on it, two steps far', async () => {
  const repo = await emptyRepository();
  const commit = repo.commit('A chain', { 'a.ts': functions('a', 'b', 'c', 'd', 'e') });
  const chain = ['a', 'b', 'c', 'd'].map((name, at) => relying('a.ts', name, 'a.ts', 'bcde'[at]));
  repo.annotate(commit, note(chain));
  const around = await askPage(repo, { about: 'graph', path: 'a.ts', anchor: 'a' });
  expect(drawn(around)).toEqual(['a.ts::a -> a.ts::b', 'a.ts::b -> a.ts::c']);
  expect(focus(around)).toEqual(['a.ts::a']);
  const backwards = await askPage(repo, { about: 'graph', path: 'a.ts', anchor: 'e' });
  expect(drawn(backwards)).toEqual(['a.ts::c -> a.ts::d', 'a.ts::d -> a.ts::e']);
  const file = await askPage(repo, { about: 'graph', path: 'a.ts' });
  expect(file.nodes.every(node => node.focus)).toBe(true);
});

test('a unit that nothing concerns stands alone, and what relies on its file stands beside it', async () => {
  const repo = await emptyRepository();
  const commit = repo.commit('Two files', { 'a.ts': functions('a'), 'b.ts': functions('b', 'c') });
  repo.annotate(commit, note(relying('a.ts', 'a', 'b.ts')));
  const around = await askPage(repo, { about: 'graph', path: 'b.ts', anchor: 'c' });
  expect(focus(around)).toEqual(['b.ts::c']);
  expect(drawn(around)).toEqual(['a.ts::a -> b.ts']);
});

test('several names of one unit are one node, by the name that its file has', async () => {
  const repo = await emptyRepository();
  const commit = repo.commit('A class', {
    'a.ts': 'export class Queue {\n  take() {\n    return 1;\n  }\n}\n',
    'b.ts': functions('b', 'c', 'd'),
  });
  const ways = ['take', 'Queue.take', 'Queue::take'];
  repo.annotate(commit, note(ways.map((way, at) => relying('b.ts', 'bcd'[at], 'a.ts', way))));
  const whole = await askPage(repo, { about: 'graph' });
  expect(whole.nodes.map(({ id }) => id)).toEqual(['a.ts::Queue::take', 'b.ts::b', 'b.ts::c', 'b.ts::d']);
});

test('where no grammar can tell, the longest name that notes have for a unit counts', async () => {
  const repo = await emptyRepository();
  const commit = repo.commit('No grammar', { 'a.cob': 'x\n', 'b.ts': functions('b', 'c') });
  repo.annotate(
    commit,
    note([relying('b.ts', 'b', 'a.cob', 'take'), relying('b.ts', 'c', 'a.cob', 'Queue::take')]),
  );
  const { nodes } = await askPage(repo, { about: 'graph' });
  expect(nodes.map(({ id }) => id)).toEqual(['a.cob::Queue::take', 'b.ts::b', 'b.ts::c']);
});

test('renamed files go by their new names, deleted ones are not drawn', async () => {
  const repo = await emptyRepository();
  const commit = repo.commit('Files', {
    'a.ts': functions('a', 'more', 'and', 'still'),
    'b.ts': functions('b', 'others', 'besides', 'these'),
    'c.ts': functions('c'),
  });
  repo.annotate(commit, note([relying('a.ts', 'a', 'b.ts', 'b'), relying('a.ts', 'a', 'c.ts', 'c')]));
  repo.git('mv', 'a.ts', 'lib-a.ts');
  repo.git('mv', 'b.ts', 'lib-b.ts');
  repo.git('rm', '-q', 'c.ts');
  repo.commit('Move');
  expect(drawn(await askPage(repo, { about: 'graph' }))).toEqual(['lib-a.ts::a -> lib-b.ts::b']);
});

test('of the same assumption, the newest annotation counts; excluded files are left out', async () => {
  const repo = await emptyRepository();
  const first = repo.commit('Files', {
    'a.ts': functions('a'),
    'b.ts': functions('b'),
    'x/c.ts': functions('c'),
  });
  repo.annotate(first, note([relying('a.ts', 'a', 'b.ts', 'b'), relying('a.ts', 'a', 'x/c.ts', 'c')]));
  const second = repo.commit('Again', { 'a.ts': `${functions('a')}\n` });
  repo.annotate(second, note(relying('a.ts', 'a', 'b.ts', 'b')));
  repo.git('config', 'ultragit.exclude', 'x/**');
  const { edges } = await askPage(repo, { about: 'graph' });
  expect(edges).toEqual([
    { from: 'a.ts::a', to: 'b.ts::b', nature: 'Needs it.', commit: second.slice(0, 12) },
  ]);
});

test('200 nodes are drawn, the most connected and their neighbours, and the rest is counted', async () => {
  const repo = await emptyRepository();
  const name = (at: number) => `f${String(at).padStart(3, '0')}`;
  const commit = repo.commit('Hub', {
    'hub.ts': functions('hub', ...Array.from({ length: 300 }, (_, at) => name(at))),
  });
  const regions = Array.from({ length: 300 }, (_, at) =>
    relying('hub.ts', name(at), 'hub.ts', 'hub', `${'long '.repeat(200)}${at}`),
  );
  repo.annotate(commit, note(regions));
  const whole = await askPage(repo, { about: 'graph' });
  expect(whole.nodes).toHaveLength(200);
  expect(whole.left_out).toBe(101);
  expect(whole.edges).toHaveLength(199);
  expect(whole.nodes.map(({ id }) => id)).toContain('hub.ts::hub');
  expect(Math.max(...whole.edges.map(({ nature }) => nature.length))).toBeLessThan(310);
  const around = await askPage(repo, { about: 'graph', path: 'hub.ts', anchor: 'hub' });
  expect([around.nodes.length, around.left_out]).toEqual([200, 101]);
});

test('any number of dependencies is drawn, as far as there is room', async () => {
  const repo = await emptyRepository();
  const names = Array.from({ length: 50 }, (_, at) => `one${at}`);
  const on = Array.from({ length: 1_000 }, () => ({ file: 'b.js' }));
  for (const round of [1, 2, 3]) {
    repo.commit(`Change ${round}`, { 'a.js': functions('a', `a${round}`), 'b.js': functions('b') });
    const regions = names.map(name => ({ file: 'a.js', ast_anchor: { name }, semantic_dependencies: on }));
    repo.annotate('HEAD', JSON.stringify(note(regions)));
  }
  const { nodes } = await askPage(repo, { about: 'graph' });
  expect(nodes).toHaveLength(names.length + 1);
});

test('of a file with very many names, as many are in focus as are drawn', async () => {
  const repo = await emptyRepository();
  repo.commit('Change', { 'a.js': functions('a'), 'b.js': functions('b') });
  const regions = Array.from({ length: 3_000 }, (_, at) =>
    relying('a.js', `one${at}::z`, 'b.js', `b${at}::z`),
  );
  repo.annotate('HEAD', JSON.stringify(note(regions)));
  const drawnNow = await askPage(repo, { about: 'graph', path: 'a.js' });
  expect(drawnNow.nodes.length).toBeLessThanOrEqual(200);
  expect(focus(drawnNow).length).toBeGreaterThan(0);
});
