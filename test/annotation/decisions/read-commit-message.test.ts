// Decisions on their way through the same door as notes: canonical, cleaned, with the name of their vocabulary.
import { expect, test } from 'vitest';
import { CHANGED_FILES } from '../../../src/annotation/changed-files.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readCommitMessage, readNote } from '../../../src/annotation/read-note.ts';

const NOTE = `Limit: The feed has no order
Ruled-out: Sort by the date | two items may have the same
Undo: easy
Record-Id: r-feed01
Provenance: inherited 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432

Verified: the build on two machines
Record-Id: r-build7

Warn: Ask for each page once
Record-Id: r-pages1
Provenance: inherited 0123456789abcdef0123456789abcdef01234567
CommitLore-Version: 2.0.0
`;

test('a commit message gives an annotation for each of its records', () => {
  const reading = readCommitMessage(
    'Subject\n\nConstraint: keep the order\nConfidence: low\nLore-id: 3fa90c12\n',
  );
  expect(reading).toEqual({
    annotations: [
      {
        format: 'lore',
        context_level: 'inferred',
        record_id: '3fa90c12',
        provenance: { operation: 'initial' },
        regions: [
          {
            file: CHANGED_FILES,
            intent: 'Subject',
            constraints: [{ text: 'keep the order', source: 'author' }],
          },
        ],
      },
    ],
    repairs: [],
    mistakes: { list: [], more: 0 },
    charactersRemoved: 0,
  });
});

test('most messages give none, and that is no problem', () => {
  const reading = readCommitMessage('Fix a typo\n\nSigned-off-by: Ana Li <ana@example.com>\n');
  expect(reading).toEqual({
    annotations: [],
    repairs: [],
    mistakes: { list: [], more: 0 },
    charactersRemoved: 0,
  });
});

test('what could fool a reader is taken out and counted, and a value of nothing else is none', () => {
  const reading = readCommitMessage(
    'S\n\nConstraint: keep\u202e the\u0007 order\nRejected: \u200b\u200b | no\nTested: t\n',
  );
  expect(reading.annotations[0]?.regions[0]).toMatchObject({
    constraints: [{ text: 'keep the order', source: 'author' }],
  });
  expect(reading.annotations[0]?.regions[0]?.rejected_alternatives).toEqual([]);
  expect(reading.charactersRemoved).toBe(4);
});

test('a note of CommitLore is its records, without a subject, each with where it is from', () => {
  const reading = readNote(Buffer.from(NOTE), 'refs/notes/commitlore');
  expect(reading.problem).toBeUndefined();
  expect(reading.annotations).toMatchObject([
    {
      format: 'commitlore/2.0',
      record_id: 'r-feed01',
      provenance: { operation: 'squash', derived_from: ['9f8e7d6c5b4a39281706f5e4d3c2b1a098765432'] },
      regions: [{ file: CHANGED_FILES, constraints: [{ text: 'The feed has no order' }] }],
    },
    { record_id: 'r-pages1', regions: [{ constraints: [{ text: 'Ask for each page once' }] }] },
  ]);
  expect(reading.annotations[0]?.regions[0]?.intent).toBeUndefined();
});

test('the index knows that such a note is about the files of its commit, and where it is from', () => {
  expect(noteKeys(Buffer.from(NOTE), 'refs/notes/commitlore')).toEqual({
    files: [CHANGED_FILES],
    dependsOn: [],
    concerns: [],
    marks: expect.arrayContaining([
      'from 9f8e7d6c5b4a39281706f5e4d3c2b1a098765432',
      'from 0123456789abcdef0123456789abcdef01234567',
    ]),
  });
});

test('a note with a record id is known in any ref; without one, its ref must be the right one', () => {
  const plain = Buffer.from('Limit: one at a time\nBlast: local\n');
  expect(readNote(Buffer.from(NOTE), 'refs/notes/commits').annotations).toHaveLength(2);
  expect(readNote(plain, 'refs/notes/commitlore').annotations).toHaveLength(1);
  expect(readNote(plain, 'refs/notes/commits').annotations).toHaveLength(0);
  expect(readNote(Buffer.from('Looks good to me.\n'), 'refs/notes/commitlore').problem).toBeDefined();
});

test('a JSON note that quotes a record id stays JSON', () => {
  const note =
    '{"schema": "ultragit/v1", "regions": [{"file": "a.ts", "intent": "as in\nRecord-Id: r-feed01\n"}]}';
  expect(readNote(Buffer.from(note), 'refs/notes/ultragit').annotations).toMatchObject([
    { format: 'ultragit/v1', regions: [{ file: 'a.ts' }] },
  ]);
});
