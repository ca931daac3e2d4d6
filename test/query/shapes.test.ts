// The same file, from repositories of every shape, and from one that changes during a session.
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, codes, lines, note, openWorkspace } from '../support/ask.ts';
import { read } from '../support/queries.ts';
import { buildRepository, type Repository, sharedRepository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
const regions = async (repo: Repository, file = client) =>
  (await ask(repo, file)).regions.map(region => [region.commit, region.intent, region.freshness.state]);

test('bare, linked worktree, detached HEAD, packed refs and a subdirectory say what the plain one says', async () => {
  const repo = await buildRepository('mqtt-client');
  const plain = await regions(repo);
  expect(plain.length).toBeGreaterThan(3);
  expect(await regions(await buildRepository('mqtt-client', { bare: true }))).toEqual(plain);
  expect(await regions(repo.addWorktree())).toEqual(plain);
  expect(await regions({ ...repo, path: join(repo.path, 'src') })).toEqual(plain);
  repo.git('checkout', '-q', '--detach');
  repo.git('pack-refs', '--all');
  expect(await regions(repo)).toEqual(plain);
});

test('a linked worktree answers for its own HEAD', async () => {
  const repo = await buildRepository('mqtt-client');
  const first = repo.git('log', '--reverse', '--format=%H', '--', client).split('\n')[0] ?? '';
  const linked = repo.addWorktree(first);
  const answer = await ask(linked, client);
  expect(answer.scope?.revision).toBe(linked.git('rev-parse', 'HEAD'));
  expect(answer.regions.length).toBeLessThan((await ask(repo, client)).regions.length);
});

test('a HEAD before the first annotation is blamed like any other', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Begin', { 'a.txt': 'one\n' });
  const second = repo.commit('Go on', { 'a.txt': 'one\ntwo\n' });
  repo.commit('Elsewhere', { 'b.txt': 'b\n' });
  const annotated = repo.commit('Annotated', { 'a.txt': 'one\ntwo\nthree\n' });
  repo.annotate(annotated, note({ file: 'a.txt', intent: 'Three.' }));
  for (const [rev, owners] of [
    [`${annotated}^`, 2],
    [second, 2],
    [first, 1],
  ] as const) {
    const { regions: found, stats } = await ask(repo.addWorktree(rev), 'a.txt');
    expect([found.length, stats.commits_examined], rev).toEqual([0, owners]);
  }
});

test('SHA-256 ids are read like any others', async () => {
  const repo = sharedRepository('shallow', { objectFormat: 'sha256' });
  const answer = await ask(repo, 'sensor.py');
  expect(answer.regions).toHaveLength(4);
  expect(answer.regions.every(region => /^[0-9a-f]{64}$/.test(region.commit!))).toBe(true);
});

test('a bare repository reads the commit, and names it as its source', async () => {
  const answer = await ask(sharedRepository('mqtt-client', { bare: true }), client);
  expect(answer.scope?.source).toBe('commit');
});

test('replace refs and grafts are ignored', async () => {
  const repo = await buildRepository('mqtt-client');
  const plain = await regions(repo);
  repo.git('replace', '--graft', 'HEAD');
  expect(await regions(repo)).toEqual(plain);
});

test('one session sees new commits, notes, branches and edits at once', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': lines('alpha', 6) });
  const workspace = await openWorkspace(repo);
  const ask = async () =>
    (await read(workspace, { paths: ['a.txt'] })).regions.map(
      region => `${region.intent} ${region.freshness.state}`,
    );
  expect(await ask()).toEqual([]);
  repo.annotate('HEAD', note({ file: 'a.txt', intent: 'First', lines: { start: 1, end: 3 } }));
  expect(await ask()).toEqual(['First intact']);
  repo.annotate('HEAD', note({ file: 'a.txt', intent: 'Second', lines: { start: 1, end: 3 } }));
  expect(await ask()).toEqual(['Second intact']);
  repo.write('a.txt', 'nothing like it\n');
  expect(await ask()).toEqual(['Second gone']);
  repo.git('checkout', '-q', '--', 'a.txt');
  repo.git('gc', '-q');
  expect(await ask()).toEqual(['Second intact']);
  repo.git('checkout', '-q', '--orphan', 'other');
  repo.commit('Start anew', { 'a.txt': lines('alpha', 5) });
  expect(await ask()).toEqual([]);
  repo.git('checkout', '-q', 'main');
  expect(await ask()).toEqual(['Second intact']);
});

test('a repository that goes away is gone, and the one that takes its place is not mistaken for it', async () => {
  const repo = await buildRepository('mqtt-client');
  const workspace = await openWorkspace(repo);
  await read(workspace, { paths: [client] });
  renameSync(repo.path, `${repo.path}-away`);
  await expect(read(workspace, { paths: [client] })).rejects.toMatchObject({ code: 'repository_gone' });
  const other = await buildRepository('renamed');
  renameSync(other.path, repo.path);
  await expect(read(workspace, { paths: [client] })).rejects.toThrow(/File not found|The repository is gone/);
  const answer = read(workspace, { paths: ['src/flags.js'] });
  const outcome = await answer.then(
    ({ regions }) => regions.length,
    (error: { code?: string }) => error.code,
  );
  expect([1, 'repository_gone']).toContain(outcome);
});

test('a file larger than any annotation, and a binary one, are answered', async () => {
  const repo = await buildRepository('empty-notes');
  const large = lines('alpha', 60_000);
  repo.commit('Add', { 'large.txt': large, 'data.bin': Buffer.from([0, 255, 10, 0, 13, 10]) });
  repo.annotate(
    'HEAD',
    note([{ file: 'large.txt', lines: { start: 50_000, end: 50_002 } }, { file: 'data.bin' }]),
  );
  repo.write('large.txt', `first\n${large}`);
  const answer = await ask(repo, 'large.txt', { lines: '50001:50003' });
  expect(answer.regions[0]?.current_lines).toEqual({ start: 50_001, end: 50_003 });
  expect((await ask(repo, 'data.bin')).regions).toHaveLength(1);
});

test('a repository without any notes answers everything with its reason', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': 'a\n' });
  for (const question of [{}, { lines: '1' }, { anchor: 'x' }, { max_tokens: 5 }, { since: 'HEAD' }]) {
    expect(codes(await ask(repo, 'a.txt', question)), JSON.stringify(question)).toContain('no_notes_ref');
  }
});

test('notes under every fan-out are found, duplicates both', async () => {
  for (const scenario of ['fanout-0', 'fanout-1', 'fanout-2']) {
    const repo = sharedRepository(scenario);
    const [file] = repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n');
    expect((await ask(repo, file ?? '')).regions.length, scenario).toBeGreaterThan(0);
  }
});
