import { expect, test } from 'vitest';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { noteOn } from '../../support/notes.ts';
import { sharedRepository } from '../../support/repository.ts';

const repo = sharedRepository('agents');
const ref = 'refs/notes/agentnote';
const noteOf = (subject: string) => noteOn(repo, ref, subject);
const head = {
  format: 'agentnote',
  context_level: 'inferred',
  provenance: { operation: 'initial' },
};
const nothingElse = { repairs: [], mistakes: { list: [], more: 0 }, charactersRemoved: 0 };

test('the prompt that made the change is the intent, whatever else was asked in its window', () => {
  const note = noteOf('Limit requests with a token bucket');
  expect(readNote(note, ref)).toEqual({
    annotations: [
      {
        ...head,
        timestamp: '2026-01-05T09:00:10.000Z',
        regions: [
          {
            file: 'src/bucket.ts',
            intent:
              'Clients send bursts and the API falls over. Add a limiter that lets short bursts through.',
            reasoning: 'The limiter counts tokens, not requests per window.',
          },
        ],
      },
    ],
    ...nothingElse,
  });
  expect(noteKeys(note, ref).files).toEqual(['src/bucket.ts']);
});

test('the flat form names its files as plain texts; what a machine or one word said is no intent', () => {
  expect(readNote(noteOf('Share buckets between processes'), ref)).toEqual({
    annotations: [
      {
        ...head,
        timestamp: '2026-01-06T09:00:10.000Z',
        regions: [{ file: 'src/store.ts', intent: 'Two processes must see the same bucket' }],
      },
    ],
    ...nothingElse,
  });
});

test('a long prompt ends with a sentence; with no file by the agent it is about all that changed', () => {
  const note = noteOf('Answer 429 with the time to wait');
  const [annotation] = readNote(note, ref).annotations;
  expect(annotation?.regions).toEqual([{ file: '/*', intent: expect.any(String) }]);
  const intent = annotation?.regions[0]?.intent ?? '';
  expect(intent).toMatch(/^Answer 429 .* The value may be rough at first\.$/);
  expect(intent.length).toBeLessThanOrEqual(300);
  expect(noteKeys(note, ref).files).toEqual(['/*']);
});

test('generated files and files by people are left out; at most three contexts are reasoning', () => {
  expect(readNote(noteOf('Reload limits without a restart'), ref)).toEqual({
    annotations: [
      {
        ...head,
        timestamp: '2026-01-08T09:00:10.000Z',
        regions: [
          {
            file: 'src/limits.ts',
            intent: 'Yes, do it like that',
            reasoning:
              'Limits come from a file that is read again on SIGHUP.\n' +
              'Defaults stay in a generated file.\n' +
              'Unknown routes get the limit of the star.',
          },
        ],
      },
    ],
    ...nothingElse,
  });
});

test('a note without a prompt has no region, and that is no problem', () => {
  const reading = readNote(noteOf('Say how to start it'), ref);
  expect(reading).toMatchObject({ annotations: [{ ...head, regions: [] }], ...nothingElse });
  expect(reading.problem).toBeUndefined();
});

test('an invisible prompt is none, and a long word is cut', () => {
  const read = (prompt: string) =>
    readNote(
      Buffer.from(JSON.stringify({ v: 1, session_id: '', interactions: [{ prompt }], files: [] })),
      ref,
    ).annotations[0]?.regions;
  expect(read('\u200b'.repeat(500))).toEqual([]);
  expect(read('x'.repeat(5000))?.[0]?.intent).toBe(`${'x'.repeat(299)}…`);
  expect(read(`${'x'.repeat(298)}\u{1f600}${'y'.repeat(99)}`)?.[0]?.intent).toBe(`${'x'.repeat(298)}…`);
  expect(read(`${'word '.repeat(99)}`)?.[0]?.intent).toMatch(/^(word )+word…$/);
  expect(read(`${'文'.repeat(200)}。${'文'.repeat(200)}`)?.[0]?.intent).toBe(`${'文'.repeat(200)}。`);
  expect(read(`${'文'.repeat(300)}。${'文'.repeat(9)}`)?.[0]?.intent).toBe(`${'文'.repeat(299)}…`);
});
