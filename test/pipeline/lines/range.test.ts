// "2:4" is the range from line 2 to line 4.
import { expect, test } from 'vitest';
import type { LineRange } from '../../../src/annotation/schema.ts';
import {
  contains,
  intersection,
  isIn,
  lengthOf,
  likeness,
  lineNumbers,
  linesIn,
  overlaps,
  rangesOf,
  span,
} from '../../../src/pipeline/lines/range.ts';

function range(text: string): LineRange {
  const [start = 0, end = 0] = text.split(':').map(Number);
  return { start, end };
}

test.each([
  { a: '2:4', b: '2:4', overlap: '2:4', both: '2:4', inside: true, alike: 1 },
  { a: '2:4', b: '3:3', overlap: '3:3', both: '2:4', inside: true, alike: 1 / 3 },
  { a: '3:3', b: '2:4', overlap: '3:3', both: '2:4', inside: false, alike: 1 / 3 },
  { a: '2:4', b: '4:9', overlap: '4:4', both: '2:9', inside: false, alike: 1 / 8 },
  { a: '4:9', b: '2:4', overlap: '4:4', both: '2:9', inside: false, alike: 1 / 8 },
  { a: '2:4', b: '5:9', overlap: undefined, both: '2:9', inside: false, alike: 0 },
  { a: '1:1', b: '8:9', overlap: undefined, both: '1:9', inside: false, alike: 0 },
])('$a and $b', ({ a, b, overlap, both, inside, alike }) => {
  expect(overlaps(range(a), range(b))).toBe(overlap !== undefined);
  expect(intersection(range(a), range(b))).toEqual(overlap && range(overlap));
  expect(span(range(a), range(b))).toEqual(range(both));
  expect(contains(range(a), range(b))).toBe(inside);
  expect(likeness(range(a), range(b))).toBe(alike);
});

test('lines count from 1, and both ends belong to a range', () => {
  expect(lineNumbers(range('2:4'))).toEqual([2, 3, 4]);
  expect(lengthOf(range('2:4'))).toBe(3);
  expect(linesIn(['a', 'b', 'c', 'd'], range('2:3'))).toEqual(['b', 'c']);
  expect([1, 2, 4, 5, undefined].map(line => isIn(line, range('2:4')))).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
});

test('a range that ends before it starts, or lies beyond the end, has no lines', () => {
  expect(lineNumbers(range('5:4'))).toEqual([]);
  expect(linesIn(['a', 'b'], range('3:9'))).toEqual([]);
});

test('lines make up ranges, each line once', () => {
  expect(rangesOf([])).toEqual([]);
  expect(rangesOf([3, 4, 4, 5, 9])).toEqual([
    { start: 3, end: 5 },
    { start: 9, end: 9 },
  ]);
});
