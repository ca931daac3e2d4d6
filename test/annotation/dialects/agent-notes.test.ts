import { expect, test } from 'vitest';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { noteOn } from '../../support/notes.ts';
import { sharedRepository } from '../../support/repository.ts';

const repo = sharedRepository('agents');
const read = (type: string, subject: string) => {
  const ref = `refs/notes/agent/${type}`;
  return readNote(noteOn(repo, ref, subject), ref);
};
const annotation = (timestamp: string | undefined, said: object, rest: object = {}) => ({
  format: 'agent-notes',
  ...(timestamp === undefined ? {} : { timestamp }),
  context_level: 'enhanced',
  provenance: { operation: 'initial' },
  regions: [{ file: '/*', ...said }],
  ...rest,
});

test('a decision is reasoning about all that its commit changed, and its time is in UTC', () => {
  const message = 'Refill on read: a timer per bucket would keep the process awake.';
  expect(read('decision', 'Limit requests with a token bucket')).toEqual({
    annotations: [annotation('2026-01-05T09:03:01.985809Z', { reasoning: message })],
    repairs: [],
    mistakes: { list: [], more: 0 },
    charactersRemoved: 0,
  });
  const note = noteOn(repo, 'refs/notes/agent/decision', 'Limit requests with a token bucket');
  expect(noteKeys(note, 'refs/notes/agent/decision').files).toEqual(['/*']);
});

test('the issue that its data names is the task', () => {
  const message = 'Two calls are enough for the store. Do not widen the interface for one backend.';
  expect(read('decision', 'Share buckets between processes').annotations).toEqual([
    annotation('2026-01-06T09:03:01.334720Z', { reasoning: message }, { task: 'LIM-7' }),
  ]);
});

test('two messages in one note are two annotations, and a line break in one is mended', () => {
  const reading = read('decision', 'Reload limits without a restart');
  expect(reading.repairs).toEqual(['several documents', 'raw control characters']);
  expect(reading.annotations).toEqual([
    annotation('2026-01-08T09:03:01+01:00', { reasoning: 'Limits are merged over the defaults.' }),
    annotation(undefined, { reasoning: 'The star is the last resort,\nso it must always be there.' }),
  ]);
});

test.each([
  ['intent', { intent: 'Give clients a reason to wait.' }],
  ['memory', { reasoning: 'The mobile client takes a Retry-After of 0 for now.' }],
])('the type %s decides what a message is', (type, said) => {
  const [{ regions } = { regions: [] }] = read(type, 'Answer 429 with the time to wait').annotations;
  expect(regions).toEqual([{ file: '/*', ...said }]);
});

test.each([
  ['warning', { risk_notes: 'The map grows with every route.' }],
  ['todo', { open_threads: ['Forget routes that nobody asks for.'] }],
])('the type %s, which is not of the tool, is known, too', (type, said) => {
  expect(read(type, 'Count what was refused').annotations[0]?.regions).toEqual([{ file: '/*', ...said }]);
});

test('a trace of tool calls is no why, and no problem', () => {
  const reading = read('trace', 'Answer 429 with the time to wait');
  expect(reading.annotations[0]?.regions).toEqual([]);
  expect(reading.problem).toBeUndefined();
});

test('a message of a type that nobody knows is reasoning, whatever the type is called', () => {
  for (const type of ['handover', '__proto__', 'constructor', '']) {
    const note = { version: '1.0', agent_id: 'a', type, message: 'Because.' };
    const [first] = readNote(Buffer.from(JSON.stringify(note)), 'refs/notes/agent/x').annotations;
    expect(first?.regions, type).toEqual([{ file: '/*', reasoning: 'Because.' }]);
  }
});
