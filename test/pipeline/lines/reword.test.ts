// Where the words of changed lines went. `/` ends a line; `2>3:4` says that old line 2 is in the new lines 3 to 4.
import { expect, test } from 'vitest';
import { mapLines } from '../../../src/pipeline/lines/map-lines.ts';

function reworded(before: string, after: string): string {
  const lines = (text: string) => Buffer.from(text).toString('latin1').split('/');
  const map = mapLines(lines(before), lines(after));
  const found = map.before.lines.flatMap((_text, at) => {
    const target = map.reworded(at + 1);
    return target ? [`${at + 1}>${target.start}:${target.end}`] : [];
  });
  return found.join(' ');
}

test.each([
  ['an unchanged line is not reworded', 'a/b(c)/d', 'a/b(c)/d', ''],
  ['requoted', 'a/say("b")/c', "a/say('b');/c", '2>2:2'],
  ['wrapped', 'a/call(one, two)/z', 'a/call(/one,/two,/)/z', '2>2:4'],
  ['joined', 'a/one,/two,/z', 'a/both(one, two)/z', '2>2:2 3>2:2'],
  ['two lines wrapped in one gap', 'a/b(c, d)/e(f, g)/z', 'a/b(c,/d)+/e(f,/g)+/z', '2>2:3 3>4:5'],
  ['half of its words are left', 'a/one two three four/z', 'a/one two 3 4/z', '2>2:2'],
  ['less than half of its words', 'a/one two three four five/z', 'a/one two 3 4 5/z', ''],
  ['words in another order count once', 'a/one two/z', 'a/two, one/z', '2>2:2'],
  ['words are looked for between unchanged lines only', 'a/one two/m/z', 'a/m/one, two/z', ''],
  ['a deleted line has no new lines to be in', 'a/one two/z', 'a/z', ''],
  ['wrapped around a bracket on a line of its own', 'a/call(one, two)/z', 'a/call(/[/one, two/])/z', '2>2:4'],
  ['words further apart are not of one line', 'a/call(one, two)/z', 'a/call(/[/[/one, two/]])/z', '2>5:5'],
  ['words that are not ASCII', 'a/名前 = 取得/z', 'a/名前 := 取得;/z', '2>2:2'],
  ['brackets have no words', 'a/});/z', 'a/})/z', ''],
])('%s', (_name, before, after, expected) => {
  expect(reworded(before, after)).toBe(expected);
});

test('a gap of four million pairs of words is followed; a larger one is not', () => {
  const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`).join(' ');
  expect(reworded(words(2000), `${words(2000)};`)).toBe('1>1:1');
  expect(reworded(words(2000), `${words(2001)};`)).toBe('');
});
