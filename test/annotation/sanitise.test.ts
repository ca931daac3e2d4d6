import { expect, test } from 'vitest';
import { createSanitiser, sanitise } from '../../src/annotation/sanitise.ts';

test('an emoji that is joined of several stays one, and nothing counts as removed', () => {
  const sanitiser = createSanitiser();
  for (const emoji of ['👨‍👩‍👧‍👦', '🏳️‍🌈', '👩🏽‍🚀', '❤️‍🔥', '🧑🏻‍❤️‍💋‍🧑🏿']) {
    expect(sanitiser.clean(`so ${emoji} it is`)).toBe(`so ${emoji} it is`);
  }
  expect(sanitiser.removed).toBe(0);
});

test('a joiner anywhere else goes: it hides in names and between words', () => {
  for (const text of ['pay\u200dpal', '\u200d👩', '👩\u200d', '👩\u200d\u200d🚀', '👩\u200da', 'a\u200d🚀']) {
    expect(sanitise(text)).toBe(text.replaceAll('\u200d', ''));
  }
});
