// What a formatter may change is the same code, and nothing else is.
import { describe, expect, test } from 'vitest';
import { isSameCode } from '../../src/check/same-code.ts';

const same = (path: string, before: string, after: string) =>
  isSameCode(before.split('\n'), after.split('\n'), path);

const DIFFERENT: [what: string, path: string, before: string, after: string][] = [
  ['code that is joined to a comment', 'a.ts', '// first\ncheck(x);', '// first check(x);'],
  ['the same behind a number sign', 'a.py', '# first\ncheck(x)', '# first check(x)'],
  ['the same in a Makefile', 'Makefile', '# first\ncheck', '# first check'],
  ['white space in a string of several lines', 'a.ts', 'f(`\n  a b\n`)', 'f(`\n  ab\n`)'],
  ['white space in three quotes', 'a.py', 'f("""\n  a b\n""")', 'f("""\n  ab\n""")'],
  ['a comma in a string', 'a.ts', "f('g(a,)')", "f('g(a)')"],
  ['a quote in a string', 'a.ts', `f("a'b")`, `f('a"b')`],
  ['a tuple', 'a.py', 'return (x,)', 'return (x)'],
  ['a semicolon in a string of several lines', 'a.go', 'f(`a;\nb`)', 'f(`a\nb`)'],
];

const SAME: [what: string, path: string, before: string, after: string][] = [
  ['line breaks and a last comma', 'a.ts', 'f(a, b);', 'f(\n  a,\n  b,\n)'],
  ['line breaks and a last comma', 'a.py', 'f(a, b)', 'f(\n    a,\n    b,\n)'],
  ['the last comma of a list', 'a.py', '[a, b,]', '[a, b]'],
  ['quotes, with what is escaped in them', 'a.ts', `f("it's")`, `f('it\\'s')`],
  ['white space behind a comment', 'a.ts', 'f() // first  thing  \ng()', '  f()  // first thing\r\ng();'],
  ['white space behind an address', 'a.md', 'See http://x.y and\nmore', 'See http://x.y\nand more'],
  ['a backtick in a comment', 'a.ts', "/* a ` b */\nf( 'x' )", "/* a ` b */\nf('x')"],
  ['a semicolon behind an apostrophe', 'a.rs', "let x: &'a str = y;", "let x: &'a str = y"],
];

describe('another code', () => {
  test.each(DIFFERENT)('%s', (_what, path, before, after) => {
    expect(same(path, before, after)).toBe(false);
    expect(same(path, before, before)).toBe(true);
  });
});

describe('the same code', () => {
  test.each(SAME)('%s (%s)', (_what, path, before, after) => {
    expect(same(path, before, after)).toBe(true);
  });
});
