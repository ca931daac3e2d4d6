// What a summary costs grows with its units, and a repeated one looks at no old version again.
import { expect, test, vi } from 'vitest';
import type { Commit } from '../../src/git/parsers.ts';
import { openWorkspace } from '../support/ask.ts';
import { askSummary } from '../support/ask-queries.ts';
import { manyNotes } from '../support/many-notes.ts';

test('a repeated summary looks up no old version, and reads none', async () => {
  const repo = await manyNotes({ notes: 90, files: 3 });
  const workspace = await openWorkspace(repo);
  const first = await askSummary(workspace, 'src');
  const { repository } = workspace;
  const entryAt = vi.spyOn(repository, 'entryAt');
  const file = vi.spyOn(repository, 'file');
  const second = await askSummary(workspace, 'src');
  const head = repo.git('rev-parse', 'HEAD');
  expect(entryAt.mock.calls.filter(([commit]: [Commit, string]) => commit.id !== head)).toEqual([]);
  const today = repo.git('ls-tree', '-r', '--format=%(objectname)', 'HEAD').split('\n');
  expect(file.mock.calls.filter(([id]) => !today.includes(id))).toEqual([]);
  expect(second).toEqual(first);
});
