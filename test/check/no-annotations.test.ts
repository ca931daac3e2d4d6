// A repository without annotations is no fault; annotations that are known to be missing are.
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { openClone, type Repository } from '../support/repository.ts';
import { edited, QUEUE, queueRepository } from './queue-repository.ts';

const CHANGED = edited(QUEUE, 'persist(entry);', 'later(entry);');
const COPY = 'refs/notes/remote/origin/ultragit';
const check = (repo: Repository, ...words: string[]) => ultragit(repo, ['check', ...words]);

async function changedRepository(): Promise<Repository> {
  const repo = await queueRepository();
  repo.commit('Change', { 'src/queue.ts': CHANGED });
  return repo;
}

test.each(['pretty', 'github'])('none here: one line as %s, and 0', async format => {
  const clone = openClone(await changedRepository(), { notes: false });
  const { status, stdout, stderr } = ultragit(clone, ['check', 'HEAD', '--format', format], {
    env: { COLUMNS: '300' },
  });
  expect([status, stderr, stdout.trimEnd().split('\n').length]).toEqual([0, '', 1]);
  expect(stdout).toContain('Nothing is annotated in this clone');
  expect(stdout).not.toContain('::');
  if (format === 'pretty') expect(stdout).toContain('ultragit sync --fetch-only');
});

test('none here, and no remote that could have some', async () => {
  const repo = await changedRepository();
  repo.git('update-ref', '-d', 'refs/notes/ultragit');
  const { status, stdout } = check(repo, 'HEAD', '--json');
  expect([status, JSON.parse(stdout)]).toMatchObject([
    0,
    { complete: true, notices: [{ code: 'nothing_annotated' }] },
  ]);
  expect(stdout).not.toContain('sync');
});

test('a copy of the remote that no sync took over: 3, until one does', async () => {
  const repo = await changedRepository();
  const clone = openClone(repo, { notes: false });
  clone.git('fetch', '-q', 'origin', `refs/notes/ultragit:${COPY}`);
  const unmerged = check(clone, 'HEAD', '--format', 'github');
  expect([unmerged.status, unmerged.stdout]).toEqual([
    3,
    expect.stringContaining('::warning::As of the last fetch, origin has annotations that are not here.'),
  ]);
  expect(ultragit(clone, ['sync', '--fetch-only']).status).toBe(0);
  expect(check(clone, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  expect(check(clone, 'HEAD').status).toBe(0);
  // More than what is here.
  repo.annotate('HEAD', { schema: 'ultragit/v1', summary: 'More', regions: [] });
  clone.git('fetch', '-q', 'origin', `refs/notes/ultragit:${COPY}`);
  expect(check(clone, 'HEAD').status).toBe(3);
  // Less than what is here.
  clone.git('update-ref', 'refs/notes/ultragit', COPY);
  clone.annotate('HEAD~1', { schema: 'ultragit/v1', summary: 'Ours', regions: [] });
  expect(check(clone, 'HEAD').status).toBe(0);
});

test('none in a shallow clone: 3', async () => {
  const clone = openClone(await changedRepository(), { notes: false }, '--depth', '2');
  const { status, stdout } = check(clone, 'HEAD');
  expect([status, stdout]).toEqual([3, expect.stringContaining('git fetch --unshallow')]);
});
