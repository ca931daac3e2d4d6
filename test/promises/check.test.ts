/** A change is told what it touches, with an exit code that a build can use. */
import { expect, test } from 'vitest';
import { edited, QUEUE, queueRepository } from '../check/queue-repository.ts';
import { ultragit } from '../support/cli.ts';
import { openClone } from '../support/repository.ts';

test('constraints and dependents of what a commit, the index or the disk changes', async () => {
  const repo = await queueRepository();
  const check = (where: typeof repo, ...words: string[]) => ultragit(where, ['check', ...words]);
  const findings = (...words: string[]) =>
    (JSON.parse(check(repo, ...words, '--json').stdout).findings as { kind: string; unit: string }[]).map(
      ({ kind }) => kind,
    );
  expect(check(repo, '--fail-on', 'any')).toMatchObject({ status: 0, stderr: '' });
  const persisted = edited(QUEUE, 'persist(entry);', 'later(entry);');
  repo.write('src/queue.ts', persisted);
  expect(findings('--worktree')).toEqual(['constraint']);
  expect(findings('--staged')).toEqual([]);
  repo.git('add', '.');
  expect(findings('--staged')).toEqual(['constraint']);
  repo.commit('Change', {
    'src/queue.ts': edited(persisted, 'size(): number', 'size(due: boolean): number'),
  });
  expect(findings('HEAD')).toEqual(['dependent', 'constraint']);
  const { status, stdout } = check(repo, 'HEAD');
  expect(status).toBe(0);
  expect(stdout).toContain('A job is persisted before push returns');
  expect(stdout).toContain('counts waiting jobs only');
  expect(check(repo, 'HEAD', '--fail-on', 'constraint').status).toBe(1);
  expect(check(openClone(repo, { notes: false }, '--depth', '1'), 'HEAD').status).toBe(3);
  // A move takes its annotations along.
  repo.git('mv', 'src/queue.ts', 'src/jobs.ts');
  expect(findings('--staged')).toEqual([]);
  repo.write('src/jobs.ts', edited(persisted, 'jobs[0]?.job', 'jobs.at(-1)?.job'));
  repo.git('add', '.');
  expect(findings('--staged')).toContain('risk');
});
