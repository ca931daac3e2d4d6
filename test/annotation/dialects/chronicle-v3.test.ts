import { expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { fixtureNotes } from './fixture-notes.ts';

const REF = 'refs/notes/chronicle';
const notes = await fixtureNotes('chronicle-v3', REF);
const read = (note: object) =>
  readNote(Buffer.from(JSON.stringify({ schema: 'chronicle/v3', ...note })), REF).annotations[0];
const sound = { repairs: [], mistakes: { list: [], more: 0 }, charactersRemoved: 0 };
const nothingElse = { dependsOn: [], concerns: [], marks: [] };

test('all notes of the fixture are here', () => {
  expect([...notes.keys()].sort()).toEqual([
    'Cache rates by currency',
    'Log slow answers',
    'Name the limit',
    'Round amounts (#4)',
    'Wait for the bank',
  ]);
});

test('a note as its writer means it', () => {
  const intent = 'Keep exchange rates for a minute, because the bank answers no more than once a second.';
  const { reading, keys } = notes.get('Cache rates by currency') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v3',
        timestamp: '2025-06-01T09:05:00.774574+00:00',
        summary: intent,
        context_level: 'enhanced',
        provenance: { operation: 'initial' },
        regions: [
          {
            file: CHANGED_FILES,
            intent,
            rejected_alternatives: [
              { approach: 'Tried functools.lru_cache first — it has no expiry — and gave up.' },
            ],
            open_threads: ['Nothing removes currencies that nobody asks for any more.'],
          },
          {
            file: 'rates/cache.py',
            lines: { start: 7, end: 12 },
            intent,
            constraints: [
              {
                text: 'Use the monotonic clock: the wall clock jumps on these machines.',
                source: 'author',
              },
            ],
            rejected_alternatives: [
              {
                approach: 'Keep the rates in Redis',
                reason: "every pod would need credentials for a minute's worth of data",
              },
            ],
          },
          {
            file: 'rates/convert.py',
            lines: { start: 4, end: 5 },
            intent,
            semantic_dependencies: [
              { file: 'rates/cache.py', anchor: 'rate', nature: 'A rate is never older than a minute.' },
            ],
          },
          {
            file: 'rates/convert.py',
            intent,
            reasoning: "Amounts are floats here; rounding is the caller's job.",
          },
        ],
      },
    ],
  });
  expect(keys).toEqual({
    ...nothingElse,
    files: [CHANGED_FILES, 'rates/cache.py', 'rates/convert.py'],
    dependsOn: ['rates/cache.py'],
  });
});

test('a note that is only a summary is about all that its commit changed', () => {
  const { reading, keys } = notes.get('Name the limit') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v3',
        timestamp: '2025-06-02T09:05:00Z',
        summary: "Give the bank's limit a name.",
        context_level: 'inferred',
        provenance: { operation: 'initial', synthesis_notes: 'Trivial: small change (1 lines changed)' },
        regions: [{ file: CHANGED_FILES, intent: "Give the bank's limit a name." }],
      },
    ],
  });
  expect(keys).toEqual({ ...nothingElse, files: [CHANGED_FILES] });
});

test('a note with the usual flaws gives all that is of use, and names the rest', () => {
  const intent = 'Wait before each question,\nnot after:\tthe answer is needed at once.';
  const { reading, keys } = notes.get('Wait for the bank') ?? {};
  expect(reading).toEqual({
    annotations: [
      {
        format: 'chronicle/v3',
        summary: intent,
        context_level: 'inferred',
        provenance: { operation: 'initial' },
        regions: [
          {
            file: CHANGED_FILES,
            intent,
            reasoning: 'The bank counts by address, not by key.\nAsk for all currencies at once one day.',
          },
          {
            file: 'rates/fetch.py',
            intent,
            constraints: [{ text: 'Never call it from the event loop.', source: 'inferred' }],
            reasoning: 'A cold start asks for twenty currencies.',
          },
          {
            file: 'rates/fetch.py',
            lines: { start: 6, end: 8 },
            intent,
            rejected_alternatives: [{ approach: 'An asyncio rewrite.' }],
          },
        ],
      },
    ],
    repairs: ['raw control characters', 'trailing comma'],
    mistakes: {
      list: [
        { document: 0, path: ['wisdom', 1], problem: 'it says nothing', done: 'left out' },
        {
          document: 0,
          path: ['wisdom', 2, 'lines'],
          problem: 'not of the form {start, end}',
          done: 'read as lines 6 to 8',
        },
        { document: 0, path: ['wisdom', 3, 'lines'], problem: 'not a range of lines', done: 'left out' },
        { document: 0, path: ['wisdom', 5], problem: 'it says nothing', done: 'left out' },
        { document: 0, path: ['timestamp'], problem: 'not a text', done: 'left out' },
      ],
      more: 0,
    },
    charactersRemoved: 0,
  });
  expect(keys).toEqual({ ...nothingElse, files: [CHANGED_FILES, 'rates/fetch.py'] });
});

test('a squashed note, and what was learned about a directory', () => {
  const intent = 'Round to cents, where the amount is made.';
  const derived = ['3c1a5b7d9e0f2a4c6b8d0e1f3a5c7b9d1e3f5a70'];
  const { reading, keys } = notes.get('Round amounts (#4)') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v3',
        timestamp: '2025-06-04T09:05:00Z',
        summary: intent,
        context_level: 'inferred',
        provenance: {
          operation: 'squash',
          derived_from: derived,
          synthesis_notes: 'From one annotated commit.',
        },
        regions: [
          { file: CHANGED_FILES, intent },
          {
            file: 'rates/convert.py',
            lines: { start: 4, end: 5 },
            intent,
            constraints: [{ text: 'Round once, at the end.', source: 'author' }],
          },
          {
            file: 'rates/',
            intent,
            rejected_alternatives: [
              { approach: 'Decimal everywhere', reason: 'every caller would have to change.' },
            ],
          },
        ],
      },
    ],
  });
  expect(keys).toEqual({
    ...nothingElse,
    files: [CHANGED_FILES, 'rates/convert.py', 'rates/'],
    marks: derived.map(id => `from ${id}`),
  });
});

test('a later version is named, not read', () => {
  const problem = 'written in chronicle/v4; this version reads v1 to v3';
  const { reading, keys } = notes.get('Log slow answers') ?? {};
  const mistakes = { list: [{ document: 0, path: ['schema'], problem, done: 'not read' }], more: 0 };
  expect(reading).toEqual({ ...sound, annotations: [], mistakes, problem });
  expect(keys).toEqual({ ...nothingElse, files: [], problem });
});

const wisdom = (category: string, content: string) =>
  read({ wisdom: [{ category, content, file: 'a.py' }] })?.regions[0];

test.each([
  ['Depends on src/a.rs:Foo::bar — holds', { file: 'src/a.rs', anchor: 'Foo::bar', nature: 'holds' }],
  [
    'Depends on ./a.rs:the config — it is there',
    { file: 'a.rs', anchor: 'the config', nature: 'it is there' },
  ],
  ['Depends on Makefile:all - runs first', { file: 'Makefile', anchor: 'all', nature: 'runs first' }],
  ['Depends on src/a.rs — exists', { file: 'src/a.rs', nature: 'exists' }],
  ['Depends on a.rs: — exists', { file: 'a.rs', nature: 'exists' }],
  ['Depends on a.rs:b — one — two', { file: 'a.rs', anchor: 'b', nature: 'one — two' }],
])('the insight %j is a dependency', (content, dependency) => {
  expect(wisdom('insight', content)).toEqual({ file: 'a.py', semantic_dependencies: [dependency] });
});

test.each([
  'Depends on the weather — mostly',
  'Depends on the weather: rain — mostly',
  'Depends on Foo::bar — which may change',
  'Depends on luck',
  'Depends on src/a.rs:f without a reason',
  'Depends on src/a.rs:f — ',
  'It depends on src/a.rs:f — so it seems',
])('the insight %j is reasoning', content => {
  expect(wisdom('insight', content)).toEqual({ file: 'a.py', reasoning: content });
});

test.each([
  ['Keep it in memory: lost at restart', 'Keep it in memory', 'lost at restart'],
  ['Polling — too slow. Much too slow — really.', 'Polling', 'too slow. Much too slow — really.'],
  ['Use a cache (small: or not)', 'Use a cache (small: or not)', undefined],
  ['Use a key `a: b`', 'Use a key `a: b`', undefined],
  ['Tried: everything', 'Tried: everything', undefined],
  ['Dead end: everything', 'Dead end: everything', undefined],
  ['Polling — the obvious way — was too slow', 'Polling — the obvious way — was too slow', undefined],
  ['We tried. It broke: twice', 'We tried. It broke: twice', undefined],
  ['Use std::fs instead', 'Use std::fs instead', undefined],
  ['A multi-part key', 'A multi-part key', undefined],
  ['One two three: ', 'One two three: ', undefined],
])('the dead end %j is taken apart where that is safe', (content, approach, reason) => {
  const alternative = { approach, ...(reason === undefined ? {} : { reason }) };
  expect(wisdom('dead_end', content)).toEqual({ file: 'a.py', rejected_alternatives: [alternative] });
});

test('who wrote from the change alone has inferred what must hold', () => {
  const sources = ['live', 'squash', 'batch', 'backfill', undefined].map(source => {
    const note = { provenance: { source }, wisdom: [{ category: 'gotcha', content: 'G' }] };
    return read(note)?.regions[0]?.constraints?.[0]?.source;
  });
  expect(sources).toEqual(['author', 'author', 'inferred', 'inferred', 'author']);
});

test('a long summary is not repeated at thousands of places', () => {
  const summary = 'x'.repeat(60_000);
  const entries = Array.from({ length: 4000 }, (_, at) => ({ content: 'C', file: `${at}.py` }));
  const regions = read({ summary, wisdom: entries })?.regions ?? [];
  expect(regions).toHaveLength(4001);
  expect(regions[0]).toEqual({ file: CHANGED_FILES, intent: summary });
  expect(regions[1]).toEqual({ file: '0.py', reasoning: 'C' });
});
