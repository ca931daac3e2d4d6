import { expect, test } from 'vitest';
import { splitLike, splitLines } from '../../src/git/split-lines.ts';

test('bytes are split at newlines, and the last one begins no line', () => {
  const lines = (text: string) => splitLines(Buffer.from(text));
  expect(lines('')).toEqual([]);
  expect(lines('a')).toEqual(['a']);
  expect(lines('a\n')).toEqual(['a']);
  expect(lines('a\r\n\n')).toEqual(['a\r', '']);
  expect(lines('é\n')).toEqual(['Ã©']);
});

/** Each letter is a line, `|` a newline. */
const TEXTS = [
  '',
  '|',
  '||',
  'a',
  'a|',
  'a|a',
  'a|a|',
  'ab|a|',
  'a||a|',
  'b|a|a',
  'a|b|a|',
  '|a',
  'aa|a|b|a|a|',
  'b|aa',
];

test('with lines of another version, the lines are the same', () => {
  const versions = TEXTS.map(text => Buffer.from(text.replaceAll('|', '\n')));
  for (const data of versions) {
    for (const other of versions) {
      const shared = splitLike(data, { data: other, lines: splitLines(other) });
      expect({ data, other, lines: shared }).toEqual({ data, other, lines: splitLines(data) });
    }
  }
});

test('of a changed line in the middle, the others are not split again', () => {
  const split = (text: string) => ({ data: Buffer.from(text), lines: text.split('\n').slice(0, -1) });
  const other = split('a\nb\nc\nd\n');
  const named = { ...other, lines: other.lines.map(line => `${line}`.toUpperCase()) };
  expect(splitLike(Buffer.from('a\nb\nx\nd\n'), named)).toEqual(['A', 'B', 'x', 'D']);
});
