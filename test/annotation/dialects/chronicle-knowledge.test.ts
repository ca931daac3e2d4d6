import { expect, test } from 'vitest';
import { readNote } from '../../../src/annotation/read-note.ts';
import { fixtureNotes } from './fixture-notes.ts';

const REF = 'refs/notes/chronicle';
const current = await fixtureNotes('chronicle-knowledge', REF);
const former = await fixtureNotes('chronicle-knowledge', 'refs/notes/chronicle-knowledge');
const read = (note: object) =>
  readNote(Buffer.from(JSON.stringify({ schema: 'chronicle/knowledge-v1', ...note })), REF);

const head = {
  format: 'chronicle/knowledge-v1',
  context_level: 'enhanced',
  provenance: { operation: 'initial' },
};
const nothingElse = { dependsOn: [], concerns: [], marks: [] };
const rule = (text: string) => ({ text, source: 'author' });

test('knowledge on an id that is no object: rules of directories, the root and a file', () => {
  const { reading, keys } = current.get('4b825dc642cb6eb9a060e54bf899d15f13160d28') ?? {};
  const commit = '47c9d238b64f4343820d563c1f3addc0aff87874';
  expect(reading).toEqual({
    annotations: [
      {
        ...head,
        regions: [
          {
            file: 'src/web/',
            constraints: [
              rule('Escape what users wrote\nbefore it goes into a page.'),
              rule('No inline styles.'),
            ],
            related_annotations: [{ commit, relationship: 'decided in' }],
            tags: ['conv-1', 'conv-3'],
          },
          {
            file: '/',
            constraints: [rule('Errors have a code. (provisional; decided in ADR-3)')],
            rejected_alternatives: [
              {
                approach: 'Reading a file in a request handler',
                reason: 'Instead: Ask the store, which caches. (learned from BUG-42)',
              },
              { approach: 'Global state in tests', reason: 'Instead: Pass it in.' },
            ],
            related_annotations: [{ commit, relationship: 'learned from' }],
            tags: ['conv-2', 'ap-6', 'ap-7'],
          },
          {
            file: 'src/store/read.js',
            constraints: [rule('Keys are never logged.')],
            tags: ['conv-4'],
          },
          {
            file: 'src/store/',
            constraints: [rule('Owns: All files on disk'), rule('Must not import from src/web.')],
            related_annotations: [{ commit, relationship: 'decided in' }],
            tags: ['bound-5'],
          },
        ],
      },
    ],
    repairs: ['raw control characters', 'trailing comma'],
    mistakes: {
      list: [{ document: 0, path: ['anti_patterns', 2], problem: 'it has no pattern', done: 'left out' }],
      more: 0,
    },
    charactersRemoved: 0,
  });
  expect(keys).toEqual({
    ...nothingElse,
    files: ['src/web/', '/', 'src/store/read.js', 'src/store/'],
  });
});

test('scopes that are globs, and a file without an ending', () => {
  const { reading, keys } = former.get('4b825dc642cb6eb9a060e54bf8d69288fbee4904') ?? {};
  expect(reading).toEqual({
    annotations: [
      {
        ...head,
        regions: [
          { file: 'src/', constraints: [rule('Modules, no scripts.')], tags: ['conv-1'] },
          { file: 'src/web/', constraints: [rule('In src/web/*.js: One page a file.')], tags: ['conv-2'] },
          { file: 'Makefile', constraints: [rule('Tabs. (forever)')], tags: ['conv-3'] },
        ],
      },
    ],
    repairs: [],
    mistakes: { list: [], more: 0 },
    charactersRemoved: 0,
  });
  expect(keys).toEqual({ ...nothingElse, files: ['src/', 'src/web/', 'Makefile'] });
});

test('entries without scope, rule or module do not lose their neighbours', () => {
  const { reading, keys } = former.get('Serve pages') ?? {};
  expect(reading).toEqual({
    annotations: [
      {
        ...head,
        regions: [
          {
            file: '/',
            constraints: [rule('No build step. (experimental)'), rule('Two spaces.')],
            tags: ['conv-1'],
          },
          { file: 'src/store/', constraints: [rule('Owns: All files on disk')], tags: ['bound-2'] },
        ],
      },
    ],
    repairs: [],
    mistakes: {
      list: [
        { document: 0, path: ['conventions', 2], problem: 'it has no rule', done: 'left out' },
        { document: 0, path: ['boundaries', 0], problem: 'it names no module', done: 'left out' },
      ],
      more: 0,
    },
    charactersRemoved: 0,
  });
  expect(keys).toEqual({ ...nothingElse, files: ['/', 'src/store/'] });
});

test.each([
  ['*', '/', 'R'],
  ['', '/', 'R'],
  ['.', '/', 'R'],
  ['/', '/', 'R'],
  ['**', '/', 'R'],
  ['/*', '/', 'R'],
  ['**/*', '/', 'R'],
  ['**/*.rs', '/', 'In **/*.rs: R'],
  ['src', 'src/', 'R'],
  ['src/', 'src/', 'R'],
  ['/src//web/', 'src/web/', 'R'],
  ['./src/web', 'src/web/', 'R'],
  ['src/**', 'src/', 'R'],
  ['src/*', 'src/', 'R'],
  ['src/*.rs', 'src/', 'In src/*.rs: R'],
  ['src/**/test/', 'src/', 'In src/**/test: R'],
  ['src/{a,b}/c', 'src/', 'In src/{a,b}/c: R'],
  ['src/main.rs', 'src/main.rs', 'R'],
  ['src/v1.2/', 'src/v1.2/', 'R'],
  ['app/[id]/page.tsx', 'app/[id]/page.tsx', 'R'],
  ['Dockerfile', 'Dockerfile', 'R'],
  ['.github', '.github/', 'R'],
])('the scope %j is about %j', (scope, file, text) => {
  const reading = read({ conventions: [{ scope, rule: 'R' }] });
  expect(reading.annotations[0]?.regions).toEqual([{ file, constraints: [rule(text)] }]);
});

test('a list of scopes is a region each; a very long one is everywhere', () => {
  const filesOf = (scope: unknown) =>
    read({ conventions: [{ scope, rule: 'R' }] }).annotations[0]?.regions.map(({ file }) => file);
  expect(filesOf(['src/', 'web'])).toEqual(['src/', 'web/']);
  expect(filesOf([])).toEqual(['/']);
  expect(filesOf(Array.from({ length: 100_000 }, (_, at) => `d${at}/`))).toEqual(['/']);
});
