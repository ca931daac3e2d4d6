import { expect, test } from 'vitest';
import { atExit } from '../../../src/git/run/at-exit.ts';

test('what is registered runs once at the end, the newest first, and what was forgotten does not', () => {
  const listeners = process.listeners('exit');
  const calls: string[] = [];
  const forget = ['directory', 'gone', 'child'].map(name => atExit(() => calls.push(name)));
  forget[1]!();
  const added = process.listeners('exit').filter(listener => !listeners.includes(listener));
  expect(added).toHaveLength(1);
  added[0]!(0);
  expect(calls).toEqual(['child', 'directory']);
  for (const call of forget) call();
  expect(process.listeners('exit')).toEqual(listeners);
});
