// An empty answer says why it is empty: the five reasons, and what to do about each.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ReadAnswer } from '../../src/query/read/answer.ts';
import { ask, lines, note } from '../support/ask.ts';
import { program, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, shallowClone, sharedRepository } from '../support/repository.ts';

const firstFor = (file: string, what = 'the first') =>
  `To write ${what}: git ultragit annotate ${file} --about --intent "…"`;

function reason(answer: ReadAnswer, code: string) {
  expect(answer.regions).toEqual([]);
  const found = answer.notices?.find(notice => notice.code === code);
  expect(found, JSON.stringify(answer.notices)).toBeDefined();
  return `${found?.message} ${found?.fix ?? ''}`.trim();
}

const anyFile = (repo: Repository) => repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n')[0] ?? '';

test('no notes ref here: says so, and how to fetch it where there is a remote', async () => {
  const repo = await buildRepository('empty-notes');
  const file = anyFile(repo);
  expect(reason(await ask(repo, file), 'no_notes_ref')).toBe(
    `There are no annotations in this clone: refs/notes/ultragit does not exist. ${firstFor(file)}`,
  );
  repo.git('remote', 'add', 'origin', '/nowhere');
  expect(reason(await ask(repo, file), 'no_notes_ref')).toContain(
    `If origin has some: git ultragit sync --fetch-only (other tools' notes: git fetch origin 'refs/notes/*:refs/notes/*') — ${firstFor(file)}`,
  );
});

test('what an empty answer says of the first note is how one is written', async () => {
  const repo = await buildRepository('empty-notes');
  for (const file of ['a.txt', "it's a name.txt", '-x.txt']) {
    repo.commit('Add', { [file]: 'a\n' });
    const told = ultragit(repo, ['read', `./${file}`, '--format', 'pretty'], {
      env: { COLUMNS: '120' },
    }).stdout;
    const [command = ''] = /ultragit annotate [^"]*"…"/.exec(told) ?? [];
    expect(told).toMatch(/what\s+else\s+to\s+say:\s+https:.*docs\/writing\.md/);
    const whole = command.replace(/\s+/g, ' ').replace('…', 'It is there.');
    const asRun = whole.replace('ultragit', `"${process.execPath}" "${program}"`);
    execFileSync('sh', ['-c', asRun], { cwd: repo.path, env: repo.env });
    expect(
      (await ask(repo, file)).regions.map(({ intent }) => intent),
      whole,
    ).toEqual(['It is there.']);
    repo.git('update-ref', '-d', 'refs/notes/ultragit');
  }
});

test('no notes ref of the name that was given: says which others there are, loose or packed', async () => {
  const repo = await buildRepository('empty-notes');
  const file = anyFile(repo);
  repo.annotate('HEAD', note({ file }), 'refs/notes/commits');
  repo.git('config', 'ultragit.sources', 'ref');
  const told = 'git config ultragit.noteref refs/notes/commits';
  expect(reason(await ask(repo, file), 'no_notes_ref')).toContain(told);
  repo.git('pack-refs', '--all');
  expect(reason(await ask(repo, file), 'no_notes_ref')).toContain(told);
  repo.git('config', 'ultragit.sources', 'notes');
  expect((await ask(repo, file)).regions).toHaveLength(1);
});

test('a notes ref that no known tool wrote is named, and not taken for annotations', async () => {
  const repo = await buildRepository('empty-notes');
  const file = anyFile(repo);
  repo.annotate('HEAD', '{"coverage": 81.5}', 'refs/notes/ci');
  expect(reason(await ask(repo, file), 'no_notes_ref')).toBe(
    `There are no annotations in this clone: refs/notes/ultragit does not exist. There is refs/notes/ci, in a format that is not read. ${firstFor(file)}`,
  );
});

test('several sources, and nothing for this file in any of them', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add a', { 'a.txt': 'a\n', 'b.txt': 'b\n' });
  repo.annotate('HEAD', note({ file: 'a.txt' }));
  repo.annotate('HEAD', note({ file: 'a.txt', intent: 'Other' }), 'refs/notes/chronicle');
  repo.commit('Change a\n\nConstraint: keep it short\nRejected: a long one | nobody reads it', {
    'a.txt': 'aa\n',
  });
  expect(reason(await ask(repo, 'b.txt'), 'none_for_file')).toBe(
    'refs/notes/ultragit has 1 note, refs/notes/chronicle has 1 note and commit messages have 1 decision, but none for b.txt. ' +
      firstFor('b.txt', 'one'),
  );
});

test('notes exist, but none for this file', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': 'a\n', 'b.txt': 'b\n' });
  repo.annotate('HEAD', note({ file: 'a.txt' }));
  expect(reason(await ask(repo, 'b.txt'), 'none_for_file')).toBe(
    `refs/notes/ultragit has 1 note, but none for b.txt. ${firstFor('b.txt', 'one')}`,
  );
});

test('history is too shallow', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add', { 'a.txt': lines('alpha', 4) });
  const unknown = { ast_anchor: { name: 'nowhere' }, lines: { start: 1, end: 2 } };
  repo.annotate(first, note({ file: 'a.txt', ...unknown }));
  repo.commit('Other', { 'b.txt': 'b\n' });
  repo.commit('Another', { 'b.txt': 'c\n' });
  expect(reason(await ask(shallowClone(repo, 1), 'a.txt'), 'shallow')).toContain('git fetch --unshallow');
});

test('notes are malformed', async () => {
  const repo = sharedRepository('malformed');
  for (const broken of [
    'plain-text',
    'conflict-markers',
    'sorted-lines',
    'too-deep',
    'empty',
    'other-schema',
  ]) {
    expect(reason(await ask(repo, `src/${broken}.js`), 'notes_unread')).toContain(
      `What is said there about src/${broken}.js is not known`,
    );
  }
});

test('truly not annotated: an empty ref, and a part of a file of which other parts are', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': lines('alpha', 8) });
  repo.annotate('HEAD', note({ file: 'a.txt', lines: { start: 1, end: 3 } }));
  expect(reason(await ask(repo, 'a.txt', { lines: '6:8' }), 'not_annotated')).toBe(
    'Not annotated: a.txt has 1 annotated region, but none concerns what was asked about. See the whole file: ultragit_read without anchor and lines.',
  );
  repo.git('notes', '--ref=ultragit', 'remove', 'HEAD');
  expect(reason(await ask(repo, 'a.txt'), 'not_annotated')).toBe(
    `refs/notes/ultragit is empty: nothing is annotated yet. ${firstFor('a.txt')}`,
  );
});

test('a pattern that leaves a path out is named', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.exclude', 'src/**');
  expect(reason(await ask(repo, 'src/mqtt/client.ts'), 'excluded')).toContain('src/**');
});

test('an unborn branch is an error that says what to do', async () => {
  const repo = await buildRepository('unborn');
  await expect(ask(repo, 'a.txt')).rejects.toThrow('This branch has no commits yet.');
});
