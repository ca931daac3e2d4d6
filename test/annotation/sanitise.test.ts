import { expect, test } from 'vitest';
import { cleanOutput, createSanitiser, sanitise } from '../../src/annotation/sanitise.ts';

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

test('variation selectors stay behind emoji and in keycaps, once, and nowhere else', () => {
  for (const text of ['❤️ and ☎︎', '1️⃣', '#️⃣', '🏳️‍🌈', '✌🏽️']) expect(sanitise(text)).toBe(text);
  expect(sanitise('❤\ufe0f\ufe0f')).toBe('❤\ufe0f');
  for (const text of ['a\ufe0f', '1\ufe0f', 'a\ufe00b', '∩\ufe00', '葛\u{e0100}', '❤\ufe01']) {
    expect(sanitise(text)).toBe(text.replace(/[\ufe00-\ufe0f]|\u{e0100}/gu, ''));
  }
});

test('everything that Unicode calls default-ignorable goes, and all controls', () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    code => code < 0xd800 || code > 0xdfff,
  );
  const every = codes.map(code => String.fromCodePoint(code)).join('');
  const all = every.match(/\p{Default_Ignorable_Code_Point}|\p{Cc}/gu) ?? [];
  expect(all.length).toBeGreaterThan(4_000);
  expect(all.filter(character => sanitise(`a${character}b`) !== 'ab')).toEqual(['\t', '\n', '\r']);
});

test('letters of all scripts stay', () => {
  for (const text of ['한국어', 'ភាសាខ្មែរ', 'ᠮᠣᠩᠭᠣᠯ', 'हिन्दी', 'العربية', 'é é', '👩🏽‍🚀'])
    expect(sanitise(text)).toBe(text);
});

test("our own colours and links stay in output, and nobody else's sequences do", () => {
  const own = '\r\x1b[K\x1b[1;38;5;160mred\x1b[0m \x1b]8;;file:///a\x1b\\a\x1b]8;;\x1b\\';
  expect(cleanOutput(own)).toBe(own);
  expect(cleanOutput(`a\x1b[2Jb\x07\x1b]0;title\x07c\u202ed\re`)).toBe('a[2Jb]0;titlecd\ne');
});
