import { expect, test } from 'vitest';
import { expectToFollow } from './random-histories.ts';
import { expectToLive } from './random-moves.ts';

test('what is said of a function follows it through a random history', () => expectToFollow(1));

test('annotated functions of a random history are shown where they live, and nowhere else', async () => {
  const { living, moved } = await expectToLive([1]);
  expect(Math.min(living, moved)).toBeGreaterThan(0);
});
