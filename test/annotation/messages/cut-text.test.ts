import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cutText } from '../../../src/annotation/messages/cut-text.ts';

test.each([
  ['short', 10, 'short'],
  ['One two. Three four five', 16, 'One two. Three…'],
  ['One two three. Four five', 20, 'One two three. …'],
  ['One two (three.) Four five', 22, 'One two (three.) …'],
  ['一つ目です。二つ目はもっと長い', 10, '一つ目です。 …'],
  ['version 1.2 of it, and more', 20, 'version 1.2 of it,…'],
  ['It has goals: 1. speed 2. size', 24, 'It has goals: 1. speed…'],
  ['Some brokers, e.g. the old', 22, 'Some brokers, e.g.…'],
  ['unbrokenunbrokenunbroken', 12, 'unbrokenun…'],
  ['😀😀😀😀😀😀', 6, '😀😀…'],
])('%j in %i characters is %j', (text, length, cut) => {
  expect(cutText(text, length)).toBe(cut);
});

test('no cut is longer than asked for, or breaks a character', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.integer({ min: 10, max: 100 }),
      (text, length) => {
        const cut = cutText(text, length);
        expect(cut.length).toBeLessThanOrEqual(length);
        expect(cut).not.toMatch(/\p{Surrogate}/u);
        if (text.length <= length) expect(cut).toBe(text);
        else expect(text.startsWith(cut.replace(/ ?…$/, ''))).toBe(true);
      },
    ),
  );
});
