import { describe, expect, test } from 'vitest';
import { fold, has, marksOf, termsOf } from '../../../src/query/search/terms.ts';

const found = (word: string, text: string) => termsOf([word]).every(term => has(term, fold(text)));

describe('a word', () => {
  test.each([
    ['retry', 'Retry at once.'],
    ['RETRY', 'no retry'],
    ['reconn', 'It reconnects.'],
    ['jitter', 'fullJitter(delay)'],
    ['jitter', 'full_jitter'],
    ['http', 'parse2Http'],
    ['c++', 'In C++ only'],
    ['a.b', 'see a.b here'],
    ['ﬁle', 'the File'],
    ['ｆｕｌｌ', 'full width'],
    ['éclair', 'E\u0301clair'],
    ['接続', '再接続する'],
    ['σ', 'ΣΑΣ'],
  ])('%s is in %j', (word, text) => {
    expect(found(word, text)).toBe(true);
  });

  test.each([
    ['try', 'Retry at once.'],
    ['jitter', 'fulljitter'],
    ['a.b', 'acb'],
    ['connect', 'reconnect'],
    ['naïve', 'naive'],
  ])('%s is not in %j', (word, text) => {
    expect(found(word, text)).toBe(false);
  });
});

test('a quoted word is a phrase, over the end of a line, too; quotes of its own part it', () => {
  expect(found('full jitter', 'With full\n  jitter.')).toBe(true);
  expect(found('full jitter', 'jitter, full')).toBe(false);
  expect(termsOf(['"full jitter" retry']).map(({ text }) => text)).toEqual(['full jitter', 'retry']);
  expect(termsOf(['a', ' a ', 'b']).map(({ text }) => text)).toEqual(['a', 'b']);
});

test('marks are where the words are', () => {
  const text = 'Retry, retrying; not in entry.';
  expect(termsOf(['retry']).flatMap(term => [...marksOf(term, text)])).toEqual([
    [0, 5],
    [7, 12],
  ]);
});

test.each([[[]], [['']], [['  ', '""']]])('%j is nothing to look for', words => {
  expect(() => termsOf(words)).toThrow('There is no word to look for.');
});

test('what nobody types is refused', () => {
  expect(() => termsOf(['x'.repeat(201)])).toThrow(/at most 32 words/);
  expect(() => termsOf(Array.from({ length: 33 }, (_, at) => `w${at}`))).toThrow(/at most 32 words/);
});
