// Which lines are the same. Each letter is a line; `b>3` says that the old line `b` is the new line 3.
import { expect, test } from 'vitest';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';

test.each([
  ['no line', '', '', ''],
  ['an empty file before', '', 'a b', ''],
  ['an empty file after', 'a b', '', ''],
  ['the same', 'a b c', 'a b c', 'a>1 b>2 c>3'],
  ['inserted above', 'a b', 'x y a b', 'a>3 b>4'],
  ['deleted in the middle', 'a b c', 'a c', 'a>1 c>2'],
  ['changed in the middle', 'a b c', 'a x c', 'a>1 c>3'],
  ['nothing in common', 'a b', 'x y', ''],
  ['of two lines that swap, one is paired: pairs never cross', 'a b c d', 'a c b d', 'a>1 c>2 d>4'],
  ['of two blocks that swap, the longer one is paired', 'a b c d e', 'c d e a b', 'c>1 d>2 e>3'],
  [
    'a line that is unique on both sides is paired rather than three repeated ones',
    'u r r r',
    'r r r u',
    'u>4',
  ],
  ['repeated lines pair between unique ones', 'a r b r c', 'x a r b r c y', 'a>2 r>3 b>4 r>5 c>6'],
  ['only repeated lines', 'r r', 'r r r', 'r>1 r>2'],
])('%s', (_name, before, after, expected) => {
  const [old, now] = [before, after].map(text => text.split(' ').filter(Boolean)) as [string[], string[]];
  const { unchanged, origin } = mapLines(old, now);
  const pairs = old.flatMap((text, at) => (unchanged[at + 1] ? [`${text}>${unchanged[at + 1]}`] : []));
  expect(pairs.join(' ')).toBe(expected);
  for (const [at, line] of now.entries()) {
    const from = origin[at + 1];
    if (from) expect([old[from - 1], unchanged[from]]).toEqual([line, at + 1]);
  }
});

test('white space does not count', () => {
  const { unchanged } = mapLines(['if (a) {', '\treturn  b;'], ['x', '  if(a){  ', 'return b;\r']);
  expect([...unchanged]).toEqual([0, 2, 3]);
});

/** No line is unique and no end is common, so all of it is one gap. */
function gap(oldLength: number, newLength: number): number {
  const old = Array.from({ length: oldLength }, (_, at) => ((oldLength - at) % 2 === 1 ? 'same' : 'old'));
  const now = Array.from({ length: newLength }, (_, at) => (at % 2 === 0 ? 'same' : 'new'));
  return mapLines(old, now).unchanged.filter(line => line > 0).length;
}

test('a gap of four million pairs of lines is aligned; a larger one counts as changed', () => {
  expect(gap(2000, 2000)).toBe(1000);
  expect(gap(2000, 2002)).toBe(0);
});
