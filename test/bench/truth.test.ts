// The bench `truth` judges others; these are the rules that it judges by.
import { describe, expect, test } from 'vitest';
import { sameness } from '../../bench/truth/alike.ts';
import { successor } from '../../bench/truth/match.ts';
import { declarationStart, topOf } from '../../bench/truth/parsers/above.ts';
import { Braces } from '../../bench/truth/parsers/braces.ts';
import { judgePlace } from '../../bench/truth/place.ts';

const lines = (text: string): string[] => text.split('\n').slice(1, -1);

/** The only unit of a version. */
function unitOf(name: string, text: string[]) {
  const unit = { name, kind: 'function', start: 1, end: text.length, top: 1 };
  return { path: 'a.ts', unit, version: { lines: text, units: [unit] } };
}

describe('where a declaration begins and ends', () => {
  const java = lines(`
  int other;

  /** Doc. */
  @Foo(
    1
  )
  public static
  int bar() {
`);

  test('a return type above the name belongs to it, an annotation and a comment stand above', () => {
    expect(declarationStart(java, 8, 'java')).toBe(7);
    expect(topOf(java, 7, 'java')).toBe(3);
  });

  test('braces in strings, chars and comments do not count', () => {
    const rust = `fn a<'a>() {\n  let x = ("{", '{', r#"{"#); // {\n}\nimpl<T> B for C<T> where T: D {\n  fn e(&self) -> [u8; 2];\n}\n`;
    const braces = new Braces(rust, 'rust');
    expect(braces.endFrom(1, 3)).toBe(3);
    expect(braces.endFrom(5, 5)).toBe(5);
    expect(braces.owners()).toContainEqual({ name: 'C', start: 4, end: 6 });
  });
});

test.each([
  ['an indentation for all lines', ['a', '  b '], ['  a', '    b'], 'unchanged'],
  ['a line that was broken', ['call(a, b);'], ['call(', '  a,', '  b,', ');'], 'unclear'],
  ['a comment that was wrapped', ['// one two', 'a'], ['// one', '// two', 'a'], 'unclear'],
  ['another word', ['a', 'b'], ['a', 'c'], 'changed'],
])('sameness: %s', (_, before, after, expected) => {
  expect(sameness(before, after)).toBe(expected);
});

test.each([
  ['exact', [2, 4]],
  ['exact', [3, 4]],
  ['exact', [2, 5]],
  ['short', [3, 3]],
  ['bleed', [3, 6]],
  ['wrong', [4, 7]],
])('a place that is %s: lines %j', (expected, [start = 0, end = 0]) => {
  const version = { lines: ['x', '// doc', 'f() {', '}', '', 'y', 'z'], units: [] };
  const unit = { name: 'f', kind: 'function', start: 3, end: 4, top: 2 };
  expect(judgePlace([{ start, end }], { path: 'a.ts', version, unit })).toBe(expected);
});

describe('what became of a unit that left', () => {
  const body = ['first(alpha)', 'second(beta)', 'third(gamma)', 'fourth(delta)'];
  const before = unitOf('f', ['function f() {', ...body, '}']);

  test('another name with its lines is the same unit', () => {
    const renamed = unitOf('g', ['function g() {', ...body, '}']);
    expect(successor(before, 'a.ts', [renamed, unitOf('h', ['function h() {', 'other(code)', '}'])])).toBe(
      renamed,
    );
  });

  test('two that are as much like it are not decided', () => {
    const copies = ['g', 'h'].map(name => unitOf(name, [`function ${name}() {`, ...body, '}']));
    expect(successor(before, 'a.ts', copies)).toBe('unclear');
  });

  test('a few lines under another name in another file decide nothing', () => {
    const small = unitOf('testA', ['function testA() {', ...body.slice(1), '}']);
    const elsewhere = { ...unitOf('otherA', ['function otherA() {', ...body.slice(1), '}']), path: 'b.ts' };
    expect(successor(small, 'a.ts', [elsewhere])).toBe('unclear');
  });

  test('nothing like it is nothing', () => {
    expect(successor(before, 'a.ts', [unitOf('h', ['function h() {', 'other(code)', '}'])])).toBeUndefined();
  });
});
