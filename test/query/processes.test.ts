// Git is the floor: however many files and notes there are, the number of processes stays the same.
import { expect, test } from 'vitest';
import type { Workspace } from '../../src/query/workspace.ts';
import { lines, note, openWorkspace } from '../support/ask.ts';
import { processesOf } from '../support/processes-of.ts';
import { deps, history, read, summary } from '../support/queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

/** So many files, renamed since, each annotated on its own commit in a history beyond what is walked at once. */
async function many(files: number): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const all = Array.from({ length: files }, (_, at) => `src/f${at}.js`);
  const code = (at: number) =>
    `export function f${at}() {\n${lines(`l${at}`, 6).replace(/^/gm, '  // ')}\n}\n`;
  const stream: string[] = [];
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const commit = (ref: string, body: string) =>
    stream.push(`commit ${ref}\ncommitter A <a@example.com> ${1_700_000_000 + stream.length} +0000\n${body}`);
  for (const [at, file] of all.entries()) {
    commit('refs/heads/many', `${data('x')}M 100644 inline ${file}\n${data(code(at))}`);
  }
  for (let at = 0; at < 120; at++) commit('refs/heads/many', data('nothing'));
  repo.gitBytes(['fast-import', '--quiet'], stream.join('\n'));
  repo.git('checkout', '-q', 'many');
  const commits = repo.git('rev-list', '--reverse', 'HEAD').split('\n');
  const notes = all.map((file, at) => {
    const dependency = { file: 'src/f0.js', anchor: 'f0', nature: `Assumption ${at}.` };
    const region = { file, ast_anchor: { name: `f${at}` }, lines: { start: 1, end: 3 } };
    return `N inline ${commits[at]}\n${data(JSON.stringify(note({ ...region, semantic_dependencies: [dependency] })))}`;
  });
  const head = 'commit refs/notes/ultragit\ncommitter A <a@example.com> 1700009999 +0000\n';
  repo.gitBytes(['fast-import', '--quiet'], `${head}${data('notes')}${notes.join('')}`);
  repo.git('mv', 'src', 'lib');
  repo.commit('Move all');
  return repo;
}

/** One unit that notes on so many branches are about which were never merged, in a long history. */
async function unmerged(branches: number): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const data = (text: string) => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const code = (version: number) => `export function alpha() {\n  return ${version};\n}\n`;
  const commit = (branch: string, mark: number, from: number) =>
    [
      `commit refs/heads/${branch}\nmark :${mark}\ncommitter A <a@example.com> ${1_700_000_000 + mark * 60} +0000\n`,
      `${data(`c${mark}`)}${from > 0 ? `from :${from}\n` : ''}M 100644 inline f.ts\n${data(code(mark))}`,
    ].join('');
  const main = Array.from({ length: 150 }, (_, at) => commit('main', at + 1, at));
  const sides = Array.from({ length: branches }, (_, at) => commit(`side${at}`, 151 + at, 5 + at));
  const text = JSON.stringify(
    note({ file: 'f.ts', ast_anchor: { name: 'alpha' }, lines: { start: 1, end: 3 } }),
  );
  const annotated = [3, 140, ...sides.map((_, at) => 151 + at)];
  const notes = annotated.map(mark => `N inline :${mark}\n${data(text)}`);
  const head = `commit refs/notes/ultragit\ncommitter A <a@example.com> 1700099999 +0000\n${data('notes')}`;
  repo.gitBytes(['fast-import', '--quiet'], [...main, ...sides, head, ...notes].join(''));
  repo.git('reset', '-q', '--hard');
  return repo;
}

test('notes on branches that were never merged cost a process each to look for their changes, and none for their order', async () => {
  const ask = (workspace: Workspace) => read(workspace, { path: 'f.ts' });
  const [few, many] = [await processesOf(await unmerged(2), ask), await processesOf(await unmerged(22), ask)];
  expect(many - few).toBeLessThanOrEqual(20);
});

test('a directory of files with annotations of the whole file costs no process a file', async () => {
  const repo = await buildRepository('unborn');
  const files = Array.from({ length: 30 }, (_, at) => `src/f${at}.js`);
  repo.commit('Add', Object.fromEntries(files.map(file => [file, 'let a = 1;\n'])));
  repo.annotate('HEAD', note(files.map(file => ({ file }))));
  expect(await processesOf(repo, workspace => summary(workspace, { path: 'src' }))).toBeLessThanOrEqual(3);
});

test('neither files nor notes cost a process of their own', async () => {
  const [few, lots] = [await many(4), await many(40)];
  const questions: [string, (workspace: Workspace) => Promise<object>][] = [
    ['summary', workspace => summary(workspace, { path: 'lib' })],
    ['deps', workspace => deps(workspace, { path: 'lib/f0.js', anchor: 'f0' })],
    ['history', workspace => history(workspace, { path: 'lib/f0.js' })],
  ];
  for (const [name, ask] of questions) {
    const [small, large] = [await processesOf(few, ask), await processesOf(lots, ask)];
    expect(large, name).toBeLessThanOrEqual(small);
    expect(large, name).toBeLessThanOrEqual(8);
    expect(large, name).toBeGreaterThan(0);
  }
  const workspace = await openWorkspace(lots);
  const directory = await summary(workspace, { path: 'lib' });
  expect(directory.units).toHaveLength(40);
  const dependents = await deps(workspace, { path: 'lib/f0.js' });
  expect(dependents.dependents).toHaveLength(40);
  expect(
    dependents.dependents.every(({ file, state }) => file.startsWith('lib/') && state === 'intact'),
  ).toBe(true);
});

/** Files of one function each, of which so many are annotated; nothing ever moves. */
async function still(annotated: number): Promise<Repository> {
  const repo = await buildRepository('unborn');
  const files = Array.from({ length: 6 }, (_, at) => `src/f${at}.js`);
  const code = (at: number, version: number) =>
    `export function f${at}() {\n${lines(`l${at}`, 6).replace(/^/gm, '  // ')}\n  return ${version};\n}\n`;
  const add = (version: number) => Object.fromEntries(files.map((file, at) => [file, code(at, version)]));
  repo.commit('Add', add(1));
  const regions = files.map((file, at) => ({ file, ast_anchor: { name: `f${at}` } }));
  repo.annotate('HEAD', note(regions.slice(0, annotated)));
  for (const version of [2, 3, 4, 5]) repo.commit(`Change ${version}`, add(version));
  return repo;
}

test('looking for what moved in costs nothing where no other file is annotated, and one process where some are', async () => {
  const ask = (workspace: Workspace) => read(workspace, { path: 'src/f0.js' });
  const [alone, among] = [await processesOf(await still(1), ask), await processesOf(await still(6), ask)];
  expect(among - alone).toBeLessThanOrEqual(1);
});
