import { describe, expect, test } from 'vitest';
import { codeLines, tokensOf } from '../../page/file/code-lines.ts';
import { grammars } from '../../page/file/grammars.ts';
import { highlight } from '../../page/file/highlight.ts';
import { languages } from '../../src/syntax/languages.ts';

test('every language that has an outline has colours', () => {
  expect(languages.map(({ name }) => name).filter(name => !(name in grammars))).toEqual([]);
});

describe('colours', () => {
  const code = 'const a = `x\ny`;\n\nreturn "b"; // <b>\n';

  test('are given to the pieces of each line, and the text stays the same', () => {
    const lines = highlight(code, 'a.ts', 'typescript')!;
    expect(lines.map(tokens => tokens.map(({ text }) => text).join('')).join('\n')).toBe(code);
    expect(lines[0]!.find(({ text }) => text === 'const')!.kind).toBe('keyword');
    expect(lines[1]![0]!.kind).toBe('string');
    expect(lines[3]!.at(-1)).toEqual({ text: '// <b>', kind: 'comment' });
  });

  test('are known by the end of a name, too, and not given to what is too large', () => {
    expect(highlight('{"a": 1}', 'x/package.json', undefined)).toBeDefined();
    expect(highlight('a', 'Makefile', undefined)).toBeUndefined();
    expect(highlight('a '.repeat(300_000), 'a.ts', 'typescript')).toBeUndefined();
    expect(highlight('a'.repeat(5_000), 'a.ts', 'typescript')).toBeUndefined();
  });
});

test('lines end where they do in any editor', () => {
  expect(codeLines('a\r\nb\n')).toEqual(['a', 'b']);
  expect(codeLines('a\n\nb')).toEqual(['a', '', 'b']);
  expect(codeLines('')).toEqual([]);
});

test('colours that do not fit the line are left away', () => {
  expect(tokensOf('abc', [{ text: 'ab', kind: 'keyword' }])).toEqual([{ text: 'abc' }]);
});
