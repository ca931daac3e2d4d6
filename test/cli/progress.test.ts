// Long work has a line of its own on a terminal, which is gone before the answer is there.
import { EventEmitter, once } from 'node:events';
import { expect, test } from 'vitest';
import { run } from '../../src/query/search/run.ts';
import { openWorkspace } from '../support/ask.ts';
import { runCommand } from '../support/ask-queries.ts';
import { FakeGit } from '../support/fake-git.ts';
import { manyNotes } from '../support/many-notes.ts';
import { sharedRepository } from '../support/repository.ts';

const ERASED = '\r\x1b[K';

test('while git takes its time it says so, and takes it back', async () => {
  const demo = sharedRepository('mqtt-client');
  const git = new FakeGit();
  git.breaks('hang', 'blame');
  const terminal = new EventEmitter();
  const said = once(terminal, 'said');
  const running = runCommand(demo, ['read', 'src/mqtt/client.ts'], {
    ...{ terminal: true, env: { PATH: git.path }, heard: text => terminal.emit('said', text) },
  });
  const pid = await git.hanging();
  expect(await said).toEqual([`${ERASED}Asking git …`]);
  process.kill(pid, 'SIGCONT');
  const { code, stdout, stderr } = await running;
  expect(code).toBe(0);
  expect(stdout).toContain('Must hold');
  expect(stderr.endsWith(ERASED)).toBe(true);
});

test('a search counts the notes that it has looked through; in a pipe nothing is said so soon', async () => {
  const repo = await manyNotes({ notes: 1_200, files: 4 });
  const steps: [done: number, total?: number, message?: string][] = [];
  const workspace = await openWorkspace(repo);
  await workspace.ask({}, snapshot =>
    run(snapshot, { words: ['nothing'] }, { audience: 'terminal', progress: (...step) => steps.push(step) }),
  );
  expect(steps).toEqual([
    [1_000, 1_200, 'Searching the notes'],
    [1_200, 1_200, 'Searching the notes'],
  ]);
  expect((await runCommand(repo, ['search', 'nothing'])).stderr).toBe('');
});
