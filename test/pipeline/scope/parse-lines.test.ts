import { expect, test } from 'vitest';
import { parseLines } from '../../../src/pipeline/scope/scope.ts';

test.each([
  ['1', 1, 1],
  ['3:7', 3, 7],
  [' 3 : 7 ', 3, 7],
  ['10:10', 10, 10],
])('%j is %d to %d', (text, start, end) => {
  expect(parseLines(text, 10, 'a')).toEqual({ start, end });
});

test.each(['', ':', '1:2:3', 'a:b', '1:-2', '0x1', '1e1', '１'])('%j is no range', text => {
  expect(() => parseLines(text, 10, 'a')).toThrow(/Not a line range/);
});

test('beyond the end, of one line and of none, says how long the file is', () => {
  expect(() => parseLines('2', 1, 'a')).toThrow('Line 2 is beyond the end: a has 1 line.');
  expect(() => parseLines('1', 0, 'a')).toThrow('a has 0 lines.');
});
