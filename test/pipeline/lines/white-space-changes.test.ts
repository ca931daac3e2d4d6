// White space in lines that are equal without it: changed inside a line, or only before it.
import { expect, test } from 'vitest';
import { whiteSpaceChanges } from '../../../src/pipeline/lines/follow-range.ts';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';

function changes(before: readonly string[], after: readonly string[]) {
  const { within, reindented } = whiteSpaceChanges(
    mapLines(before, after),
    before.map((_line, at) => [at + 1, at + 1] as const),
  );
  return { within: within.map(([line]) => line), reindented: reindented.map(([line]) => line) };
}

test.each([
  ['none', ['a', ' b'], ['a', ' b'], [], []],
  ['inside a line', ['say "a b"', 'c'], ['say "ab"', 'c'], [1], []],
  [
    'inside and before a line: only what is inside is reported',
    ['a b', 'c', 'd'],
    ['  ab', 'c', 'd'],
    [1],
    [],
  ],
  ['at the end of a line, with CR LF', ['a', 'b'], ['a  ', 'b\r'], [], []],
  ['all lines move in', ['a', '  b', 'c'], ['    a', '      b', '    c'], [], []],
  ['all lines move out, by tabs', ['\t\ta', '\tb', '\tc'], ['\ta', 'b', 'c'], [], []],
  ['one line moves in', ['a', 'b', 'c'], ['a', '  b', 'c'], [], [2]],
  ['most lines move in, so the one that stays is the odd one', ['a', 'b', 'c'], ['  a', 'b', '  c'], [], [2]],
  ['at a tie the first lines are the usual ones', ['a', 'b'], ['a', '  b'], [], [2]],
  ['spaces to tabs', ['  a', '  b', 'c'], ['\ta', '\tb', 'c'], [], [3]],
  ['a blank line has no indentation', ['a', '', 'b'], ['  a', '', '  b'], [], []],
])('%s', (_name, before, after, within, reindented) => {
  expect(changes(before, after)).toEqual({ within, reindented });
});
