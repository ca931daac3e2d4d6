import { expect, test } from 'vitest';
import { ask } from '../support/ask.ts';
import { buildRepository } from '../support/repository.ts';

async function changed(file: string, before: string, after: string) {
  const repo = await buildRepository('empty-notes');
  const commit = repo.commit('Write it', { [file]: before });
  const lines = { start: 1, end: before.split('\n').length - 1 };
  repo.annotate(commit, {
    schema: 'ultragit/v1',
    regions: [{ file, lines, intent: 'Why', constraints: ['Keep'] }],
  });
  const edit = repo.commit('Touch white space', { [file]: after });
  const { regions } = await ask(repo, file);
  return { freshness: regions[0]?.freshness, edit };
}

test('white space inside a line may be part of a string, so it counts, and its commit is named', async () => {
  const { freshness, edit } = await changed(
    'clean.sh',
    'clean() {\n  rm -rf "$1 /tmp"\n}\n',
    'clean() {\n  rm -rf "$1/tmp"\n}\n',
  );
  expect(freshness).toMatchObject({ state: 'edited', changed: '1 of 3' });
  expect(freshness?.by?.map(name => name.split(' ')[0])).toEqual([edit]);
});

test('where indentation is syntax, a line that moved into a block has changed', async () => {
  const { freshness, edit } = await changed(
    'count.py',
    'def count(items):\n    n = 0\n    for item in items:\n        n += 1\n    return n\n',
    'def count(items):\n    n = 0\n    for item in items:\n        n += 1\n        return n\n',
  );
  expect(freshness).toMatchObject({ state: 'edited', changed: '1 of 5' });
  expect(freshness?.by?.map(name => name.split(' ')[0])).toEqual([edit]);
});

test('a block that moved in as a whole has not changed, even where indentation is syntax', async () => {
  const { freshness } = await changed(
    'whole.py',
    'def count(items):\n    n = 0\n    return n\n',
    'class Counter:\n    def count(items):\n        n = 0\n        return n\n',
  );
  expect(freshness).toEqual({ state: 'intact' });
});

test('elsewhere new indentation leaves a region intact, and the answer says so', async () => {
  const { freshness } = await changed(
    'count.js',
    'function count(items) {\n  let n = 0;\n  return n;\n}\n',
    'function count(items) {\n    let n = 0;\n    return n;\n}\n',
  );
  expect(freshness).toEqual({ state: 'intact', reindented_lines: 2 });
});

test('white space at the ends of lines is nothing', async () => {
  const { freshness } = await changed(
    'a.js',
    'const a = 1;\nconst b = 2;\n',
    'const a = 1;  \r\nconst b = 2;\r\n',
  );
  expect(freshness).toEqual({ state: 'intact' });
});
