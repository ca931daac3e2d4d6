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
  ['a semicolon where it makes another value', 'a.rs', 'fn f() {\n  g()\n}', 'fn f() {\n  g();\n}'],
  ['a tuple', 'a.py', 'return (x,)', 'return (x)'],
  ['a semicolon in a string of several lines', 'a.go', 'f(`a;\nb`)', 'f(`a\nb`)'],
];

const WHITE_SPACE: typeof DIFFERENT = [
  ['between two names', 'a.ts', 'return c', 'returnc'],
  ['between two names of a text', 'a.tsx', '<p>a b</p>', '<p>ab</p>'],
  ['between two signs', 'a.ts', 'a + +b', 'a ++b'],
  ['a line break behind `return`', 'a.ts', 'return c', 'return\n  c'],
  ['a line break behind `return`', 'a.py', 'return c', 'return\nc'],
  ['around the sign of an assignment', 'a.sh', 'a=1', 'a = 1'],
  ['behind a colon', 'a.yaml', 'a: 1', 'a:1'],
  ['between two commands', 'a.sh', 'cd a\nrm b', 'cd a rm b'],
  ['the tab of a command', 'Makefile', 'all:\n\trm x', 'all:\nrm x'],
];

const SAME: [what: string, path: string, before: string, after: string][] = [
  ['line breaks and a last comma', 'a.ts', 'f(a, b);', 'f(\n  a,\n  b,\n)'],
  ['line breaks and a last comma', 'a.py', 'f(a, b)', 'f(\n    a,\n    b,\n)'],
  ['the last comma of a list', 'a.py', '[a, b,]', '[a, b]'],
  ['quotes, with what is escaped in them', 'a.ts', `f("it's")`, `f('it\\'s')`],
  ['white space behind a comment', 'a.ts', 'f() // first  thing  \ng()', '  f()  // first thing\r\ng();'],
  ['white space behind an address', 'a.md', 'See http://x.y and\nmore', 'See http://x.y\nand more'],
  ['a backtick in a comment', 'a.ts', "/* a ` b */\nf( 'x' )", "/* a ` b */\nf('x')"],
  ['white space and empty lines of a list', 'a.yaml', 'a:  1\n\nb: 2 \n', 'a: 1\nb: 2\n'],
  ['white space around signs', 'a.go', 'x=a+b\nreturn\n', 'x = a + b;\n\nreturn;\n'],
  ['a line break between words', 'a.rs', 'return\n  c', 'return c'],
  ['a semicolon behind an apostrophe', 'a.svelte', "<p>it's</p>;", "<p>it's</p>"],
];

describe('another code', () => {
  test.each([...DIFFERENT, ...WHITE_SPACE])('%s', (_what, path, before, after) => {
    expect(same(path, before, after)).toBe(false);
    expect(same(path, before, before)).toBe(true);
  });
});

describe('the same code', () => {
  test.each(SAME)('%s (%s)', (_what, path, before, after) => {
    expect(same(path, before, after)).toBe(true);
  });
});
