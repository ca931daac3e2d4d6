// By what an old line is known again. `/` ends a line; the second line is the one that is looked for.
import { expect, test } from 'vitest';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';
import { hasWords, isSole, recognise, sameWords } from '../../../src/pipeline/lines/recognise.ts';

const map = (before: string, after: string) => mapLines(before.split('/'), after.split('/'));

test.each([
  ['it kept the only rare word', 'const/const limit = 3/3', 'const/const limit = 4/3', 'rare'],
  ['it kept one of two rare words', 'let/let a = b/z', 'let/let a = c/z', 'rare'],
  ['it kept two of four rare words', 'let x/let a b c d/z', 'let x/let a b e f/z', 'rare'],
  [
    'two of five rare words are not enough',
    'let x y/let x y a b c d e/z',
    'let x y/let x y a b f g h/z',
    undefined,
  ],
  ['only common words, and all are left', 'return x/return "x"/z', "return x/return 'x'/z", 'common'],
  [
    'only common words, and one is lost',
    'return x y/return x y/z y',
    'return x y/return x + z/z y',
    undefined,
  ],
  ['no word is left', 'a/b/c', 'a/x/c', undefined],
  ['it is unchanged, so not reworded', 'a/b/c', 'a/b/c', undefined],
])('%s', (_name, before, after, expected) => {
  expect(recognise(map(before, after), 2)).toBe(expected);
});

test.each([
  ['once on each side', 'a/b(c)/d', 'x/d/[b, c]', 3],
  ['twice in the old version', 'a/b(c)/b c', 'b c', undefined],
  ['twice in the new version', 'a/b(c)/d', 'b c/b/b.c', undefined],
  ['in the new version the words are on two lines', 'a/b(c)/d', 'b/c', undefined],
])('a line with the same words: %s', (_name, before, after, expected) => {
  expect(sameWords(map(before, after), 2)).toBe(expected);
});

test.each([
  ['the only one in both', 'a/b/c', 'x/b', true],
  ['the only one, and not in the new version', 'a/b/c', 'x', true],
  ['one of two in the old version', 'b/b/c', 'b', false],
  ['one of two in the new version, white space aside', 'a/b c/d', 'bc/b c', false],
])('the only line of its text: %s', (_name, before, after, expected) => {
  expect(isSole(map(before, after), 2)).toBe(expected);
});

test('letters, digits and bytes outside ASCII are words; brackets and blanks are not', () => {
  const { before } = mapLines(['a', '7', '_', 'Ã¶', '});', '', '\t'], []);
  expect([1, 2, 3, 4, 5, 6, 7, 8].filter(line => hasWords(before, line))).toEqual([1, 2, 3, 4]);
});
