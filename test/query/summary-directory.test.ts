// A directory at a glance: the files that git has, and what is known of them.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SummaryAnswer } from '../../src/query/summary/answer.ts';
import { lines, note } from '../support/ask.ts';
import { askSummary, messageOf, noticeCodes } from '../support/ask-queries.ts';
import { buildRepository, sharedRepository } from '../support/repository.ts';

const found = (answer: SummaryAnswer) => answer.units.map(({ file, anchor }) => `${file} ${anchor.name}`);

const whole = (file: string, intent = 'All of it.') => ({ file, intent });

function filesIn({ tree = [] }: SummaryAnswer): string[] {
  return tree.map(({ path }) => path).filter(path => !path.endsWith('/'));
}

test('a tree in many languages: units in the order of files and lines, coverage per file, and totals', async () => {
  const repo = await buildRepository('polyglot');
  repo.write('build/out.js', 'ignored\n');
  repo.write('untracked.js', 'untracked\n');
  const answer = await askSummary(repo, '.');
  expect(found(answer)).toEqual([
    'config/limits.toml lines 1–3',
    'core/ledger.rs Ledger::post',
    'docs/operations.md docs/operations.md',
    'scripts/deploy.sh deploy',
    'services/billing/invoice.py Invoice::total',
    'services/billing/tax.py tax_for',
    'services/gateway/router.go Router::Admit',
    'web/basket.tsx Basket',
  ]);
  expect(answer.tree).toContainEqual({ path: 'services/billing/', files: '2 of 3', units: '2 of 6' });
  expect(answer.tree).toContainEqual({ path: 'services/billing/invoice.py', units: '1 of 4' });
  expect(answer.tree).toContainEqual({ path: 'config/limits.toml', other_regions: 1 });
  expect(answer.stats).toMatchObject({ files: 11, annotated_files: 8, annotated_units: 6, other_regions: 2 });
  const files = answer.tree?.filter(({ path }) => !path.endsWith('/'));
  const sum = files?.reduce((total, { units }) => total + Number(units?.split(' of ')[1] ?? 0), 0);
  expect(answer.stats.ast_units).toBe(sum);
  expect(answer.scope).toEqual({
    repository: repo.path,
    directory: '.',
    revision: repo.git('rev-parse', 'HEAD'),
    source: 'worktree',
    notes_ref: 'refs/notes/ultragit',
    sources: ['refs/notes/ultragit'],
  });
});

test('a directory gives what its files give one by one', async () => {
  const repo = sharedRepository('mqtt-client');
  const directory = await askSummary(repo, 'src');
  const files = filesIn(directory);
  for (const file of files) {
    const alone = await askSummary(repo, file);
    const units = directory.units.filter(unit => unit.file === file).map(({ file: _, ...unit }) => unit);
    expect(units, file).toEqual(alone.units);
  }
  expect(files).toHaveLength(4);
});

test('a nested directory, with and without a slash, and one that has one file', async () => {
  const repo = sharedRepository('polyglot');
  const nested = await askSummary(repo, 'services/billing/');
  expect(nested.scope).toMatchObject({ directory: 'services/billing' });
  expect(nested.stats).toMatchObject({ files: 3, annotated_files: 2 });
  const one = await askSummary(repo, './web');
  expect(found(one)).toEqual(['web/basket.tsx Basket']);
  expect(one.tree).toEqual([{ path: 'web/basket.tsx', units: '1 of 2' }]);
});

test('renamed files bring what was said under their old names, through several renames', async () => {
  const answer = await askSummary(sharedRepository('renamed'), 'src');
  expect(found(answer)).toEqual([
    'src/config/parser.js parseSettings',
    'src/config/parser.js parseLine',
    'src/flags.js hasFlag',
  ]);
});

test('what is gone and what could not be used is counted for the whole directory', async () => {
  const repo = await buildRepository('empty-notes');
  const code = 'export function one() {\n  return 1;\n}\n';
  const first = repo.commit('Add', { 'pkg/a.js': code, 'pkg/b.js': lines('b', 3) });
  const gone = { file: 'pkg/a.js', ast_anchor: { name: 'one' }, lines: { start: 1, end: 3 } };
  repo.annotate(first, note([gone, whole('pkg/b.js')]));
  const second = repo.commit('Replace', { 'pkg/a.js': 'const nothing = here;\n' });
  repo.annotate(second, '{ broken');
  repo.git('checkout', '-q', '--orphan', 'lonely');
  const alone = repo.commit('Alone', { 'other.txt': 'x\n' });
  repo.annotate(alone, note(whole('pkg/b.js', 'From elsewhere.')));
  repo.git('checkout', '-q', '-f', '--detach', second);
  const answer = await askSummary(repo, 'pkg');
  expect(found(answer)).toEqual(['pkg/b.js pkg/b.js']);
  expect(answer.tree).toMatchObject([{ path: 'pkg/b.js', other_regions: 1 }]);
  expect(answer.stats).toMatchObject({ regions_gone: 1, notes_unreachable: 1, notes_malformed: 1 });
  expect(noticeCodes(answer).sort()).toEqual(['notes_unreachable', 'notes_unread', 'units_gone'].sort());
});

test('deleted files, links and submodules inside are no files of the directory', async () => {
  const repo = await buildRepository('empty-notes');
  const first = repo.commit('Add', { 'pkg/a.txt': lines('a', 3), 'pkg/old.txt': lines('old', 3) });
  repo.annotate(first, note([whole('pkg/a.txt'), whole('pkg/old.txt'), whole('pkg/link'), whole('pkg/sub')]));
  symlinkSync('a.txt', join(repo.path, 'pkg/link'));
  repo.git('add', 'pkg/link');
  repo.git('update-index', '--add', '--cacheinfo', `160000,${first},pkg/sub`);
  repo.commit('Link and embed');
  repo.commit('Delete', { 'pkg/old.txt': null });
  const answer = await askSummary(repo, 'pkg');
  expect(found(answer)).toEqual(['pkg/a.txt pkg/a.txt']);
  expect(answer.stats.files).toBe(1);
  await expect(askSummary(repo, 'pkg/sub')).rejects.toMatchObject({ code: 'not_a_file' });
});

test('a link to a directory is followed, one that leaves is refused, and so is the git directory', async () => {
  const repo = await buildRepository('polyglot');
  symlinkSync('services', join(repo.path, 'linked'));
  symlinkSync('/', join(repo.path, 'leaves'));
  const answer = await askSummary(repo, 'linked/billing');
  expect(answer.scope).toMatchObject({ directory: 'services/billing' });
  expect(answer.units).toHaveLength(2);
  expect(noticeCodes(answer)).toEqual(['link_followed']);
  for (const path of ['leaves', '..', '.git', '.git/refs']) {
    await expect(askSummary(repo, path), path).rejects.toMatchObject({ code: 'outside_repository' });
  }
});

test('one file that can not be read does not spoil the others', async () => {
  const repo = await buildRepository('polyglot');
  repo.remove('core/ledger.rs');
  symlinkSync('/etc/hostname', join(repo.path, 'core/ledger.rs'));
  const answer = await askSummary(repo, '.');
  expect(answer.stats.annotated_files).toBe(7);
  expect(messageOf(answer, 'files_unread')).toBe('1 annotated file could not be read: core/ledger.rs.');
});

test('a directory without committed files, an excluded one and one without annotations say so', async () => {
  const repo = await buildRepository('polyglot');
  mkdirSync(join(repo.path, 'empty'));
  repo.write('fresh/a.js', 'a\n');
  for (const path of ['empty', 'fresh']) {
    const answer = await askSummary(repo, path);
    expect(answer.units).toEqual([]);
    expect(answer.stats).toMatchObject({ files: 0, annotated_files: 0 });
    expect(noticeCodes(answer)).toEqual(['no_files']);
  }
  await expect(askSummary(repo, 'never')).rejects.toMatchObject({ code: 'file_not_found' });
  repo.commit('Add it', { 'fresh/a.js': 'a\n' });
  expect(noticeCodes(await askSummary(repo, 'fresh'))).toEqual(['none_for_file']);
  repo.git('config', 'ultragit.exclude', 'services/**');
  expect(messageOf(await askSummary(repo, 'services'), 'excluded')).toContain('services/**');
  const root = await askSummary(repo, '.');
  expect(root.stats.files).toBe(7);
  expect(found(root).join()).not.toContain('services');
  await expect(askSummary(repo, 'core', { anchor: 'Ledger' })).rejects.toMatchObject({
    code: 'bad_argument',
  });
});

test('a bare repository and a linked worktree answer alike', async () => {
  const repo = await buildRepository('polyglot');
  const expected = await askSummary(repo, 'services');
  const bare = await askSummary(await buildRepository('polyglot', { bare: true }), 'services');
  expect(bare.units).toEqual(expected.units);
  expect(bare.scope.source).toBe('commit');
  const worktree = repo.addWorktree();
  const scope = { ...expected.scope, repository: worktree.path };
  expect(await askSummary(worktree, 'services')).toEqual({ ...expected, scope });
});

test('odd names are listed in one line each', async () => {
  const answer = await askSummary(sharedRepository('names'), '.');
  expect(filesIn(answer)).toEqual(
    expect.arrayContaining(['docs/café.md', 'docs/メモ.md', '--help.js', 'pages/[id].js']),
  );
  expect(JSON.stringify(answer.tree)).not.toContain('\\n');
});

test('files without annotations are counted, not listed', async () => {
  const repo = await buildRepository('empty-notes');
  const names = Array.from({ length: 230 }, (_, at) => `pkg/f${at}.txt`);
  const first = repo.commit('Add many', Object.fromEntries(names.map(name => [name, 'x\n'])));
  repo.annotate(first, note(whole('pkg/f0.txt')));
  const answer = await askSummary(repo, '.');
  expect(answer.tree).toEqual([
    { path: 'pkg/', files: '1 of 230', other_regions: 1 },
    { path: 'pkg/f0.txt', other_regions: 1 },
    { path: 'src/', files: '0 of 1' },
  ]);
  expect(JSON.stringify(answer)).not.toContain('f1.txt');
});

test('progress grows with every file and ends with the last', async () => {
  const reports: [number, number | undefined][] = [];
  const progress = (done: number, total?: number, message?: string) => {
    if (message === 'Summarising files') reports.push([done, total]);
  };
  await askSummary(await buildRepository('polyglot'), '.', {}, { progress });
  expect(reports).toEqual(Array.from({ length: 8 }, (_, at) => [at + 1, 8]));
});

test('a cancelled summary stops', async () => {
  const repo = sharedRepository('polyglot');
  const stop = new AbortController();
  const progress = () => stop.abort(new Error('enough'));
  await expect(askSummary(repo, '.', {}, { progress, signal: stop.signal })).rejects.toThrow('enough');
});
