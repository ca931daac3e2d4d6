// Notes without a schema are told by their shape. JSON of other tools, which also hangs on commits, is not theirs.
import { expect, test } from 'vitest';
import { readAuthorship } from '../../../src/annotation/authorship.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';

const lookAlikes: Record<string, object> = {
  'an Istanbul summary': { total: { lines: { total: 9, covered: 8, pct: 88 } }, 'src/a.ts': { lines: {} } },
  'a coverage report': { version: '7.4', files: [{ path: 'src/a.ts', covered: 9 }], totals: { percent: 88 } },
  'a coverage report of nothing': { version: '7.4', timestamp: '2026-01-05', vcs: {}, files: [] },
  'a CI result': { id: '77', type: 'build', status: 'failed', message: 'exit 1', timestamp: '2026-01-05' },
  'a CI event': { version: '1', type: 'deploy', timestamp: '2026-01-05', message: 'to production' },
  'a Gerrit change': {
    project: 'p',
    branch: 'main',
    id: 'I8473b95934b5',
    number: 7,
    subject: 's',
    status: 'NEW',
  },
  'a review': { v: 0, timestamp: '1', author: 'a@b', location: { commit: 'c', path: 'p' }, description: 'd' },
  'an issue': { schema_version: '1.0', intent: 'question', confidence: 0.9, text: 'why?' },
  'a chat intent': { schema_version: '1', agent: { id: 'bot' }, intent: 'greet', task: 'talk' },
  'a plan without a commit': { schema_version: '1', intent: 'i', alternatives_considered: [] },
  'a session': { v: 1, session_id: 's', events: [], files: ['a'] },
  'a chat': { v: 1, session_id: 's', interactions: [{ prompt: 'p', response: 'r' }] },
  'a session with a worded version': { v: 'one', session_id: 's', interactions: [], files: [] },
  'a log line of an agent': { agent_id: 'a', type: 'info', message: 'started', timestamp: '2026-01-05' },
  'an event with an agent': { version: 1, agent_id: 'a', type: 'info', message: 'started' },
  'a message that is data': { version: '1.0', agent_id: 'a', type: 'event', message: { text: 't' } },
  'spans of a trace': { version: '1', trace_ids: ['4bf92f35'], stats: { spans: 3 } },
  'an outcome of a trace': { version: '0.1.0', id: 'u', trace_ids: ['u'], vcs: { type: 'git' }, checks: [] },
  'files of a chat': { files: [{ path: 'a', conversations: [] }, { path: 'b' }] },
  'conversations without a path': { files: [{ conversations: [] }] },
  'a package': { name: 'p', version: '1.0.0', type: 'module', files: ['dist'] },
};

test.each(Object.entries(lookAlikes))('%s is not taken for a note of an agent', (_name, document) => {
  for (const note of [document, [document]]) {
    const data = Buffer.from(JSON.stringify(note));
    for (const ref of ['refs/notes/commits', 'refs/notes/agit', 'refs/notes/agent/decision']) {
      expect(readNote(data, ref)).toMatchObject({ annotations: [], problem: 'the note has no schema' });
      expect(noteKeys(data, ref)).toMatchObject({ files: [], problem: 'the note has no schema' });
    }
    expect(readAuthorship(data)).toEqual([]);
  }
});

test('a document that names a schema is of that schema, whatever its shape is', () => {
  const agit = { schema_version: '1.0', commit_hash: '', intent: 'i', agent: {} };
  const read = (note: object) => readNote(Buffer.from(JSON.stringify(note)), 'refs/notes/agit').annotations;
  expect(read(agit).map(({ format }) => format)).toEqual(['agit']);
  expect(read({ schema: 'ultragit/v1', ...agit }).map(({ format }) => format)).toEqual(['ultragit/v1']);
});

test('a list of documents is read as its documents', () => {
  const note = { version: '1.0', agent_id: 'a', type: 'intent', message: 'm' };
  const text = JSON.stringify([
    note,
    lookAlikes['a package'],
    { schema: 'ultragit/v1', regions: [{ file: 'a' }] },
    note,
  ]);
  const { annotations, problem } = readNote(Buffer.from(text), 'refs/notes/agent/intent');
  expect(annotations.map(({ format }) => format)).toEqual(['agent-notes', 'ultragit/v1', 'agent-notes']);
  expect(problem).toBeUndefined();
});
