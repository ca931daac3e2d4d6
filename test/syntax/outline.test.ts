import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import { languages } from '../../src/syntax/languages.ts';
import { type Outline, outline, type Unit } from '../../src/syntax/outline.ts';

const root = new URL('../../test-repos/languages/', import.meta.url);
const samples = readdirSync(new URL('samples/', root));
const bytes = (text: string) => new TextEncoder().encode(text);

async function unitsOf(path: string, text: string): Promise<Unit[]> {
  const found = await outline(path, bytes(text));
  if ('unsupported' in found) throw new Error(found.unsupported);
  return found.units;
}

const brief = (units: Unit[]) => units.map(({ name, lines }) => `${lines.start}-${lines.end} ${name}`);

describe('samples', () => {
  test.each(samples)('%s has the outline that was read against it', async name => {
    const found = await outline(name, readFileSync(new URL(`samples/${name}`, root)));
    const expected: Outline = JSON.parse(readFileSync(new URL(`expect/${name}.json`, root), 'utf8'));
    expect(found).toEqual(expected);
  });

  test('every language has a sample', async () => {
    const found = await Promise.all(samples.map(name => outline(name, bytes(''))));
    const covered = new Set(found.map(one => one.language));
    expect(languages.map(row => row.name).filter(name => !covered.has(name))).toEqual([]);
  });
});

describe('the table', () => {
  const require = createRequire(import.meta.url);
  let known: Map<string, Set<string>>;

  beforeAll(async () => {
    const { Language, Parser } = await import('web-tree-sitter');
    await Parser.init();
    known = new Map();
    for (const row of languages) {
      const language = await Language.load(readFileSync(require.resolve(row.grammar)));
      known.set(row.name, new Set(language.types.filter((_, id) => language.nodeTypeIsNamed(id))));
    }
  });

  test.each(languages.map(row => row.name))('%s names only nodes that its grammar has', name => {
    const row = languages.find(one => one.name === name)!;
    const named = [row.comments, row.attributes ?? [], row.skip ?? [], row.wrappers ?? [], row.through ?? []];
    const all = [...named.flat(), ...Object.keys(row.units)];
    expect(all.filter(type => !known.get(name)!.has(type))).toEqual([]);
  });
});

describe('which language', () => {
  test.each([
    ['a/b/c.ts', '', 'typescript'],
    ['A.TS', '', 'typescript'],
    ['lib\\x.rb', '', 'ruby'],
    ['Rakefile', '', 'ruby'],
    ['.bashrc', '', 'bash'],
    ['tool', '#!/usr/bin/env python3\n', 'python'],
    ['tool', '#!/usr/bin/python3.11 -u\n', 'python'],
    ['tool', '#!/bin/sh\n', 'bash'],
    ['tool', '#!/usr/bin/env -S node --no-warnings\n', 'javascript'],
    ['a.h', 'int f(void);\n', 'c'],
    ['a.h', 'namespace a { class B; }\n', 'cpp'],
    ['a.h', 'struct A { std::string b; };\n', 'cpp'],
    ['a.h', '#import <UIKit/UIKit.h>\n@interface A : NSObject\n@end\n', undefined],
    ['README.md', '', undefined],
    ['LICENSE', 'MIT\n', undefined],
    ['notes.txt', '#!/bin/sh\n', undefined],
    ['', '', undefined],
  ])('%s %j is %s', async (path, text, language) => {
    const found = await outline(path, bytes(text));
    expect(found.language).toBe(language);
    if (!language) expect(found).toEqual({ unsupported: 'language' });
  });
});

describe('any bytes', () => {
  const two = 'function a() {}\n\n// doc\nfunction b() {\n  return 1;\n}\n';

  test('CRLF changes no line', async () => {
    const crlf = two.replaceAll('\n', '\r\n');
    expect(brief(await unitsOf('a.js', crlf))).toEqual(['1-1 a', '3-6 b']);
    expect(await unitsOf('a.js', crlf)).toEqual(await unitsOf('a.js', two));
  });

  test('a byte order mark is looked through', async () => {
    expect(brief(await unitsOf('a.js', `\uFEFF// doc\n${two}`))).toEqual(['1-2 a', '4-7 b']);
  });

  test('text that is not UTF-8 keeps its lines', async () => {
    const latin1 = Buffer.from(`// caf\xe9 \xff\n${two}`, 'latin1');
    const found = await outline('a.js', latin1);
    expect('units' in found && brief(found.units)).toEqual(['1-2 a', '4-7 b']);
  });

  test('characters outside the basic plane keep names and lines', async () => {
    const found = await unitsOf('a.py', '# 🦀🦀\n\ndef größe():\n    return "🦀"\n\ndef b(): pass\n');
    expect(brief(found)).toEqual(['3-4 größe', '6-6 b']);
  });

  test('a NUL byte makes it binary, unless it comes late', async () => {
    expect(await outline('a.js', bytes(`\0${two}`))).toEqual({
      language: 'javascript',
      unsupported: 'binary',
    });
    const inString = `${'#\n'.repeat(5000)}a = "\0"\n\ndef b():\n    pass\n`;
    expect((await unitsOf('a.py', inString)).map(unit => unit.name)).toEqual(['b']);
    const late = await outline('a.js', bytes(`${two}${' '.repeat(8000)}\0function c() {}\n`));
    expect('units' in late && late.units.map(unit => unit.name)).toEqual(['a', 'b', 'c']);
  });

  test('two MiB are parsed, one byte more is not', async () => {
    const big = new Uint8Array(2 * 1024 * 1024 + 1).fill(10);
    expect(await outline('a.js', big)).toEqual({ language: 'javascript', unsupported: 'too_large' });
    expect(await outline('a.js', big.subarray(1))).toEqual({ language: 'javascript', units: [] });
  });

  test('an empty file has no units', async () => {
    expect(await outline('a.rs', new Uint8Array())).toEqual({ language: 'rust', units: [] });
  });
});

describe('what belongs to a unit', () => {
  test.each([
    ['a comment behind the line before is not its own', 'let a = 1; // note\nfunction b() {}\n', ['2-2 b']],
    ['a blank line keeps a comment apart', '// note\n\nfunction b() {}\n', ['3-3 b']],
    [
      'comments and decorators in a row are its own',
      'class A {\n  // x\n  @d\n  // y\n  m() {}\n}\n',
      ['1-6 A', '2-5 A::m'],
    ],
    ['a list has no names for what is in it', 'const a = [{ run() {} }];\n', []],
    ['objects in a named call have', 'const a = make({ b: { run() {} } });\n', ['1-1 a::b::run']],
    [
      'a default export without a name is default',
      'export default () => ({ a() {} });\n',
      ['1-1 default', '1-1 default::a'],
    ],
    ['so is an object', 'export default {\n  a() {},\n};\n', ['1-3 default', '2-2 default::a']],
    ['and what a call makes', 'export default define({\n  a() {},\n});\n', ['1-3 default', '2-2 default::a']],
    ['a default export with a name has it', 'export default function run() {}\n', ['1-1 run']],
    ['callbacks keep the outer name', 'on(() => {\n  function f() {}\n});\n', ['2-2 f']],
  ])('%s', async (_, text, expected) => {
    expect(brief(await unitsOf('a.js', text))).toEqual(expected);
  });
});

describe('what a grammar alone gets wrong', () => {
  test.each([
    ['a.cpp', 'class API_EXPORT A final : public B {\n  void m();\n};\n', ['1-3 A', '2-2 A::m']],
    ['a.cpp', 'struct LIB_API(1) A {\n};\n', ['1-2 A']],
    ['a.cpp', 'namespace a VISIBLE(default) {\nvoid f() A_NOEXCEPT {}\n}\n', ['1-3 a', '2-2 a::f']],
    ['a.cpp', 'class A {\n  Q_OBJECT\n public:\n  A();\n};\n', ['1-5 A', '4-4 A::A']],
    ['a.c', 'JNIEXPORT jint JNICALL Java_a_b(JNIEnv *env) {\n  return 0;\n}\n', ['1-3 Java_a_b']],
    ['a.c', 'static T table;\nint n;\nstatic T table = {\n  0\n};\n', ['2-2 n', '3-5 table']],
    [
      'a.c',
      'typedef struct a {\n  int x;\n} a;\ntypedef struct b { int y; } c;\n',
      ['1-3 a', '4-4 c', '4-4 b'],
    ],
    ['a.c', 'BOOL_TYPE\nfind(int a)\n{\n  return a;\n}\n', ['1-5 find']],
    [
      'a.swift',
      'final class A: @unchecked Sendable {\n  func f() {\n    switch x {\n    #if os(iOS)\n    case 1: a()\n    #endif\n    default: b()\n    }\n  }\n}\n',
      ['1-10 A', '2-9 A::f'],
    ],
  ])('%s %j', async (path, text, expected) => {
    expect(brief(await unitsOf(path, text))).toEqual(expected);
  });
});

describe('broken code', () => {
  test.each([
    ['a.ts', 'export function a() {}\nclass B {\n  m() { if (\n}\nfunction c() {}\n', ['a', 'c']],
    [
      'a.py',
      'def a():\n    pass\n\ndef b(:\n    pass\n\nclass C:\n    def d(self): pass\n',
      ['a', 'C', 'C::d'],
    ],
    ['a.rs', 'fn a() {}\nfn b( { }\nstruct C { x: }\nfn d() {}\n', ['a', 'd']],
    ['a.go', 'package p\nfunc a() {}\nfunc (b {\nfunc c() {}\n', ['a']],
    ['a.c', 'int a(void) { return 0; }\nint b( {\nint c(void) { return 1; }\n', ['a']],
  ])('%s gives what parses: %j', async (path, text, names) => {
    const found = (await unitsOf(path, text)).map(unit => unit.name);
    expect(found).toEqual(expect.arrayContaining(names));
  });

  test('half of a sample still has most of its first half', async () => {
    for (const name of samples) {
      const lines = readFileSync(new URL(`samples/${name}`, root), 'utf8').split('\n');
      const half = lines.slice(0, lines.length / 2);
      const expected: Outline = JSON.parse(readFileSync(new URL(`expect/${name}.json`, root), 'utf8'));
      const complete = ('units' in expected ? expected.units : []).filter(
        unit => unit.lines.end < half.length - 20,
      );
      const found = new Set((await unitsOf(name, half.join('\n'))).map(unit => unit.name.split('::').at(-1)));
      const kept = complete.filter(unit => found.has(unit.name.split('::').at(-1)));
      expect(kept.length / complete.length, name).toBeGreaterThan(0.7);
    }
  });
});
