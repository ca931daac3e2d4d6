import { expect, test } from 'vitest';
import { matterList, readFrontMatter } from '../../src/annotation/front-matter.ts';

const read = (text: string) =>
  readFrontMatter(text).map(({ matter, body }) => [Object.fromEntries(matter), body]);
const value = (lines: string) =>
  readFrontMatter(`---\nbefore: 1\nkey: ${lines}\nafter: 2\n---\n`)[0]?.matter.get('key');

test.each([
  ['plain', 'two words', 'two words'],
  ['plain with a comment', 'two # no, one', 'two'],
  ['plain with a hash inside', 'issue#12', 'issue#12'],
  ['plain, wrapped', 'two\n  words\n\n  more', 'two words\nmore'],
  ['single quotes', "'it''s: \"so\"'", 'it\'s: "so"'],
  ['single quotes, wrapped', "'one\n  two\n\n  three'", 'one two\nthree'],
  ['double quotes', '"a\\tb \\"c\\" \\\\ \\x41\\u00e9\\U0001F600"', 'a\tb "c" \\ A\u00e9\u{1f600}'],
  ['double quotes, wrapped with escapes', '"one\\\n  \\ two\n  three"', 'one two three'],
  ['a quoted text and a comment', "'a' # b", 'a'],
  ['an empty text', '""', ''],
  ['a code point that there is not', '"\\UFFFFFFFF"', '\ufffd'],
  ['an inline list', '[a, \'b, c\', "d]", e f]', ['a', 'b, c', 'd]', 'e f']],
  ['an inline list, wrapped', '[a,\n  b]', ['a', 'b']],
  ['an empty list', '[]', []],
  ['a block list', "\n- a\n- 'b: c'\n- d\n  e", ['a', 'b: c', 'd e']],
  ['a block list, indented', '\n  - a\n  - b', ['a', 'b']],
  ['a list with a map in it', '\n- a\n- b: c\n  d: e\n- f', ['a', 'f']],
])('%s', (_name, yaml, expected) => {
  expect(value(yaml)).toEqual(expected);
});

test.each([
  ['a map', '\n  a: b\n  c: d'],
  ['an inline map', '{a: b}'],
  ['a list of lists', '[[a], b]'],
  ['an anchor', '&a text'],
  ['an alias', '*a'],
  ['a tag', '!!binary aGk='],
  ['a block of text', '|\n  a\n  b'],
  ['nothing', ''],
  ['null', '~'],
  ['a quote that does not end', '"a\n  b'],
  ['a list that does not end', '[a, b'],
  ['text after a quote', "'a' b"],
])('%s is left out, and its neighbours stay', (_name, yaml) => {
  expect(value(yaml)).toBeUndefined();
  const [document] = readFrontMatter(`---\nbefore: 1\nkey: ${yaml}\nafter: 2\n---\n`);
  expect(Object.fromEntries(document?.matter ?? [])).toEqual({ before: '1', after: '2' });
});

test('documents follow one another, whatever rules and lists their bodies have', () => {
  const body = 'text\n\n---\n\n- a: b\n\n---\nNote: not a key of this writer\n\nend';
  expect(
    read(`---\ntype: a\nn: 1\n---\n\n${body}\n\n---\ntype: b\nn: 2\n---\n---\ntype: c\nn: 3\n---\nlast\n`),
  ).toEqual([
    [{ type: 'a', n: '1' }, body],
    [{ type: 'b', n: '2' }, ''],
    [{ type: 'c', n: '3' }, 'last'],
  ]);
});

test('a front matter without an end goes on as long as its lines look like one', () => {
  expect(read('---\ntype: a\ntags:\n- x\n\n# Title\n\ntext: more\n')).toEqual([
    [{ type: 'a', tags: ['x'] }, '# Title\n\ntext: more'],
  ]);
  expect(read('---\ntype: a\nn: 1\nprose begins\n\n---\ntype: b\nn: 2\n---\nend')).toEqual([
    [{ type: 'a', n: '1' }, 'prose begins'],
    [{ type: 'b', n: '2' }, 'end'],
  ]);
});

test('CRLF and comments change nothing', () => {
  expect(read('\r\n---\r\na: "b"\r\n# c\r\n---\r\nd\r\n')).toEqual([[{ a: 'b' }, 'd']]);
});

test.each([
  '',
  '\n',
  '---',
  '---\n',
  '---\n---\n',
  'a: b\n',
  '# Title\n---\na: b\n---\n',
  '---\ntext\n---\n',
])('%j has no front matter', text => {
  expect(read(text)).toEqual([]);
});

test('keys that objects have by birth are keys like others', () => {
  const [document] = readFrontMatter('---\n__proto__: a\nconstructor: b\n---\n');
  expect([...(document?.matter ?? [])]).toEqual([
    ['__proto__', 'a'],
    ['constructor', 'b'],
  ]);
});

test('a list on one line is a list', () => {
  const [document] = readFrontMatter('---\ntags: a, b c ,\n---\n');
  expect(matterList(document?.matter ?? new Map(), 'tags')).toEqual(['a', 'b c']);
});
