import { expect, test } from 'vitest';
import { outline } from '../../src/syntax/outline.ts';
import { foldSignature } from '../../src/syntax/signature.ts';

async function signatures(path: string, text: string): Promise<string[]> {
  const found = await outline(path, new TextEncoder().encode(text));
  return 'units' in found ? found.units.map(unit => unit.signature) : [found.unsupported];
}

test('parameters on many lines fold to the same as on one', () => {
  const many = 'connect(\n    host: string,\n    port: number,\n  ): Promise<void>';
  expect(foldSignature(many)).toBe('connect(host: string, port: number): Promise<void>');
  expect(foldSignature(foldSignature(many))).toBe(foldSignature(many));
});

test('a value stays when it fits on the line, and is cut when it does not', async () => {
  expect(await signatures('a.ts', 'export const LIMIT: number = 5;\n')).toEqual([
    'export const LIMIT: number = 5',
  ]);
  expect(await signatures('a.ts', 'export const LIMITS: number[] = [\n  5,\n];\n')).toEqual([
    'export const LIMITS: number[]',
  ]);
});

test('comments, decorators and attributes stay out, a parameter keeps its own', async () => {
  expect(await signatures('a.py', '@cache\ndef f(a,  # first\n      b=1) -> int:\n    return 1\n')).toEqual([
    'def f(a, b=1) -> int',
  ]);
  expect(
    await signatures('A.java', 'class A { @Override /* x */ public void m(@Nullable String s) {} }'),
  ).toEqual(['class A', 'public void m(@Nullable String s)']);
  expect(await signatures('a.rs', '#[inline] pub fn f(x: u8) -> u8 { x }\n')).toEqual([
    'pub fn f(x: u8) -> u8',
  ]);
});

test('a signature without end is cut', async () => {
  const parameters = Array.from({ length: 500 }, (_, at) => `parameter${at}: string`).join(', ');
  const [signature] = await signatures('a.ts', `function f(${parameters}) {}`);
  expect(signature).toHaveLength(300);
  expect(signature).toMatch(/…$/);
});
