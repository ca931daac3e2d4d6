import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { outline, type Unit } from '../../src/syntax/outline.ts';
import { runs } from '../support/runs.ts';

const root = new URL('../../test-repos/languages/samples/', import.meta.url);
const samples = readdirSync(root).map(name => ({ name, text: readFileSync(new URL(name, root), 'utf8') }));

const TOKENS = [
  ...[
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    '<',
    '>',
    ';',
    ',',
    ':',
    '::',
    '=',
    '=>',
    '->',
    '"',
    "'",
    '`',
    '#',
    '@',
    '$',
  ],
  ...[
    '/*',
    '*/',
    '//',
    '\n',
    '\r\n',
    '\t',
    '\\',
    '\u{1F980}',
    '\u2028',
    '\0',
    '\uFEFF',
    '<<<EOF',
    '"""',
    '${',
  ],
  ...[
    'class',
    'fn',
    'def',
    'function',
    'func',
    'fun',
    'struct',
    'impl',
    'end',
    'namespace',
    'operator',
    'if',
  ],
  ...[
    'export default ',
    'template <',
    'extension ',
    'static ',
    'const ',
    '#if',
    '#define A',
    'return',
    'async ',
  ],
];

type Edit = { at: number; length: number; insert: string };

/** Cuts something out of the sample at `at` (0 to 1), and puts something else there. */
const edit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.oneof(fc.nat(3), fc.nat(200)),
  insert: fc.oneof(
    fc.constantFrom(...TOKENS),
    fc.array(fc.constantFrom(...TOKENS), { maxLength: 6 }).map(parts => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 10 }),
  ),
});

function mutate(text: string, edits: readonly Edit[]): string {
  return edits.reduce((current, { at, length, insert }) => {
    const start = Math.floor(at * current.length);
    return current.slice(0, start) + insert + current.slice(start + length);
  }, text);
}

/** Apart, one inside the other, or sharing no more than the line where one ends and the next begins. */
const nests = (a: Unit['lines'], b: Unit['lines']): boolean =>
  a.end <= b.start ||
  b.end <= a.start ||
  (a.start <= b.start && b.end <= a.end) ||
  (b.start <= a.start && a.end <= b.end);

function check(units: readonly Unit[], lineCount: number): void {
  const seen = new Set<string>();
  for (const [at, unit] of units.entries()) {
    const { start, end } = unit.lines;
    expect(unit.name.trim()).not.toBe('');
    expect(unit.type).not.toBe('');
    expect(unit.signature).not.toMatch(/[\n\r]/);
    expect(start).toBeGreaterThanOrEqual(1);
    expect(end).toBeGreaterThanOrEqual(start);
    expect(end).toBeLessThanOrEqual(lineCount);
    // On one line, the same text may well stand twice.
    const key = JSON.stringify([unit.type, unit.name, unit.signature, unit.lines]);
    if (start !== end) expect(seen.has(key), key).toBe(false);
    seen.add(key);
    for (let other = 0; other < at; other++) {
      const before = units[other]!;
      expect(nests(before.lines, unit.lines), JSON.stringify([before, unit])).toBe(true);
    }
    if (at > 0) expect(start, unit.name).toBeGreaterThanOrEqual(units[at - 1]!.lines.start);
  }
}

describe.each(samples)('$name', ({ name, text }) => {
  test('keeps its promises as it is', async () => {
    const found = await outline(name, new TextEncoder().encode(text));
    if ('unsupported' in found) throw new Error(found.unsupported);
    check(found.units, text.split('\n').length);
    for (const { name: own } of found.units) {
      const written = own.split('::').at(-1)!.split(/[ :<]/).at(-1)!;
      expect(
        text.includes(written) || /^(?:default|Companion|this)$/.test(own.split('::').at(-1)!),
        own,
      ).toBe(true);
    }
  });

  test('keeps them however it is broken', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async edits => {
        const broken = mutate(text, edits);
        const found = await outline(name, new TextEncoder().encode(broken), { deadlineMs: 10_000 });
        if ('unsupported' in found) expect(found.unsupported).toBe('binary');
        else check(found.units, broken.split('\n').length);
      }),
      runs(60),
    );
  });

  test('never throws on bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async bytes => {
        const found = await outline(name, bytes, { deadlineMs: 10_000 });
        expect('units' in found || found.unsupported === 'binary').toBe(true);
      }),
      runs(60),
    );
  });
});
