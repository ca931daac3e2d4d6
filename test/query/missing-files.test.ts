// "File not found" names the way out, the same for all four queries.
import { expect, test } from 'vitest';
import { hintsFor, UltragitError } from '../../src/errors.ts';
import { ask, lines, note } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, runCommand } from '../support/ask-queries.ts';
import { buildRepository, openClone, type Repository } from '../support/repository.ts';

const QUERIES = { read: ask, deps: askDeps, history: askHistory, summary: askSummary };

type Name = keyof typeof QUERIES;

/** What an agent is told to do, by each of the queries. */
async function hints(
  repo: Repository,
  path: string,
  queries: Name[] = ['read', 'deps', 'history', 'summary'],
): Promise<string[]> {
  const told = await Promise.all(
    queries.map(async query => {
      const error = await QUERIES[query](repo, path).catch((reason: unknown) => reason);
      if (!(error instanceof UltragitError)) throw new Error(`${query} ${path} is answered`);
      expect(error).toMatchObject({ code: 'file_not_found', message: `File not found: ${path}` });
      return hintsFor('agent', error);
    }),
  );
  for (const other of told) expect(other).toEqual(told[0]);
  return told[0] ?? [];
}

async function shop(): Promise<Repository> {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add a shop', {
    'src/cart/index.ts': lines('cart', 5),
    'src/till/index.ts': lines('till', 5),
    'lib/till/index.ts': lines('other', 5),
    'web/src/till/index.ts': lines('web', 5),
    'src/till/receipt.ts': lines('receipt', 5),
  });
  return repo;
}

test('the file of that name in another directory is named', async () => {
  const repo = await shop();
  expect(await hints(repo, 'receipt.ts')).toEqual(['There is a file of that name: src/till/receipt.ts']);
  expect(await hints(repo, 'src/cart/receipt.ts')).toEqual([
    'There is a file of that name: src/till/receipt.ts',
  ]);
  expect(await hints(repo, 'nowhere/at/all/Receipt.ts')).toEqual([
    'There is a file of that name: src/till/receipt.ts',
  ]);
});

test('of several, those first whose directories are most alike', async () => {
  const repo = await shop();
  expect(await hints(repo, 'app/till/index.ts')).toEqual([
    'Files of that name: lib/till/index.ts, src/till/index.ts, web/src/till/index.ts and 1 more',
  ]);
  expect(await hints(repo, 'till/src/index.ts')).toEqual([
    expect.stringMatching(/^Files of that name: lib\/till/),
  ]);
  expect(await hints(repo, 'src/index.ts')).toEqual([
    expect.stringMatching(/^Files of that name: src\/cart\/index\.ts, src\/till\/index\.ts,/),
  ]);
});

test('else the nearest names, near by or anywhere', async () => {
  const repo = await shop();
  expect(await hints(repo, 'src/till/reciept.ts')).toEqual(['Did you mean src/till/receipt.ts?']);
  expect(await hints(repo, 'zzz/reciept.ts')).toEqual(['Did you mean src/till/receipt.ts?']);
  expect(await hints(repo, 'till')).toEqual([
    expect.stringContaining('Directories of that name: lib/till, src/till, web/src/till'),
  ]);
  expect(await hints(repo, 'zzz/qqq')).toEqual(['Paths are relative to the repository root.']);
});

test('a file that was renamed: its new name, through several renames', async () => {
  const repo = await shop();
  const old = 'src/till/receipt.ts';
  repo.git('mv', old, 'src/bill.ts');
  const first = repo.commit('Call it a bill');
  repo.git('mv', 'src/bill.ts', 'src/invoice.ts');
  const second = repo.commit('Call it an invoice');
  repo.annotate('HEAD', note({ file: 'src/invoice.ts' }));
  expect(await hints(repo, old, ['read', 'summary'])).toEqual([
    `${old} was renamed to src/bill.ts in ${first.slice(0, 12)}. src/bill.ts was renamed to src/invoice.ts in ${second.slice(0, 12)}. Ask about src/invoice.ts instead.`,
  ]);
  expect((await askHistory(repo, old)).scope.file).toBe('src/invoice.ts');
  expect((await askDeps(repo, old)).scope.file).toBe('src/invoice.ts');

  const third = repo.commit('Drop it', { 'src/invoice.ts': null });
  const told = await hints(repo, old, ['read', 'summary']);
  expect(told.join()).toContain(`src/invoice.ts was deleted in ${third.slice(0, 12)}. What was known of it:`);
  expect(told.join()).not.toContain('Ask about');
});

test('a file that was deleted: what was known of it, and one of its name that took its place', async () => {
  const repo = await shop();
  repo.commit('Rewrite', { 'src/till/receipt.ts': null, 'src/print/receipt.ts': lines('anew', 7) });
  const [end, namesake, ...others] = await hints(repo, 'src/till/receipt.ts', ['read', 'summary']);
  expect(end).toMatch(/was deleted in .* What was known of it: ultragit_history/);
  expect(namesake).toBe('There is a file of that name: src/print/receipt.ts');
  expect(others).toEqual([]);
});

test('a directory that was renamed: its new name', async () => {
  const repo = await shop();
  repo.git('mv', 'src/till', 'src/checkout');
  const id = repo.commit('Rename the till').slice(0, 12);
  expect(await hints(repo, 'src/till')).toEqual([
    `src/till was renamed to src/checkout in ${id}. Ask about src/checkout instead.`,
  ]);
});

test('at another commit, the files of that commit', async () => {
  const repo = await shop();
  repo.commit('Move', { 'src/till/receipt.ts': null, 'src/paper/receipt.ts': lines('receipt', 5) });
  const error = await ask(repo, 'receipt.ts', { rev: 'HEAD~1' }).catch((reason: unknown) => reason);
  expect((error as UltragitError).hints).toEqual(['There is a file of that name: src/till/receipt.ts']);
});

test('a clone without the directories does not say that a file is missing which may be there', async () => {
  const repo = await shop();
  repo.git('config', 'uploadpack.allowFilter', 'true');
  const clone = openClone(repo, { notes: false }, '--filter=tree:0', '--no-checkout');
  for (const query of Object.values(QUERIES)) {
    await expect(query(clone, 'src/till/receipt.ts')).rejects.toMatchObject({
      code: 'git_failed',
      message: `The content of commit ${repo.git('rev-parse', 'HEAD').slice(0, 12)} is not in this clone.`,
    });
  }
});

test('on a terminal it is one line and a hint', async () => {
  const repo = await shop();
  for (const query of ['read', 'deps', 'history', 'summary']) {
    const { code, stderr } = await runCommand(repo, [query, 'receipt.ts']);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'ultragit: File not found: receipt.ts\n  There is a file of that name: src/till/receipt.ts\n',
    );
  }
});
