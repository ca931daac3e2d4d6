// What all queries share must not depend on how many files they look at, or on what else is being asked.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRecords } from '../../src/pipeline/placing/read-records.ts';
import { scope } from '../../src/pipeline/scope/scope.ts';
import { ask, lines, note, openWorkspace } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, noticeCodes } from '../support/ask-queries.ts';
import { manyNotes } from '../support/many-notes.ts';
import { history, read, summary } from '../support/queries.ts';
import {
  buildRepository,
  type Repository,
  shallowClone,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';

/** On a side branch the file was renamed; the merge kept its name. */
async function renamedOnTheSide(file: string, first: string, second: string): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.commit('Write', { [file]: first, 'src/user.py': 'use()\n' });
  repo.git('checkout', '-q', '-b', 'side');
  repo.git('mv', file, 'src/elsewhere.py');
  repo.commit('Rename on the side');
  repo.git('checkout', '-q', 'main');
  repo.commit('Go on', { [file]: second });
  repo.git('merge', '-q', '-s', 'ours', '-m', 'Keep the name', 'side');
  return repo;
}

const code = (name: string) => `A = 1\nB = 2\ndef ${name}():\n    return 1\nC = 3\nD = 4\n`;

test('a name that a side branch gave up keeps its annotations, in a directory, too', async () => {
  const repo = await renamedOnTheSide('src/a.py', code('old'), code('old').replace('1', '7'));
  repo.annotate('HEAD^1~1', note({ file: 'src/a.py', intent: 'Of the whole file.' }));
  const inFile = await askSummary(repo, 'src/a.py');
  const inDirectory = await askSummary(repo, 'src');
  expect(inDirectory.units.map(unit => unit.intent)).toEqual(['Of the whole file.']);
  expect(inDirectory.units.map(unit => unit.intent)).toEqual(inFile.units.map(unit => unit.intent));
});

test('an assumption about a unit under its former name is found, whatever a side branch did', async () => {
  const repo = await renamedOnTheSide('src/a.py', code('old_name'), code('new_name'));
  const assumption = { file: 'src/a.py', anchor: 'old_name', nature: 'It is quick.' };
  repo.annotate(
    'HEAD^1~1',
    note([
      { file: 'src/a.py', ast_anchor: { name: 'old_name' }, lines: { start: 3, end: 4 } },
      { file: 'src/user.py', lines: { start: 1, end: 1 }, semantic_dependencies: [assumption] },
    ]),
  );
  const { dependents } = await askDeps(repo, 'src/a.py', { anchor: 'new_name' });
  expect(dependents.map(({ nature }) => nature)).toEqual(['It is quick.']);
});

/** So many files, each annotated on a commit of its own, and all of these commits rewritten on another root. */
async function manyRewritten(count: number): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const file = (at: number) => `M 100644 inline src/f${at}.txt\n${data(lines(`f${at}`, 3))}`;
  const stream: string[] = [];
  const commit = (ref: string, body: string) =>
    stream.push(`commit ${ref}\ncommitter A <a@example.com> ${1_700_000_000 + stream.length} +0000\n${body}`);
  for (const ref of ['refs/heads/work', 'refs/heads/main']) {
    commit(ref, `${data('Root')}M 100644 inline base.txt\n${data(ref)}`);
    for (let at = 0; at < count; at++) commit(ref, `${data(`Work ${at}`)}${file(at)}`);
  }
  repo.gitBytes(['fast-import', '--quiet'], stream.join('\n'));
  const [, ...work] = repo.git('rev-list', '--reverse', 'work').split('\n');
  const notes = work.map((id, at) => {
    const said = note({ file: `src/f${at}.txt`, lines: { start: 1, end: 3 } });
    return `N inline ${id}\n${data(JSON.stringify(said))}`;
  });
  const head = 'commit refs/notes/ultragit\ncommitter A <a@example.com> 1700009999 +0000\n';
  repo.gitBytes(['fast-import', '--quiet'], `${head}${data('notes')}${notes.join('')}`);
  repo.git('reset', '-q', '--hard', 'main');
  repo.git('branch', '-q', '-D', 'work');
  return repo;
}

test('rewritten commits beyond what is compared are counted as they are shown', async () => {
  const few = await askSummary(await manyRewritten(40), 'src');
  expect(few.units).toHaveLength(40);
  const { units, stats, notices } = await askSummary(await manyRewritten(150), 'src');
  expect(units.length + (stats.notes_unreachable ?? 0)).toBe(150);
  expect(units).toHaveLength(132);
  const left = notices?.find(({ code: name }) => name === 'notes_unreachable');
  expect(left?.message).toContain('(18 not looked at)');
});

test('each of several files says why it is empty', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Root', { 'a.ts': lines('a', 3), 'b.ts': lines('b', 3) });
  for (const file of ['a.ts', 'b.ts']) {
    repo.git('checkout', '-q', '--detach', 'main');
    repo.commit(`Stray ${file}`, { [file]: lines(`${file} stray`, 3) });
    repo.annotate('HEAD', note({ file, lines: { start: 1, end: 2 } }));
  }
  repo.git('checkout', '-q', 'main');
  const { notices } = await ask(repo, ['a.ts', 'b.ts']);
  const left = notices?.filter(({ code: name }) => name === 'notes_unreachable');
  expect(left?.map(({ message }) => message.split(' left out')[0])).toEqual([
    '1 note about a.ts',
    '1 note about b.ts',
  ]);
});

test('an excluded file is answered with the pattern alone, whatever else is asked of it', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Root', { 'gen.ts': lines('a', 3) });
  repo.git('config', 'ultragit.exclude', 'gen.*');
  expect(noticeCodes(await ask(repo, 'gen.ts', { since: 'nonsense', anchor: 'nope' }))).toEqual(['excluded']);
  expect(noticeCodes(await askSummary(repo, 'gen.ts', { anchor: 'nope' }))).toEqual(['excluded']);
  expect(noticeCodes(await askHistory(repo, 'gen.ts'))).toEqual(['excluded']);
});

test('calls at the same time share what they read of a note: its regions are compared by identity', async () => {
  const snapshot = await (await openWorkspace(sharedRepository('mqtt-client'))).snapshot();
  const records = snapshot.index.byFile('src/mqtt/client.ts');
  const [one, other] = await Promise.all([readRecords(snapshot, records), readRecords(snapshot, records)]);
  expect(one.length).toBeGreaterThan(1);
  for (const [at, { reading }] of one.entries()) expect(reading).toBe(other[at]?.reading);
});

test('a query has one outline of its file, even if others push it out of memory', async () => {
  const repo = await buildRepository('mqtt-client');
  const files = Object.fromEntries(
    Array.from({ length: 70 }, (_, at) => [`gen/f${at}.ts`, `let a = ${at};\n`]),
  );
  repo.commit('Generate', files);
  const snapshot = await (await openWorkspace(repo)).snapshot();
  const here = await scope(snapshot, { path: 'src/mqtt/client.ts' });
  const first = await here.outline();
  for (const path of Object.keys(files)) await (await scope(snapshot, { path })).outline();
  expect(await here.outline()).toBe(first);
});

test('what blame stops at is found again when a clone gets the rest of its history', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('First', { 'a.txt': lines('a', 4) });
  repo.annotate('HEAD', note({ file: 'a.txt', lines: { start: 1, end: 2 }, intent: 'first' }));
  repo.commit('Between', { 'b.txt': 'b\n' });
  repo.commit('Second', { 'a.txt': `${lines('a', 4)}${lines('b', 2)}` });
  repo.annotate('HEAD', note({ file: 'a.txt', lines: { start: 5, end: 6 }, intent: 'second' }));
  const clone = shallowClone(repo, 2);
  const workspace = await openWorkspace(clone);
  await read(workspace, { path: 'a.txt' });
  clone.git('fetch', '-q', '--unshallow');
  const { regions } = await read(workspace, { path: 'a.txt', verbose: true });
  expect(regions.map(({ intent, evidence }) => `${intent} ${evidence}`).sort()).toEqual([
    'first blame',
    'second blame',
  ]);
});

test('a damaged page of the index is noticed in the middle of any query, and does no harm', async () => {
  const repo = await manyNotes({ notes: 1_100, files: 40 });
  const cache = join(temporaryDirectory(), 'cache');
  const env = { ...repo.env, XDG_CACHE_HOME: cache };
  const open = () => openWorkspace(repo, { env, useCache: true, reading: 'by page' });
  const path = 'src/f7.ts';
  const queries = [
    (workspace: Awaited<ReturnType<typeof open>>) => read(workspace, { path }),
    (workspace: Awaited<ReturnType<typeof open>>) => history(workspace, { path }),
    (workspace: Awaited<ReturnType<typeof open>>) => summary(workspace, { path }),
  ];
  const right = await Promise.all(queries.map(async query => query(await open())));
  const kept = join(cache, 'ultragit');
  const name = readdirSync(kept).find(file => file.endsWith('.base'))!;
  const good = readFileSync(join(kept, name));
  for (let at = 3_000; at < good.length; at += 16 * 1024) {
    for (const [number, query] of queries.entries()) {
      const damaged = Buffer.from(good);
      damaged[at]! ^= 0xff;
      writeFileSync(join(kept, name), damaged, { mode: 0o600 });
      expect(await query(await open()), `byte ${at}`).toEqual(right[number]);
    }
  }
});
