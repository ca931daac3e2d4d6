import { expect, test } from 'vitest';
import { buildRepository, shallowClone } from './support/repository.ts';

test('a built repository can be written to, annotated, cloned and linked', async () => {
  const repo = await buildRepository('mqtt-client');
  const head = repo.git('rev-parse', 'HEAD');
  const id = repo.commit('Add and remove', { 'docs/a.md': 'one\n', 'README.md': null });
  expect(repo.git('show', '--format=%P %ct', '--name-status', id)).toBe(
    `${head} ${Date.UTC(2025, 11, 1) / 1000 + 60}\n\nD\tREADME.md\nA\tdocs/a.md`,
  );

  repo.annotate(id, ' two spaces \n\n\n');
  expect(repo.gitBytes(['notes', '--ref=ultragit', 'show', id]).toString()).toBe(' two spaces \n\n\n');

  const clone = shallowClone(repo, 2);
  expect(clone.git('rev-list', '--count', 'HEAD')).toBe('2');
  expect(clone.git('rev-parse', 'refs/notes/ultragit')).toBe(repo.git('rev-parse', 'refs/notes/ultragit'));

  const linked = repo.addWorktree('HEAD~1');
  expect(linked.git('rev-parse', 'HEAD')).toBe(head);
  expect(repo.git('status', '--short')).toBe('');
});

test('a bare repository has no working tree', async () => {
  const repo = await buildRepository('mqtt-client', { bare: true });
  expect(repo.git('rev-parse', '--is-bare-repository')).toBe('true');
});
