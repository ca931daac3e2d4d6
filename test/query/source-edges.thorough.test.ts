// Several sources together: nothing is lost between them, and what is kept between questions never shows.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, inForce, note, openWorkspace } from '../support/ask.ts';
import { read, summary } from '../support/queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const unit = (name: string) => `export function ${name}() {\n  return ${name}Of(the, ${name}s);\n}\n`;

function decided(subject: string, ...trailers: string[]): string {
  return `${subject}\n\n${trailers.join('\n')}`;
}

/** What each region holds to, and what it does not any more. */
async function constraints(repo: Repository): Promise<string[]> {
  const { regions } = await ask(repo, 'a.ts');
  const takenBack = regions.flatMap(region => region.taken_back ?? []);
  return [...regions.flatMap(inForce), ...takenBack.map(({ text }) => `${text}, no more`)].sort();
}

test('annotations are found where a commit of the history is missing', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'a.ts': unit('one') });
  const missing = repo.commit('Go on', { 'a.ts': unit('one') + unit('two') });
  repo.commit('More', { 'a.ts': unit('one') + unit('two') + unit('three') });
  repo.commit(decided('Decide', 'Constraint: Keep four', 'Directive: Stay'), {
    'a.ts': ['one', 'two', 'three', 'four'].map(unit).join(''),
  });
  repo.annotate('HEAD', note({ file: 'a.ts', lines: { start: 10, end: 12 }, intent: 'Four.' }));
  rmSync(join(repo.path, '.git/objects', missing.slice(0, 2), missing.slice(2)));
  const { regions } = await ask(repo, 'a.ts', { lines: '10:12' });
  expect(regions.map(({ intent }) => intent).sort()).toEqual(['Decide', 'Four.']);
});

test('of two branches, each has the decisions of its own history, however often they take turns', async () => {
  const repo = await buildRepository('unborn');
  repo.commit(decided('Begin', 'Constraint: Keep one', 'Directive: Stay'), { 'a.ts': unit('one') });
  repo.git('checkout', '-q', '-b', 'other');
  repo.commit(decided('Other', 'Constraint: Keep two', 'Directive: Stay'), { 'b.ts': unit('two') });
  const kept = await openWorkspace(repo, { useCache: true });
  for (const branch of ['other', 'main', 'other', 'main']) {
    repo.git('checkout', '-q', branch);
    const fresh = await openWorkspace(repo);
    const next = await openWorkspace(repo, { useCache: true });
    const expected = await summary(fresh, { path: '.', verbose: true });
    expect(expected.stats.notes_indexed).toBe(branch === 'main' ? 1 : 2);
    expect(await summary(kept, { path: '.', verbose: true })).toEqual(expected);
    expect(await summary(next, { path: '.', verbose: true })).toEqual(expected);
  }
});

test('a checkpoint belongs to the newest commit of this history that names it, wherever its ref is kept', async () => {
  const repo = await buildRepository('unborn');
  const id = '0123456789ab';
  const metadata = JSON.stringify({ checkpoint_id: id, strategy: 'x', summary: { intent: 'Said then' } });
  const blob = repo.gitBytes(['hash-object', '-w', '--stdin'], metadata).toString().trim();
  const tree = repo.gitBytes(['mktree'], `100644 blob ${blob}\tmetadata.json\n`).toString().trim();
  const named = decided('Work', `Entire-Checkpoint: ${id}`);
  const first = repo.commit(named, { 'a.ts': unit('one') });
  const second = repo.commit(named, { 'a.ts': unit('one') + unit('two') });
  repo.git('update-ref', `refs/entire/checkpoints/ab/${id}`, repo.git('commit-tree', tree, '-m', 'Kept'));
  const kept = await openWorkspace(repo);
  const owners = async () =>
    (await read(kept, { path: 'a.ts', verbose: true })).regions.map(({ commit }) => commit);
  expect(await owners()).toEqual([second]);
  repo.git('checkout', '-q', first);
  expect(await owners()).toEqual([first]);
  repo.git('checkout', '-q', second);
  repo.git('pack-refs', '--all');
  expect(await owners()).toEqual([second]);
});

test('a record is superseded by another one of the same commit', async () => {
  const repo = await buildRepository('unborn');
  const message = [
    'Squash',
    'Record-Id: r-aaaaaa\nConstraint: Old\nDirective: Old, too',
    'Record-Id: r-bbbbbb\nSupersedes: r-aaaaaa\nConstraint: New',
  ];
  repo.commit(message.join('\n\n'), { 'a.ts': unit('one') });
  expect(await constraints(repo)).toEqual(['New', 'Old, no more', 'Old, too, no more']);
});

test('what came before a record does not supersede it, though it names it', async () => {
  const repo = await buildRepository('unborn');
  const record = (id: string, text: string, ...rest: string[]) =>
    decided(text, `Record-Id: ${id}`, ...rest, `Constraint: ${text}`);
  repo.commit(record('r-aaaaaa', 'First'), { 'a.ts': unit('one') });
  repo.commit(record('r-bbbbbb', 'Second', 'Supersedes: r-aaaaaa'), { 'a.ts': unit('one') + unit('two') });
  const three = ['one', 'two', 'three'].map(unit).join('');
  repo.commit(record('r-aaaaaa', 'Again', 'Supersedes: r-bbbbbb'), { 'a.ts': three });
  expect(await constraints(repo)).toEqual(['Again', 'First, no more', 'Second, no more']);
});

test('a record is not superseded by what names another one, whose name its own begins with', async () => {
  const repo = await buildRepository('unborn');
  repo.commit(decided('One', 'Record-Id: r-aaaaaa1', 'Constraint: Stays'), { 'a.ts': unit('one') });
  repo.commit(decided('Two', 'Record-Id: r-bbbbbb', 'Supersedes: r-aaaaaa', 'Constraint: New'), {
    'a.ts': unit('one') + unit('two'),
  });
  expect(await constraints(repo)).toEqual(['New', 'Stays']);
});

test('of two sources, the one that says more is not left out, nor what it takes back', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'a.ts': unit('one') });
  const said = { file: 'a.ts', lines: { start: 1, end: 3 }, constraints: [{ text: 'K', source: 'author' }] };
  repo.annotate('HEAD', note({ ...said, rejected_alternatives: [{ approach: 'Locks' }] }));
  const more = [
    [{ intent: 'Another.' }, { intent: 'Another.' }],
    [
      { rejected_alternatives: [{ approach: 'Locks', reason: 'They block.' }] },
      { rejected_alternatives: [{ alternative: 'Locks', reason: 'They block.' }] },
    ],
    [
      { corrections: [{ field: 'constraints[0]', correction_type: 'remove', reason: 'Wrong.' }] },
      { taken_back: [{ text: 'K', reason: 'Wrong.' }] },
    ],
  ];
  for (const [rest, shown] of more) {
    repo.annotate('HEAD', note({ ...said, ...rest }), 'refs/notes/other');
    const { regions } = await ask(repo, 'a.ts');
    expect(regions.find(({ source }) => source === 'refs/notes/other')).toMatchObject(shown!);
  }
});

test('what a message decides and a note repeats is shown once', async () => {
  const repo = await buildRepository('unborn');
  const trailers = ['Record-Id: r-aaaaaa', 'Constraint: Keep one'];
  repo.commit(decided('Begin', ...trailers), { 'a.ts': unit('one') });
  repo.annotate('HEAD', trailers.join('\n'), 'refs/notes/commitlore');
  expect((await ask(repo, 'a.ts')).regions.map(({ intent }) => intent)).toEqual(['Begin']);
});

test('a decision record is about the lines of its commit, though every other annotation is newer', async () => {
  const repo = await buildRepository('unborn');
  const linked = repo.commit('Begin', { 'a.ts': unit('one') });
  repo.commit('Go on', { 'a.ts': unit('one') + unit('two') });
  repo.commit('More', { 'a.ts': unit('one') + unit('two') + unit('three') });
  repo.annotate('HEAD', note({ file: 'a.ts', lines: { start: 7, end: 9 } }));
  const blob = repo.gitBytes(['hash-object', '-w', '--stdin'], 'adr').toString().trim();
  const matter = ['id: adr-1', 'title: Use one', 'status: accepted', `linked_commits: [${linked}]`];
  repo.annotate(blob, ['---', ...matter, '---', '## Decision', 'Use one.'].join('\n'), 'refs/notes/adr');
  const { regions } = await ask(repo, 'a.ts');
  expect(regions.find(({ intent }) => intent === 'Use one')).toMatchObject({
    current_lines: { start: 1, end: 3 },
    freshness: { state: 'intact' },
  });
});

test('what was never merged is not brought back for other code of the same name', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'a.ts': unit('one') });
  repo.git('checkout', '-q', '-b', 'tried');
  const tried = 'export function retry(op: Op) {\n  loop(op, 3);\n  log("gave up");\n}\n';
  repo.commit('Try', { 'a.ts': unit('one') + tried });
  const anchor = { unit_type: 'function', name: 'retry' };
  repo.annotate('HEAD', note({ file: 'a.ts', ast_anchor: anchor, lines: { start: 4, end: 7 } }));
  repo.git('checkout', '-q', 'main');
  repo.git('branch', '-q', '-D', 'tried');
  const other = 'export function retry(op: Op) {\n  queue.push(op);\n  return queue.drain();\n}\n';
  repo.commit('Queue', { 'a.ts': unit('one') + other });
  expect((await ask(repo, 'a.ts')).regions).toEqual([]);
});
