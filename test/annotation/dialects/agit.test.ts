import { expect, test } from 'vitest';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { noteOn } from '../../support/notes.ts';
import { sharedRepository } from '../../support/repository.ts';

const repo = sharedRepository('agents');
const ref = 'refs/notes/agit';
const noteOf = (subject: string) => noteOn(repo, ref, subject);
const head = { format: 'agit', provenance: { operation: 'initial' } };

test('a whole note: what was decided, refused, feared and left open', () => {
  const note = noteOf('Limit requests with a token bucket');
  expect(readNote(note, ref)).toEqual({
    annotations: [
      {
        ...head,
        task: 'Protect the API from bursts',
        context_level: 'enhanced',
        regions: [
          {
            file: '/*',
            intent: 'Let short bursts through and stop long ones',
            reasoning: 'Refill on read: a timer per bucket does not scale to many keys\nWhole tokens only',
            rejected_alternatives: [
              {
                approach: 'fixed window counter',
                reason: 'lets twice the limit through at the edge of a window',
              },
              { approach: 'sliding log', reason: 'keeps a timestamp per request' },
            ],
            risk_notes:
              'clock: a clock that steps back empties the bucket (medium)\n' +
              'Ripple effect: src/server.ts — must pass a monotonic time',
            open_threads: ['how large a burst clients really need'],
          },
        ],
      },
    ],
    repairs: [],
    mistakes: { list: [], more: 0 },
    charactersRemoved: 0,
  });
  expect(noteKeys(note, ref)).toEqual({ files: ['/*'], dependsOn: [], concerns: [], marks: [] });
});

test('a note by hand, with a raw line break, a trailing comma and half of the fields', () => {
  const reading = readNote(noteOf('Share buckets between processes'), ref);
  expect(reading).toMatchObject({
    repairs: ['raw control characters', 'trailing comma'],
    mistakes: { list: [], more: 0 },
  });
  expect(reading.annotations).toEqual([
    {
      ...head,
      task: 'share limits between processes',
      context_level: 'enhanced',
      regions: [
        {
          file: '/*',
          intent: 'keep the interface to two calls,\nso that any key-value store can stand behind it',
          rejected_alternatives: [
            { approach: 'one process in front', reason: 'it would be a single point of failure' },
            { approach: 'a database table' },
          ],
          open_threads: ['which store production will use'],
        },
      ],
    },
  ]);
});

test('null lists are empty; low confidence is an inference, and its reason a risk', () => {
  expect(readNote(noteOf('Answer 429 with the time to wait'), ref)).toMatchObject({
    annotations: [
      {
        ...head,
        context_level: 'inferred',
        regions: [
          {
            file: '/*',
            intent: 'Tell clients when to come back',
            risk_notes: 'One second is a guess; the bucket does not say when it has a token again',
          },
        ],
      },
    ],
    mistakes: { list: [], more: 0 },
  });
});

test('values of the wrong kind are left out, and what is beside them stays', () => {
  const reading = readNote(noteOf('Reload limits without a restart'), ref);
  expect(reading.annotations).toEqual([
    {
      ...head,
      context_level: 'inferred',
      regions: [
        {
          file: '/*',
          intent: 'Change limits during an incident',
          reasoning: 'Keep defaults in a generated file',
          risk_notes:
            'no schema for the text\nreload (high)\nRipple effect: src/middleware.ts: still has its own limit',
          open_threads: ['who may call reload'],
        },
      ],
    },
  ]);
  expect(reading.mistakes.list).toMatchObject([
    { path: ['regions', 0, 'open_threads', 0], problem: 'not a text', done: 'left out' },
  ]);
});

test('a commit without a word of context has no region, and that is no problem; 0 is no confidence given', () => {
  const note = noteOf('Say how to start it');
  expect(readNote(note, ref)).toMatchObject({
    annotations: [{ ...head, context_level: 'enhanced', regions: [] }],
    mistakes: { list: [], more: 0 },
  });
  expect(readNote(note, ref).problem).toBeUndefined();
  expect(noteKeys(note, ref).files).toEqual([]);
});
