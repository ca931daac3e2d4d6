// Patterns of ultragit.include and ultragit.exclude: git's own syntax, and braces.
import { expect, test } from 'vitest';
import { parseGlob } from '../../src/glob/glob.ts';
import { buildRepository } from '../support/repository.ts';

function matches(pattern: string, path: string): boolean {
  const glob = parseGlob(pattern);
  if ('problem' in glob) throw new Error(`${pattern} ${glob.problem}`);
  return glob.matches(path);
}

test.each([
  ['*.ts', 'src/a.ts', true],
  ['*.ts', 'src/a.tsx', false],
  ['src', 'src/deep/a.ts', true],
  ['src', 'lib/src/a.ts', true],
  ['/src', 'lib/src/a.ts', false],
  ['/src', 'src/a.ts', true],
  ['src/', 'src/a.ts', true],
  ['src/', 'lib/src/a.ts', true],
  ['src/', 'src', false],
  ['./src/**', 'src/a/b.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['src/**/b.ts', 'src/b.ts', true],
  ['src/**', 'src', false],
  ['**/test/**', 'a/test/b', true],
  ['**/test/**', 'a/tests/b', false],
  ['**', 'a/b', true],
  ['a**b', 'axb', true],
  ['a**b', 'a/b', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['日*', 'x/日本', true],
  ['日?', '日本', true],
])('%j and %j: %j', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test.each([
  ['**/*.{ts,js}', 'src/a.ts', true],
  ['**/*.{ts,js}', 'a.js', true],
  ['**/*.{ts,js}', 'src/a.rs', false],
  ['{src,lib}/**/*.ts', 'lib/a/b.ts', true],
  ['{src,lib}/**/*.ts', 'app/b.ts', false],
  ['*.{c,h{,pp}}', 'a.hpp', true],
  ['*.{c,h{,pp}}', 'a.h', true],
  ['*.{c,h{,pp}}', 'a.hp', false],
  ['a{/b,}/c', 'a/b/c', true],
  ['a{/b,}/c', 'a/c', true],
  ['{id}.ts', '{id}.ts', true],
  ['\\{a,b\\}', '{a,b}', true],
  ['\\{a,b\\}', 'a', false],
  ['[{,}]x', ',x', true],
])('braces: %j and %j: %j', (pattern, path, expected) => {
  expect(matches(pattern, path)).toBe(expected);
});

test('a name matches itself, whatever is in it, as in a pathspec', () => {
  expect(matches('[id].ts', '[id].ts')).toBe(true);
  expect(matches('app/[id]/**', 'app/[id]/page.tsx')).toBe(true);
  expect(matches('[id].ts', 'i.ts')).toBe(true);
});

test.each([
  ['src/[ab', 'has a [ without its ]'],
  ['[]', 'has a [ without its ]'],
  ['*.{ts,js', 'has a { without its }'],
  ['a\\', 'ends in a backslash'],
  ['[[:letter:]]', 'has an unknown class [:letter:]'],
  ['{1..9}.ts', 'has a range in braces; name each choice, as in {1,2,3}'],
  ['{a,b}'.repeat(9), 'stands for more than 200 patterns'],
  ['', 'names nothing'],
  ['/', 'names nothing'],
  ['./', 'names nothing'],
  ['!src/**', 'can only say what matches; ultragit.exclude takes what does not'],
  [':(exclude)src', 'can only say what matches; ultragit.exclude takes what does not'],
])('%j is not understood: %s', (pattern, problem) => {
  expect(parseGlob(pattern)).toEqual({ problem });
});

test('no pattern is slow, and none is endless', () => {
  expect(parseGlob('x'.repeat(10_001))).toEqual({ problem: 'is longer than 10000 characters' });
  const stars = `${'*a'.repeat(200)}*b`;
  expect(matches(stars, 'a'.repeat(5_000))).toBe(false);
  expect(matches(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(1_000))).toBe(false);
  expect(matches(`${'*'.repeat(5_000)}b`, 'a'.repeat(5_000))).toBe(false);
  for (const hostile of ['[', '[[:', '{', '{,', '[a', '\\', '[!]']) parseGlob(hostile.repeat(2_000));
});

test('without braces, a pattern means what .gitignore means by it', async () => {
  const repo = await buildRepository('empty-notes');
  const paths = [
    ...['a.ts', 'b.ts', 'c.js', 'ab', 'a-b', 'A1', '^x', 'x]', '[x', 'src/a.ts', 'src/deep/b.ts'],
    ...['lib/src/c.js', 'src/deep/er/x]', 'src.ts/a', 'doc/a b.md', 'a*b', 'a?b'],
  ];
  const patterns = [
    ...[
      '[ab]*',
      '[!ab]*',
      '[^ab].ts',
      '[a-c].[jt]s',
      '[]x]*',
      '[!]]*',
      '[[:upper:]]*',
      '[[:alnum:]]?',
      '[a\\-]*',
    ],
    ...[
      '[]-a]*',
      '[--z]*',
      'src',
      '/src',
      'src/',
      'src/*',
      'src/**',
      '**/src',
      '**/src/**',
      'src/**/b.ts',
      '**/*.ts',
    ],
    ...[
      'a\\*b',
      'a\\?b',
      '\\[x',
      '*b',
      '?',
      '??',
      'deep',
      'src/deep',
      'deep/',
      '/*.ts',
      '*.ts',
      'a**b',
      '**',
    ],
  ];
  for (const pattern of patterns) {
    repo.write('.gitignore', `${pattern}\n/always\n`);
    const told = repo.gitBytes(
      ['check-ignore', '--no-index', '-z', '--stdin', '-v', '-n'],
      ['always', ...paths].map(path => `${path}\0`).join(''),
    );
    const fields = told.toString().split('\0');
    const ignored = paths.filter((_path, at) => fields[at * 4 + 4] !== '');
    expect(
      paths.filter(path => matches(pattern, path)),
      pattern,
    ).toEqual(ignored);
  }
});
