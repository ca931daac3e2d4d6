import { expect, test } from 'vitest';
import { blameCall, parseRenames, resolveCommit } from '../../src/git/calls.ts';
import { parseConfigList } from '../../src/git/config-entries.ts';
import { parseBlame, parseCommit, parseTree, unquotePath } from '../../src/git/parsers.ts';
import { ReplyParser } from '../../src/git/reply-parser.ts';

const [a, b] = ['a'.repeat(40), 'b'.repeat(40)];

test('blame: spans in the order of the file, with the name that it had, and boundaries by commit', () => {
  const output = [
    `${a} 5 9 2`,
    'author Ada',
    'summary filename is a word here',
    'boundary',
    'filename src/new.ts',
    `${b} 1 1 8`,
    'author-mail <x>',
    'filename "src/caf\\303\\251 \\"q\\".ts"',
    `${a} 20 11 1`,
    'filename src/new.ts',
    '',
  ].join('\n');
  expect(parseBlame(output)).toEqual([
    { commit: b, path: 'src/café "q".ts', original: 1, final: 1, count: 8, boundary: false },
    { commit: a, path: 'src/new.ts', original: 5, final: 9, count: 2, boundary: true },
    { commit: a, path: 'src/new.ts', original: 20, final: 11, count: 1, boundary: true },
  ]);
  expect(parseBlame('')).toEqual([]);
  expect(parseBlame('garbage\nfilename x\n')).toEqual([]);
});

test('commits: people, dates, parents, merges, signatures and messages', () => {
  const text = [
    `tree ${a}`,
    `parent ${a}`,
    `parent ${b}`,
    'author Zoë <z@x> 1700000000 +0100',
    'committer  <> -5 +0000',
    'gpgsig -----BEGIN',
    ' tree of lies',
    ' -----END',
    '',
    'Subject',
    '',
    'tree not a header',
  ].join('\n');
  expect(parseCommit('id', Buffer.from(text))).toEqual({
    id: 'id',
    isSigned: true,
    tree: a,
    parents: [a, b],
    author: { name: 'Zoë', time: 1700000000 },
    committer: { name: '', time: -5 },
    message: 'Subject\n\ntree not a header',
  });
  expect(parseCommit('id', Buffer.from('author nobody'))).toMatchObject({
    tree: '',
    message: '',
    author: { time: 0 },
  });
});

test.each([20, 32] as const)('trees with ids of %d bytes; a cut-off one gives what is whole', size => {
  const entry = (mode: string, name: string, byte: number) =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.alloc(size, byte)]);
  const data = Buffer.concat([entry('100644', 'a b', 1), entry('40000', 'd\u00e9', 0x20)]);
  const read = parseTree(data, size).map(({ mode, name, id }) => [mode, name.toString(), id]);
  expect(read).toEqual([
    ['100644', 'a b', '01'.repeat(size)],
    ['40000', 'd\u00e9', '20'.repeat(size)],
  ]);
  expect(parseTree(data.subarray(0, size + 20), size)[0]?.name.toString()).toBe('a b');
  expect(parseTree(Buffer.alloc(0), size)).toEqual([]);
});

test.each([
  ['plain name.ts', 'plain name.ts'],
  ['"tab\\there"', 'tab\there'],
  ['"new\\nline \\\\ \\" \\a\\b\\v\\f\\r"', 'new\nline \\ " \u0007\b\v\f\r'],
  ['"\\346\\227\\245"', '日'],
  ['"日"', '日'],
  ['"', '"'],
  ['"open', '"open'],
])('quoted path %s', (quoted, path) => {
  expect(unquotePath(quoted)).toBe(path);
});

test('renames, with the commit that made each; names may look like anything', () => {
  const output = `\0${a}\0\nR100\0old.ts\0R100\0\0${b}\0\nR087\0${a}\0sp ace\0R090\0x\0y\0`;
  expect(parseRenames(output)).toEqual([
    { commit: a, from: 'old.ts', to: 'R100' },
    { commit: b, from: a, to: 'sp ace' },
    { commit: b, from: 'x', to: 'y' },
  ]);
  expect(parseRenames('')).toEqual([]);
});

test('config: our keys only; values may have line feeds and equals signs', () => {
  const output = 'core.editor\nrm -rf /\0ultragit.include\na=b\nc\0ultragit.flag\0blame.ignorerevsfile\nx\0';
  expect(parseConfigList(output)).toEqual([
    { key: 'ultragit.include', value: 'a=b\nc' },
    { key: 'ultragit.flag', value: 'true' },
    { key: 'blame.ignorerevsfile', value: 'x' },
  ]);
});

test('paths come after the dashes, revisions after --end-of-options', () => {
  const { args } = blameCall(a, '--output=x', { lines: [{ start: 1, end: 2 }] });
  expect(args.slice(-3)).toEqual([a, '--', '--output=x']);
  expect(resolveCommit('--all').args.slice(-2)).toEqual(['--end-of-options', '--all^{commit}']);
});

test('replies of cat-file, however they are cut, with what is too large skipped', () => {
  const body = Buffer.from('hello\nworld');
  const stream = Buffer.concat([
    Buffer.from(`${a} blob ${body.length}\n`),
    body,
    Buffer.from(`\n${b} missing\n${b} submodule\n${b} blob 5000\n`),
    Buffer.alloc(5000, 0x61),
    Buffer.from(`\n${a} commit 3\nabc\n`),
  ]);
  for (const size of [1, 7, 64, stream.length]) {
    const parser = new ReplyParser();
    const replies: unknown[] = [];
    for (let at = 0; at < stream.length; at += size) {
      parser.push(stream.subarray(at, at + size));
      for (let reply = parser.next(true, 100); reply !== 'more'; reply = parser.next(true, 100)) {
        replies.push(typeof reply === 'string' ? reply : [reply.type, reply.size, reply.data?.toString()]);
      }
    }
    expect(replies, `in pieces of ${size}`).toEqual([
      ['blob', 11, 'hello\nworld'],
      'missing',
      'missing',
      ['blob', 5000, undefined],
      ['commit', 3, 'abc'],
    ]);
  }
});

test('a reply that is no reply is garbage, also one without any end', () => {
  const parser = new ReplyParser();
  parser.push(Buffer.from('fatal: something\n'));
  expect(parser.next(true, 10)).toBe('garbage');
  const endless = new ReplyParser();
  endless.push(Buffer.alloc(5000, 0x78));
  expect(endless.next(true, 10)).toBe('garbage');
});
