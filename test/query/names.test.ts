// Files are renamed and names are used again: annotations go with the file, not with the name.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ask, lines, note } from '../support/ask.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const old = lines('oldest', 12);
const fresh = lines('fresh', 12);
const intents = async (repo: Repository, file: string) =>
  (await ask(repo, file)).regions.map(region => region.intent).sort();

/** a.txt was renamed to b.txt, and another file took the name a.txt. */
async function reused(region: object, how: 'later' | 'at once' = 'later'): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add a', { 'a.txt': old });
  repo.annotate(first, note({ file: 'a.txt', intent: 'About the old file.', ...region }));
  if (how === 'later') repo.commit('Rename a to b', { 'a.txt': null, 'b.txt': old });
  else {
    repo.git('mv', 'a.txt', 'b.txt');
    repo.commit('Rename a to b');
  }
  const second = repo.commit('Add another a', { 'a.txt': fresh });
  repo.annotate(second, note({ file: 'a.txt', intent: 'About the new file.', lines: { start: 1, end: 3 } }));
  return repo;
}

test.each([
  ['with lines', { lines: { start: 2, end: 6 } }],
  ['of the whole file', {}],
  ['of lines unknown', { lines: { start: 0, end: 0 }, ast_anchor: { name: 'oldest' } }],
])('a name that was used again leaks nothing either way: %s', async (_kind, region) => {
  const repo = await reused(region);
  expect(await intents(repo, 'a.txt')).toEqual(['About the new file.']);
  expect(await intents(repo, 'b.txt')).toEqual(['About the old file.']);
});

test('a name that was used again leaks nothing, however much is said of the new file', async () => {
  const repo = await reused({ lines: { start: 2, end: 6 } });
  const region = (at: number) => ({
    file: 'a.txt',
    intent: `About line ${at}.`,
    lines: { start: at, end: at },
  });
  const commit = repo.commit('Say more', { 'a.txt': `${fresh}more\n` });
  repo.annotate(commit, note([1, 2, 3, 4, 5, 6, 7, 8].map(region)));
  const answer = await ask(repo, 'a.txt', { max_regions: 1 });
  expect(answer.regions).toMatchObject([{ intent: 'About line 1.' }]);
  expect(answer.stats).toMatchObject({ annotations_found: 2, regions_matched: 9 });
});

test('where git can’t tell of deletions, regions that are all there need not be asked about', async () => {
  const repo = await buildRepository('unborn');
  repo.commit('Begin', { 'other.txt': 'one\n' });
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  repo.commit('Go on', { 'other.txt': 'two\n' });
  const commit = repo.commit('Add a', { 'a.txt': fresh });
  const regions = [1, 2, 3, 4, 5, 6, 7, 8].map(at => ({ file: 'a.txt', lines: { start: at, end: at } }));
  repo.annotate(commit, note(regions));
  repo.commit('Write all of it anew, and back', { 'a.txt': old });
  repo.commit('Back', { 'a.txt': fresh });
  rmSync(join(repo.path, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  expect(() => repo.git('log', '--full-history', '--diff-filter=D', '--', 'a.txt')).toThrow();
  const answer = await ask(repo, 'a.txt', { max_regions: 1 });
  expect(answer.regions).toMatchObject([{ freshness: { state: 'intact' } }]);
});

test('what was said of the old file is no part of the new one, and the answer does not count it', async () => {
  const repo = await reused({ lines: { start: 2, end: 6 } });
  const answer = await ask(repo, 'a.txt');
  expect(answer.stats).toMatchObject({ annotations_found: 1, regions_matched: 1 });
});

test('a file that was renamed away and back is still the same file', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add a', { 'a.txt': old });
  repo.annotate(first, note({ file: 'a.txt', intent: 'About the file.', lines: { start: 1, end: 2 } }));
  repo.commit('Rename a to b', { 'a.txt': null, 'b.txt': old });
  repo.commit('Rename b to a', { 'b.txt': null, 'a.txt': old });
  repo.commit('Drop the lines', { 'a.txt': old.split('\n').slice(2).join('\n') });
  expect(await intents(repo, 'a.txt')).toEqual(['About the file.']);
});

test('a file that was deleted and written anew keeps what was said of it', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add a', { 'a.txt': old });
  repo.annotate(first, note({ file: 'a.txt', intent: 'About the name.', lines: { start: 1, end: 2 } }));
  repo.commit('Delete a', { 'a.txt': null });
  repo.commit('Write a anew', { 'a.txt': fresh });
  expect(await intents(repo, 'a.txt')).toEqual(['About the name.']);
});

test('two files that swapped their names keep what was said of each', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add both', { 'a.txt': old, 'b.txt': fresh });
  repo.annotate(
    first,
    note([
      { file: 'a.txt', intent: 'About oldest.', lines: { start: 1, end: 4 } },
      { file: 'b.txt', intent: 'About fresh.', lines: { start: 1, end: 4 } },
    ]),
  );
  repo.commit('Move a away', { 'a.txt': null, 'c.txt': old });
  repo.commit('Move b to a', { 'b.txt': null, 'a.txt': fresh });
  repo.commit('Move the first to b', { 'c.txt': null, 'b.txt': old });
  expect(await intents(repo, 'a.txt')).toEqual(['About fresh.']);
  expect(await intents(repo, 'b.txt')).toEqual(['About oldest.']);
});

test('what was said under a name that was taken back is not lost', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Begin', { 'src/here.txt': lines('alpha', 10) });
  const away = repo.commit('Rename', { 'src/here.txt': null, 'src/there.txt': lines('alpha', 10) });
  repo.annotate(away, note({ file: 'src/there.txt', lines: { start: 2, end: 4 } }));
  repo.commit('Rename back', { 'src/there.txt': null, 'src/here.txt': lines('alpha', 10) });
  const answer = await ask(repo, 'src/here.txt');
  expect(answer.regions).toMatchObject([{ commit: away, freshness: { state: 'intact' } }]);
});
