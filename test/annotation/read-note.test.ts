import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { LIMITS } from '../../src/annotation/limits.ts';
import type { NoteReading } from '../../src/annotation/note-reading.ts';
import { readNote } from '../../src/annotation/read-note.ts';
import { annotationSchema } from '../../src/annotation/schema.ts';

const read = (note: unknown): NoteReading =>
  readNote(Buffer.from(typeof note === 'string' ? note : JSON.stringify(note)), 'refs/notes/ultragit');
const regionsOf = (note: unknown) => read(note).annotations.flatMap(annotation => annotation.regions);
const v1 = (region: object, rest: object = {}) => ({
  schema: 'ultragit/v1',
  regions: [{ file: 'a.ts', ...region }],
  ...rest,
});

const KNOWN = 'known are ultragit/v1, chronicle/v1 to v3, chronicle/knowledge-v1';

test('both dialects of v1, and chronicle/v1, give the same annotation', () => {
  const one = {
    schema: 'ultragit/v1',
    timestamp: '2025-03-11T10:05:00+01:00',
    summary: 'S',
    context_level: 'enhanced',
    task: 'T-1',
    regions: [
      {
        file: 'src/a.ts',
        ast_anchor: { unit_type: 'function', name: 'f', signature: 'f()' },
        lines: { start: 1, end: 2 },
        intent: 'I',
        constraints: [{ text: 'C', source: 'author' }],
        semantic_dependencies: [{ file: 'b.ts', anchor: 'g', nature: 'n' }],
        corrections: [{ field: 'region', correction_type: 'flag', reason: 'r' }],
      },
    ],
    provenance: { operation: 'initial' },
  };
  const other = {
    ...one,
    schema: undefined,
    $schema: 'ultragit/v1',
    regions: [
      {
        ...one.regions[0],
        file: undefined,
        path: './src/a.ts',
        ast_anchor: { type: 'function', name: 'f', signature: 'f()' },
        constraints: ['C'],
        corrections: [{ field: 'region', correction_type: 'flag', correction_text: 'r' }],
      },
    ],
  };
  const [first] = read(one).annotations;
  expect(read(other).annotations).toEqual([first]);
  expect(read({ ...one, schema: 'chronicle/v1' }).annotations).toEqual([
    { ...first, format: 'chronicle/v1' },
  ]);
  expect(first?.regions[0]?.lines).toEqual({ start: 1, end: 2 });
});

test.each([
  ['byte order mark', (text: string) => `\ufeff${text}`],
  ['trailing NUL', (text: string) => `${text}\0\0\n`],
  ['raw control characters', (text: string) => text.replace('two words', 'two\nwords\tand\u0001')],
  ['trailing comma', (text: string) => text.replace(/\}\]/, '},]')],
  ['several documents', (text: string) => `${text}\n${text}`],
])('repairs a %s, and says so', (repair, damage) => {
  const whole = JSON.stringify(v1({ intent: 'two words, "quoted", a \\ and ,] inside' }));
  const damaged = damage(whole);
  expect(damaged).not.toBe(whole);
  const reading = read(damaged);
  expect(reading.problem).toBeUndefined();
  expect(reading.repairs).toEqual([repair]);
  expect(reading.annotations[0]?.regions[0]?.intent).toContain('"quoted", a \\ and ,] inside');
});

test('repairs combine', () => {
  const reading = read('\ufeff{"schema":"ultragit/v1","regions":[{"file":"a","intent":"x\ny",},],}\0');
  expect(reading.repairs.sort()).toEqual([
    'byte order mark',
    'raw control characters',
    'trailing NUL',
    'trailing comma',
  ]);
  expect(reading.annotations).toHaveLength(1);
});

test.each([
  ['', 'the note is empty'],
  ['  \n', 'the note is empty'],
  ['Reviewed by Ada', 'the note is not JSON (line 1, column 1: it should begin with {)'],
  [
    '<<<<<<< ours\n{}\n>>>>>>> theirs',
    'the note is not JSON (line 1, column 1: a conflict of a merge was left)',
  ],
  ['{"a":', 'the note is not valid JSON (line 1, column 1: this { is never closed)'],
  ['}{', 'the note is not valid JSON (line 1, column 1: nothing is open that this } could close)'],
  ['42', 'the note is not JSON (line 1, column 1: it should begin with {)'],
  ['[]', 'the note has no schema'],
  ['{"schema":"other/v9"}', `unknown schema "other/v9"; ${KNOWN}`],
  ['{"schema":"toString"}', `unknown schema "toString"; ${KNOWN}`],
  ['{"schema":"__proto__"}', `unknown schema "__proto__"; ${KNOWN}`],
  ['{"schema":"Chronicle/v2"}', `unknown schema "Chronicle/v2"; ${KNOWN}`],
  ['{"schema":"chronicle/"}', `unknown schema "chronicle/"; ${KNOWN}`],
  [`{"schema":"a\\n\u202eb${'c'.repeat(900_000)}"}`, `unknown schema "a b${'c'.repeat(37)}"; ${KNOWN}`],
  ['{"schema":"chronicle/v4"}', 'written in chronicle/v4; this version reads v1 to v3'],
  ['{"$schema":"chronicle/4"}', 'written in chronicle/4; this version reads v1 to v3'],
  ['{"schema":"chronicle/v2.1-beta"}', 'written in chronicle/v2.1-beta; this version reads v1 to v3'],
  ['{"schema":"chronicle/\u200bv10"}', 'written in chronicle/v10; this version reads v1 to v3'],
  ['{"schema":"ultragit/v2","regions":[]}', 'written in ultragit/v2; this version reads v1'],
  [
    '{"schema":"chronicle/knowledge-v2"}',
    'written in chronicle/knowledge-v2; this version reads knowledge-v1',
  ],
  ['{"schema":7}', 'the note has no schema'],
  [
    `{"schema":"ultragit/v1","regions":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    'the note is nested deeper than 64 levels (line 1, column 98)',
  ],
  [
    '{"a":"'.repeat(100),
    'the note is not valid JSON (line 1, column 9: the quote before this is not escaped)',
  ],
])('%.40j: says what is wrong and gives nothing', (text, problem) => {
  expect(read(text)).toMatchObject({ annotations: [], problem });
});

test('one bad region, item or value does not lose the rest', () => {
  const reading = read({
    schema: 'ultragit/v1',
    context_level: 'guessed',
    timestamp: 17,
    regions: [
      'no region',
      null,
      { intent: 'no file' },
      {
        file: 'a.ts',
        intent: 'kept',
        lines: { start: 9, end: 2 },
        tags: ['x', 7, 'y'],
        constraints: ['one', 5, { source: 'author' }, { text: 'two', source: 'rumour' }],
        corrections: [
          { field: 'region', correction_type: 'shout' },
          { field: 'region', correction_type: 'flag' },
        ],
        reasoning: ['not', 'text'],
      },
    ],
    cross_cutting: [{ description: 'd', regions: ['a.ts:f'] }, { regions: [] }, 3],
    provenance: { operation: 'teleport', derived_from: 'x' },
  });
  const [annotation] = reading.annotations;
  expect(annotation?.regions).toEqual([
    {
      file: 'a.ts',
      intent: 'kept',
      tags: ['x', 'y'],
      constraints: [
        { text: 'one', source: 'author' },
        { text: 'two', source: 'inferred' },
      ],
      corrections: [{ field: 'region', correction_type: 'flag' }],
    },
  ]);
  expect(annotation?.context_level).toBe('inferred');
  expect(annotation?.provenance.operation).toBe('initial');
  expect(annotation?.cross_cutting).toEqual([{ description: 'd', regions: [{ file: 'a.ts', anchor: 'f' }] }]);
  expect(reading.mistakes.list.length).toBeGreaterThan(5);
});

test('hundreds of bad items do not lose the region that they are in', () => {
  const region = {
    intent: 'kept',
    tags: [...Array.from({ length: 300 }, (_, at) => at), 'good'],
    constraints: ['c'],
  };
  expect(regionsOf(v1(region))).toMatchObject([
    { intent: 'kept', tags: ['good'], constraints: [{ text: 'c' }] },
  ]);
  const mixed = Array.from({ length: 1_000 }, (_, at) => (at % 2 ? 1 : 'g'));
  expect(regionsOf(v1({ tags: mixed }))[0]?.tags).toHaveLength(500);
  const concerns = Array.from({ length: 200 }, () => ({ description: 3 }));
  const good = { description: 'd', regions: [{ file: 'x' }] };
  expect(read(v1({}, { cross_cutting: [...concerns, good] })).annotations[0]?.cross_cutting).toHaveLength(1);
});

test('more bad items than can be told apart lose what they are in, and nothing else', () => {
  const concern = { description: 'd', regions: Array.from({ length: 1_000 }, () => 1) };
  const cross_cutting = Array.from({ length: 400 }, () => concern);
  const reading = read({ schema: 'ultragit/v1', regions: [{ file: 'b.ts', intent: 'kept' }], cross_cutting });
  expect(reading.annotations[0]?.regions).toEqual([{ file: 'b.ts', intent: 'kept' }]);
  expect(reading.annotations[0]?.cross_cutting).toBeUndefined();
  expect(reading.mistakes.list).toEqual([
    {
      document: 0,
      path: [],
      problem: 'more is wrong than can be told apart',
      done: 'left out',
    },
  ]);
});

test('lines that are missing, {0,0} or no numbers are unknown', () => {
  for (const lines of [
    undefined,
    null,
    { start: 0, end: 0 },
    { start: 'a', end: 2 },
    { start: -1, end: 2 },
    7,
    { start: 1.5, end: 2 },
  ]) {
    expect(regionsOf(v1({ lines }))[0]?.lines, JSON.stringify(lines)).toBeUndefined();
  }
});

test('references in prose are taken apart at the right colon', () => {
  const anchorOf = (anchor: string) =>
    regionsOf(v1({ related_annotations: [{ commit: 'abc', anchor }] }))[0]?.related_annotations?.[0];
  expect(anchorOf('src/a.ts:Foo::bar')).toMatchObject({ file: 'src/a.ts', anchor: 'Foo::bar' });
  expect(anchorOf('Foo::bar')).toEqual({ commit: 'abc', anchor: 'Foo::bar' });
  expect(anchorOf('src/a.ts')).toEqual({ commit: 'abc', file: 'src/a.ts' });
  expect(anchorOf('connect')).toEqual({ commit: 'abc', anchor: 'connect' });
});

test('control, bidi, zero-width and tag characters are removed everywhere, and counted', () => {
  const bad = '\u001b[31m\u202e\u200b\u{e0041}\u009b\u0007';
  const reading = read(
    v1({ intent: `a${bad}b`, tags: [bad, `t${bad}`], constraints: [`c${bad}`] }, { task: `k${bad}` }),
  );
  expect(reading.annotations[0]).toMatchObject({
    task: 'k[31m',
    regions: [{ intent: 'a[31mb', tags: ['[31m', 't[31m'] }],
  });
  expect(reading.charactersRemoved).toBeGreaterThanOrEqual(20);
  expect(JSON.stringify(reading.annotations)).not.toMatch(/[\u007f-\u009f\u200b\u202e]|\\u001b|\\u0007/);
});

test('line feeds and tabs stay; CR LF becomes LF; half of a character becomes a mark', () => {
  expect(regionsOf(v1({ intent: 'a\r\nb\tc\rd\ud800e' }))[0]?.intent).toBe('a\nb\tc\nd\ufffde');
});

test('__proto__ and constructor are data, never a prototype', () => {
  const text =
    '{"schema":"ultragit/v1","__proto__":{"polluted":1},"regions":[{"file":"a","__proto__":{"intent":"planted","polluted":1},"constructor":{"prototype":{"polluted":1}},"corrections":[{"field":"region","correction_type":"flag","__proto__":{"reason":"planted"}}]}]}';
  const [annotation] = read(text).annotations;
  expect(annotation?.regions[0]).toEqual({
    file: 'a',
    corrections: [{ field: 'region', correction_type: 'flag' }],
  });
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

test('a long string is read as far as the limits go; nothing in it is slow', () => {
  const long = 'x'.repeat(900_000);
  expect(regionsOf(v1({ intent: long }))[0]?.intent).toHaveLength(LIMITS.prose);
  expect(read(`{"schema":"ultragit/v1","a":"${'\\"'.repeat(200_000)}`).problem).toBe(
    'the note is not valid JSON (line 1, column 29: this text is never closed)',
  );
  expect(read(`{"schema":"ultragit/v1","regions":[${',]'.repeat(200_000)}`).annotations).toEqual([]);
  expect(read(`${'"'.repeat(300_001)}`).annotations).toEqual([]);
  const anchor = './'.repeat(300_000);
  expect(regionsOf(v1({ related_annotations: [{ commit: 'abc', anchor }] }))).toHaveLength(1);
});

test('a list of risk notes is one text, whatever else is in the list', () => {
  expect(regionsOf(v1({ risk_notes: ['One.', 'Two.'] }))).toMatchObject([{ risk_notes: 'One.\nTwo.' }]);
  const odd = [{ toString: 0 }, 'Two.', 3, null, ['four']];
  expect(regionsOf(v1({ risk_notes: odd }))).toMatchObject([{ risk_notes: 'Two.\n3' }]);
});

const anyJson = fc.jsonValue({ maxDepth: 6 });
const almost = fc.record(
  {
    schema: fc.constantFrom('ultragit/v1', 'chronicle/v1'),
    timestamp: anyJson,
    summary: anyJson,
    context_level: anyJson,
    regions: fc.oneof(
      anyJson,
      fc.array(
        fc.oneof(
          anyJson,
          fc.record(
            {
              file: fc.string(),
              lines: anyJson,
              intent: anyJson,
              tags: anyJson,
              constraints: anyJson,
              corrections: anyJson,
              semantic_dependencies: anyJson,
              related_annotations: anyJson,
              ast_anchor: anyJson,
              risk_notes: anyJson,
              open_threads: anyJson,
              rejected_alternatives: anyJson,
            },
            { requiredKeys: ['file'] },
          ),
        ),
      ),
    ),
    provenance: anyJson,
    cross_cutting: anyJson,
  },
  { requiredKeys: ['schema', 'regions'] },
);

test('reading never throws, and gives nothing but canonical annotations, which are the same when they were kept', () => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 200 }),
    fc.string({ unit: 'binary', maxLength: 200 }).map(text => Buffer.from(text)),
    almost.map(note => Buffer.from(JSON.stringify(note))),
    almost.chain(note => {
      const text = JSON.stringify(note);
      return fc.nat(text.length).map(cut => Buffer.from(text.slice(0, cut) + text.slice(cut + 3)));
    }),
  );
  fc.assert(
    fc.property(bytes, data => {
      const reading = readNote(data, 'refs/notes/ultragit');
      expect(JSON.parse(JSON.stringify(reading))).toEqual(reading);
      for (const annotation of reading.annotations)
        expect(z.safeParse(annotationSchema, annotation).success).toBe(true);
    }),
    { numRuns: 500 },
  );
});
