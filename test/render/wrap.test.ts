import fc from 'fast-check';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { cut as cutWith, rulerFor, wrap as wrapWith } from '../../src/render/wrap.ts';
import '../support/properties.ts';

const ruler = await rulerFor('日本語');
const wrap = <Look>(
  ...args: Parameters<typeof wrapWith<Look>> extends [unknown, ...infer Rest] ? Rest : never
) => wrapWith(ruler, ...args);
const cut = (text: string, width: number) => cutWith(ruler, text, width);

const lines = (text: string, width: number, hang = 0) =>
  wrap([{ text }], width, { hang }).map(line => line.map(run => run.text).join(''));

test('text breaks at spaces, and its own line breaks stay', () => {
  expect(lines('one two three', 7)).toEqual(['one two', 'three']);
  expect(lines('a\n\nb', 80)).toEqual(['a', '', 'b']);
  expect(lines('one  two', 80)).toEqual(['one  two']);
});

test('Chinese and Japanese text breaks between characters, wide ones count twice', () => {
  expect(lines('日本語のテキスト', 6)).toEqual(['日本語', 'のテキ', 'スト']);
  expect(lines('retry は三回まで', 12)).toEqual(['retry は三回', 'まで']);
});

test('no line begins with closing punctuation or ends with an opening one', () => {
  expect(lines('再試行は三回。終わり', 12)).toEqual(['再試行は三', '回。終わり']);
  expect(lines('値を見る「接続」する', 10)).toEqual(['値を見る', '「接続」す', 'る']);
});

test('Korean words stay whole where they fit', () => {
  expect(lines('연결을 다시 시도합니다', 12)).toEqual(['연결을 다시', '시도합니다']);
});

test('an emoji is never taken apart: families, flags, skin tones, keycaps, marks above letters', () => {
  const whole = ['👨‍👩‍👧‍👦', '🇩🇪', '👍🏽', '1️⃣', 'e\u0301', '🏳️‍🌈'];
  for (const one of whole) {
    const shown = lines(one.repeat(9), 4);
    expect(shown.join(''), one).toBe(one.repeat(9));
    expect(shown.every(line => line.split(one).join('') === '')).toBe(true);
    expect(Math.max(...shown.map(line => stringWidth(line)))).toBeLessThanOrEqual(4);
  }
});

test('a long word is broken at the width, after a separator where one is near', () => {
  expect(lines('unbreakable', 3)).toEqual(['unb', 'rea', 'kab', 'le']);
  expect(lines('see https://example.org/a/b/c?d=e now', 16)).toEqual([
    'see',
    'https://example.',
    'org/a/b/c?d=e',
    'now',
  ]);
});

test('further lines hang below the first', () => {
  expect(lines('one two three', 9, 4)).toEqual(['one two', '    three']);
  expect(lines('- one two three', 9)).toEqual(['- one two', '  three']);
});

test('what is kept together breaks only where it would not fit on any line', () => {
  const badge = { text: 'edited 95 %', keep: true };
  const shown = (width: number) =>
    wrap([{ text: 'name ' }, badge], width).map(l => l.map(r => r.text).join(''));
  expect(shown(14)).toEqual(['name', 'edited 95 %']);
  expect(shown(6).every(line => line.length <= 6)).toBe(true);
});

test('a dash or dot between two words stays on the line of the first', () => {
  expect(lines('1a2b · Ana', 6)).toEqual(['1a2b ·', 'Ana']);
  expect(lines('so — it waits', 7)).toEqual(['so — it', 'waits']);
});

test('a run keeps its look across lines', () => {
  expect(wrap([{ text: 'a b', look: 'bold' }, { text: ' c' }], 1)).toEqual([
    [{ text: 'a', look: 'bold' }],
    [{ text: 'b', look: 'bold' }],
    [{ text: 'c' }],
  ]);
});

test('a text that is too long for its line ends in an ellipsis, within the width', () => {
  expect(cut('Fix the retry', 80)).toBe('Fix the retry');
  expect(cut('Fix the retry of the client', 14)).toBe('Fix the retry…');
  expect(cut('再試行を三回まで', 8)).toBe('再試行…');
  expect(cut('👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 5)).toBe('👨‍👩‍👧‍👦👨‍👩‍👧‍👦…');
});

test('what is counted without the library counts as it does there', async () => {
  const all = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code));
  expect(all.filter(text => text >= ' ' && ruler.columns(text) !== stringWidth(text))).toEqual([]);
  expect(await rulerFor('“a” – b… → Größe')).not.toBe(ruler);
});

const words = fc.array(
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '日本語',
      '接続を待つ。',
      '👩‍🚀',
      '🇯🇵',
      '✅',
      'https://example.org/a_b/c-d',
      'ไทย',
      '\n',
      '  ',
    ),
  ),
);

test('whatever the text, no line is wider than the width, and only spaces are lost', () => {
  fc.assert(
    fc.property(words, fc.integer({ min: 4, max: 120 }), (parts, width) => {
      const text = parts.join(' ');
      const shown = lines(text, width);
      for (const line of shown) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      expect(shown.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    }),
  );
});
