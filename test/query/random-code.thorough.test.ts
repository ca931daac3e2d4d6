// The same as in random-code.test.ts, with more histories.
import { expect, test } from 'vitest';
import { expectToFollow } from './random-histories.ts';
import { expectToLive } from './random-moves.ts';

test.each([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
  'what is said of a function follows it through random history %i',
  seed => expectToFollow(seed),
);

test('annotated functions of random histories are shown where they live, and nowhere else', async () => {
  const { living, moved, gone } = await expectToLive([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  expect(Math.min(living, moved, gone)).toBeGreaterThanOrEqual(5);
});
