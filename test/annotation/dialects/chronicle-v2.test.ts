import { expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { fixtureNotes } from './fixture-notes.ts';

const REF = 'refs/notes/chronicle';
const notes = await fixtureNotes('chronicle-v2', REF);
const bytes = (note: object) => Buffer.from(JSON.stringify({ schema: 'chronicle/v2', ...note }));
const regionsOf = (note: object) => readNote(bytes(note), REF).annotations[0]?.regions;
const sound = { repairs: [], mistakes: { list: [], more: 0 }, charactersRemoved: 0 };
const nothingElse = { dependsOn: [], concerns: [], marks: [] };

test('all notes of the fixture are here', () => {
  expect([...notes.keys()].sort()).toEqual([
    'Format everything',
    'Import photos through a queue',
    'Import videos, too (#12)',
    'Say how it works',
    'Try an import again',
  ]);
});

test('a note as its writer means it', () => {
  const intent =
    'Put photo imports behind a queue in memory, so that a burst of uploads no longer blocks the gallery.';
  const motivation = 'Ten people uploading at once froze the gallery for minutes.';
  const decided =
    'Jobs have the id of their photo: The phone app sends an upload twice when the network is slow';
  const story = {
    intent,
    rejected_alternatives: [
      { approach: 'One worker process per upload', reason: 'The decoder needs 400 MB each.' },
      { approach: 'Use the database as a queue', reason: 'it locks the table that the gallery reads' },
    ],
    open_threads: ['Jobs are lost when the server restarts.'],
  };
  const { reading, keys } = notes.get('Import photos through a queue') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v2',
        timestamp: '2025-05-01T09:05:00.412+00:00',
        summary: intent,
        task: 'GAL-7: Uploads that do not block',
        context_level: 'enhanced',
        provenance: { operation: 'initial' },
        regions: [
          {
            file: 'src/queue.ts',
            ast_anchor: {
              unit_type: 'function',
              name: 'enqueue',
              signature: 'export function enqueue(job: Job): boolean',
            },
            lines: { start: 5, end: 9 },
            intent,
            constraints: [{ text: 'A job that waits already is never queued again.', source: 'author' }],
            reasoning:
              'Keep jobs in memory: there is one server (provisional; revisit when there are two servers)',
            risk_notes: 'The queue has no upper bound.',
          },
          {
            file: 'src/worker.ts',
            ast_anchor: { unit_type: 'function', name: 'work' },
            lines: { start: 3, end: 7 },
            intent,
            risk_notes: 'Security: Paths come from the client; importPhoto must check them.',
            semantic_dependencies: [
              {
                file: 'src/queue.ts',
                anchor: 'next',
                nature: 'Takes a job out of the queue before it is done.',
              },
            ],
          },
          {
            ...story,
            file: 'src/worker.ts',
            reasoning: [
              motivation,
              decided,
              'Import one photo at a time: the decoder is not safe to share (experimental)',
            ].join('\n'),
            risk_notes: 'Performance: One photo takes two seconds.',
          },
          { ...story, file: 'src/queue.ts', reasoning: `${motivation}\n${decided}` },
        ],
      },
    ],
  });
  expect(keys).toEqual({
    ...nothingElse,
    files: ['src/queue.ts', 'src/worker.ts'],
    dependsOn: ['src/queue.ts'],
  });
});

test('a note with the usual flaws gives all that is of use, and names the rest', () => {
  const intent = 'Try an import three times.\nThe decoder fails at random,\tabout once in a thousand photos.';
  const { reading, keys } = notes.get('Try an import again') ?? {};
  expect(reading).toEqual({
    annotations: [
      {
        format: 'chronicle/v2',
        timestamp: '2025-05-02T11:05:00+02:00',
        summary: intent,
        task: 'GAL-9',
        context_level: 'inferred',
        provenance: { operation: 'initial' },
        regions: [
          {
            file: 'src/retry.ts',
            ast_anchor: { name: 'retry' },
            lines: { start: 3, end: 11 },
            intent,
            constraints: [{ text: 'The last error is thrown as it is.', source: 'inferred' }],
            risk_notes: 'Accessibility note: The user is not told about an attempt.',
          },
          { file: CHANGED_FILES, intent, risk_notes: 'An import that is not idempotent runs twice.' },
          {
            file: 'src/retry.ts',
            lines: { start: 1, end: 1 },
            intent,
            risk_notes: 'Technical debt: A constant that should be a setting.',
          },
          {
            file: 'src/retry.ts',
            intent,
            reasoning: 'Three attempts are enough.',
            rejected_alternatives: [
              { approach: 'Wait longer between attempts', reason: 'the failure has nothing to do with load' },
            ],
            open_threads: ['Count how often it helps.', "Report the decoder's bug."],
          },
          { file: 'src/', intent, reasoning: 'No delay: the decoder recovers at once (tentative)' },
        ],
      },
    ],
    repairs: ['raw control characters', 'trailing comma'],
    mistakes: {
      list: [
        { document: 0, path: ['decisions', 2], problem: 'it decides nothing', done: 'left out' },
        {
          document: 0,
          path: ['markers', 0, 'lines'],
          problem: 'not of the form {start, end}',
          done: 'read as lines 3 to 11',
        },
        {
          document: 0,
          path: ['markers', 1, 'lines'],
          problem: 'not of the form {start, end}',
          done: 'read as lines 3 to 11',
        },
        { document: 0, path: ['markers', 3], problem: 'it says nothing', done: 'left out' },
        { document: 0, path: ['markers', 4], problem: 'it says nothing', done: 'left out' },
      ],
      more: 0,
    },
    charactersRemoved: 0,
  });
  expect(keys).toEqual({ ...nothingElse, files: ['src/retry.ts', CHANGED_FILES, 'src/'] });
});

test('a note that names no file is about all that its commit changed', () => {
  const intent = 'Format all files; nothing else changes.';
  const { reading, keys } = notes.get('Format everything') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v2',
        summary: intent,
        context_level: 'inferred',
        provenance: { operation: 'initial' },
        regions: [{ file: CHANGED_FILES, intent, reasoning: 'Double quotes everywhere' }],
      },
    ],
  });
  expect(keys).toEqual({ ...nothingElse, files: [CHANGED_FILES] });
});

test('a squashed note, and decisions about files that the commit did not change', () => {
  const intent = 'Videos are imported like photos.';
  const decided =
    'Tell videos by their names: reading the first bytes needs the whole file on the phone (provisional)';
  const unit = { unit_type: 'function', name: 'importVideo' };
  const derived = ['5d2b1c1e7a3f4a1f9b7e0c4d2a6f8e9b1c3d5f70', '9f0e1d2c3b4a59687766554433221100ffeeddcc'];
  const { reading, keys } = notes.get('Import videos, too (#12)') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v2',
        timestamp: '2025-05-04T09:05:00Z',
        summary: intent,
        context_level: 'inferred',
        provenance: {
          operation: 'squash',
          derived_from: derived,
          synthesis_notes: 'From two annotated commits.',
        },
        regions: [
          {
            file: 'src/video.ts',
            ast_anchor: unit,
            lines: { start: 5, end: 7 },
            intent,
            risk_notes: [
              'Deprecated: Only the old app calls it; use work',
              'Unstable: The result will be an object (revisit when the new app is out)',
            ].join('\n'),
          },
          {
            file: 'src/video.ts',
            ast_anchor: unit,
            intent,
            risk_notes: 'Test coverage: Nothing tests a path without an ending.',
          },
          { file: 'src/video.ts', intent, reasoning: 'Same queue for both: order matters to users' },
          { file: 'src/video.ts', ast_anchor: { name: 'isVideo' }, intent, reasoning: decided },
          { file: 'docs/formats.md', intent, reasoning: decided },
          { file: 'src/import/', intent, reasoning: 'Same queue for both: order matters to users' },
        ],
      },
    ],
  });
  expect(keys).toEqual({
    ...nothingElse,
    files: ['src/video.ts', 'docs/formats.md', 'src/import/'],
    marks: derived.map(id => `from ${id}`),
  });
});

test('a note that says nothing has no region, and is no problem', () => {
  const { reading, keys } = notes.get('Say how it works') ?? {};
  expect(reading).toEqual({
    ...sound,
    annotations: [
      {
        format: 'chronicle/v2',
        context_level: 'inferred',
        provenance: { operation: 'initial' },
        regions: [],
      },
    ],
  });
  expect(keys).toEqual({ ...nothingElse, files: [] });
});

test.each([
  [{ type: 'hazard', description: 'H' }, 'H'],
  [{ type: 'security', description: 'S' }, 'Security: S'],
  [{ type: 'security', description: 'Security review due' }, 'Security review due'],
  [{ type: 'tech_debt', description: 'T' }, 'Technical debt: T'],
  [{ type: 'Test Coverage', description: 'T' }, 'Test coverage: T'],
  [{ type: 'deprecated', description: 'Old.' }, 'Deprecated: Old.'],
  [{ type: 'deprecated', description: 'Old.', replacement: 'New' }, 'Deprecated: Old; use New'],
  [{ type: 'deprecated', replacement: 'New' }, 'Deprecated: use New'],
  [{ type: 'unstable', description: 'U', revisit_when: 'after 2.0' }, 'Unstable: U (revisit after 2.0)'],
  [{ type: 'dependency', assumption: 'on nothing' }, 'Dependency: on nothing'],
  [{ type: 'constructor', description: 'C' }, 'Constructor: C'],
  [{ description: 'no type' }, 'no type'],
])('a marker %j is the risk note %j', (kind, risk) => {
  expect(regionsOf({ markers: [{ file: 'a.ts', kind }] })).toEqual([{ file: 'a.ts', risk_notes: risk }]);
});

test.each([
  ['src/a.ts', [{ file: 'src/a.ts' }]],
  ['./src/a.ts:Foo::bar', [{ file: 'src/a.ts', anchor: 'Foo::bar' }]],
  ['src/a.ts::bar', [{ file: 'src/a.ts', anchor: 'bar' }]],
  ['src/a.ts:12-20', [{ file: 'src/a.ts' }]],
  ['Makefile', [{ file: 'Makefile' }]],
  ['src', []],
  ['src/', [{ file: 'src/' }]],
  ['src/**/*.ts', [{ file: 'src/' }]],
  ['the parser', []],
  ['Foo::bar', []],
  ['**/*', []],
  ['', []],
])('a decision about %j is told there, or to all files: %j', (scope, places) => {
  const regions = regionsOf({
    narrative: { summary: 'S', files_changed: ['src/a.ts', 'Makefile'] },
    decisions: [{ what: 'W', why: 'Y', stability: 'permanent', scope: [scope, 7] }],
  });
  const told = (regions ?? [])
    .filter(region => region.reasoning === 'W: Y')
    .map(({ file, ast_anchor }) => ({ file, ...(ast_anchor ? { anchor: ast_anchor.name } : {}) }));
  expect(told).toEqual(places.length > 0 ? places : [{ file: 'src/a.ts' }, { file: 'Makefile' }]);
  expect(regions?.every(region => region.intent === 'S')).toBe(true);
});

test('a decision that two scopes give to one place is said once', () => {
  const regions = regionsOf({
    narrative: { summary: 'S', files_changed: ['a.ts'] },
    decisions: [{ what: 'W', scope: ['a.ts', './a.ts', 'a.ts:3'] }],
  });
  expect(regions).toEqual([{ file: 'a.ts', intent: 'S', reasoning: 'W' }]);
});

test('a decision about a unit is told where its first marker is', () => {
  const marker = (start: number) => ({
    file: 'a.ts',
    anchor: 'f',
    lines: [start, start],
    kind: { type: 'hazard', description: 'H' },
  });
  const regions = regionsOf({
    narrative: { summary: 'S', files_changed: ['a.ts'] },
    decisions: [{ what: 'W', scope: ['a.ts:f'] }],
    markers: [marker(1), marker(2)],
  });
  expect(regions?.map(({ lines, reasoning }) => [lines?.start, reasoning])).toEqual([
    [1, 'W'],
    [2, undefined],
    [undefined, undefined],
  ]);
});

test('what would be repeated too often is said once, of all changed files; no marker is lost', () => {
  const summary = 'x'.repeat(60_000);
  const files_changed = Array.from({ length: 4000 }, (_, at) => `src/${at}.ts`);
  const markers = files_changed.map(file => ({ file, kind: { type: 'hazard', description: 'H' } }));
  const note = {
    narrative: { summary, files_changed },
    decisions: [{ what: 'W', scope: ['src/1.ts'] }],
    markers,
  };
  const regions = regionsOf(note) ?? [];
  expect(regions).toHaveLength(4001);
  expect(regions[7]).toEqual({ file: 'src/7.ts', risk_notes: 'H' });
  expect(regions.at(-1)).toEqual({ file: CHANGED_FILES, intent: summary, reasoning: 'W' });
  expect(noteKeys(bytes(note), REF).files).toHaveLength(4001);
});

test('a version without its letter is the same version', () => {
  const [annotation] = readNote(
    bytes({ schema: 'chronicle/2', narrative: { summary: 'S' } }),
    REF,
  ).annotations;
  expect(annotation).toMatchObject({ format: 'chronicle/v2', summary: 'S' });
});
