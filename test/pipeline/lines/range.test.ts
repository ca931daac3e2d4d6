// "2:4" is the range from line 2 to line 4.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LineRange } from '../../../src/annotation/schema.ts';
import {
  beginningIn,
  contains,
  innermost,
  inOrder,
  intersection,
  isIn,
  lengthOf,
  likeness,
  lineNumbers,
  linesIn,
  outermost,
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

/** Units of a file: each lies in another one, or beside it. */
const nested = fc.array(fc.array(fc.nat(9), { maxLength: 4 }), { maxLength: 12 }).map(paths =>
  paths.map(path => {
    let [start, length] = [1, 10_000];
    for (const step of path) [start, length] = [start + (step * length) / 10, length / 10];
    return { lines: { start, end: start + length - 1 } };
  }),
);

const isStrictlyAround = (a: LineRange, b: LineRange) => contains(a, b) && !contains(b, a);

test('the innermost of units are those that no other one is in', () => {
  fc.assert(
    fc.property(nested, units => {
      const expected = units.filter(a => !units.some(b => isStrictlyAround(a.lines, b.lines)));
      expect(new Set(innermost(units))).toEqual(new Set(expected));
    }),
  );
});

test('the outermost of ranges are those that are in no other one, each once', () => {
  fc.assert(
    fc.property(nested, units => {
      const ranges = units.map(({ lines }) => lines);
      const expected = ranges.filter(a => !ranges.some(b => isStrictlyAround(b, a)));
      const key = ({ start, end }: LineRange) => `${start}:${end}`;
      expect(new Set(outermost(ranges).map(key))).toEqual(new Set(expected.map(key)));
      expect(new Set(outermost(ranges).map(key)).size).toBe(outermost(ranges).length);
    }),
  );
});

test('units that begin in a range are found without a look at the others', () => {
  fc.assert(
    fc.property(nested, fc.nat(11_000), fc.nat(3_000), (units, start, length) => {
      const asked = { start, end: start + length };
      const expected = inOrder(units).filter(({ lines }) => isIn(lines.start, asked));
      expect(beginningIn(inOrder(units), asked)).toEqual(expected);
    }),
  );
});
