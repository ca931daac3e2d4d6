// Whatever else is in a note of chronicle, reading it never throws, and a good entry is never lost to a bad one.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { annotationSchema } from '../../../src/annotation/schema.ts';

const REF = 'refs/notes/chronicle';
const any = fc.jsonValue({ maxDepth: 2 });
const text = fc.oneof(
  any,
  fc.constantFrom('a.ts', 'src/', '/*', './b.ts:f', 'A: b — c', 'Depends on a:b — c'),
);
const kind = fc.record(
  {
    type: fc.oneof(any, fc.constantFrom('contract', 'dependency', 'deprecated', 'unstable')),
    description: text,
    target_file: text,
    replacement: text,
    revisit_when: text,
  },
  { requiredKeys: [] },
);
const entry = fc.oneof(
  any,
  fc.record(
    {
      kind: fc.oneof(any, kind),
      category: fc.oneof(any, fc.constantFrom('gotcha', 'dead_end', 'insight', 'unfinished_thread')),
      content: text,
      file: text,
      path: text,
      anchor: any,
      lines: any,
      what: text,
      why: text,
      scope: fc.oneof(text, fc.array(text)),
      rule: text,
      module: text,
      owns: text,
      boundary: text,
      pattern: text,
      instead: text,
      decided_in: text,
    },
    { requiredKeys: [] },
  ),
);
const entries = fc.array(entry, { maxLength: 3 });
const around = (good: object) =>
  fc.tuple(entries, entries).map(([before, after]) => [...before, good, ...after]);

const note = fc.record({
  schema: fc.constantFrom('chronicle/v2', 'chronicle/v3', 'chronicle/knowledge-v1'),
  summary: text,
  narrative: fc.oneof(
    any,
    fc.record({
      summary: text,
      motivation: text,
      rejected_alternatives: entries,
      follow_up: text,
      files_changed: fc.oneof(any, fc.array(text)),
    }),
  ),
  decisions: around({ what: 'The good decision.' }),
  markers: around({ file: 'good.ts', kind: { type: 'contract', description: 'The good contract.' } }),
  wisdom: around({ file: 'good.ts', category: 'gotcha', content: 'The good gotcha.' }),
  conventions: around({ scope: 'good/', rule: 'The good rule.' }),
  boundaries: around({ module: 'good/', owns: 'The good module.' }),
  anti_patterns: around({ pattern: 'The good pattern.' }),
  effort: any,
  provenance: any,
});

const GOOD: Record<string, string[]> = {
  'chronicle/v2': ['The good decision.', 'The good contract.'],
  'chronicle/v3': ['The good gotcha.'],
  'chronicle/knowledge-v1': ['The good rule.', 'Owns: The good module.', 'The good pattern.'],
};

test('a good entry among any others is read, and all that is read is canonical and indexed', () => {
  fc.assert(
    fc.property(note, document => {
      const data = Buffer.from(JSON.stringify(document));
      const { annotations } = readNote(data, REF);
      const said = JSON.stringify(annotations);
      for (const good of GOOD[document.schema] ?? []) expect(said).toContain(good);
      const named = new Set(noteKeys(data, REF).files);
      for (const annotation of annotations) {
        expect(z.safeParse(annotationSchema, annotation).success).toBe(true);
        for (const { file } of annotation.regions) expect(named).toContain(file);
      }
    }),
    { numRuns: 150 },
  );
});

test('a note that lost some of its bytes never throws', () => {
  const damaged = note.chain(document => {
    const whole = JSON.stringify(document);
    return fc
      .tuple(fc.nat(whole.length), fc.nat(5))
      .map(([at, lost]) => whole.slice(0, at) + whole.slice(at + lost));
  });
  fc.assert(
    fc.property(damaged, damage => {
      expect(() => [readNote(Buffer.from(damage), REF), noteKeys(Buffer.from(damage), REF)]).not.toThrow();
    }),
    { numRuns: 100 },
  );
});

const many = (count: number, item: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => item(at));
const huge: [string, object][] = [
  ['decisions', { schema: 'chronicle/v2', decisions: many(250_000, () => 'a') }],
  ['bad decisions', { schema: 'chronicle/v2', decisions: many(250_000, () => 0) }],
  [
    'scopes',
    {
      schema: 'chronicle/v2',
      narrative: { files_changed: many(900, at => `${at}.ts`) },
      decisions: [{ what: 'x'.repeat(300_000), scope: many(50_000, at => `d${at}/`) }],
    },
  ],
  ['wisdom', { schema: 'chronicle/v3', wisdom: many(250_000, () => 0) }],
  ['dashes', { schema: 'chronicle/v3', wisdom: [{ category: 'dead_end', content: ' - '.repeat(300_000) }] }],
  ['colons', { schema: 'chronicle/v3', wisdom: [`Depends on ${':'.repeat(900_000)} — x`] }],
  [
    'slashes',
    { schema: 'chronicle/knowledge-v1', conventions: [{ scope: `${'/'.repeat(900_000)}x`, rule: 'R' }] },
  ],
  ['rules', { schema: 'chronicle/knowledge-v1', conventions: many(80_000, () => 'R') }],
];

test.each(huge)('a note full of %s is read, and soon', (_name, document) => {
  const { annotations } = readNote(Buffer.from(JSON.stringify(document)), REF);
  expect(annotations).toHaveLength(1);
});
