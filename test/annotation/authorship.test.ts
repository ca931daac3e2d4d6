import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAuthorship } from '../../src/annotation/authorship.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { allNotes, noteOn } from '../support/notes.ts';
import { sharedRepository } from '../support/repository.ts';

const repo = sharedRepository('agents');
const authorsOf = (ref: string, subject: string) =>
  readAuthorship(noteOn(repo, `refs/notes/${ref}`, subject));
const range = (start: number, end = start) => ({ start, end });
const log = (attestations: string, metadata: object) =>
  Buffer.from(
    `${attestations}---\n${JSON.stringify({ schema_version: 'authorship/3.0.0', prompts: {}, ...metadata })}`,
  );

test('git-ai: the traces of a session are one author, and a person is called by name', () => {
  expect(authorsOf('ai', 'Limit requests with a token bucket')).toEqual([
    {
      file: 'src/bucket.ts',
      who: 'claude-code (claude-sonnet-4-5)',
      kind: 'agent',
      lines: [range(1, 7), range(9), range(16, 17)],
    },
    { file: 'src/bucket.ts', who: 'Ines Okafor', kind: 'human', lines: [range(10, 15)] },
  ]);
});

test('git-ai: prompts of older notes, unknown keys, ranges out of order and quoted paths', () => {
  expect(authorsOf('ai', 'Share buckets between processes')).toEqual([
    { file: 'src/store.ts', who: 'cursor', kind: 'agent', lines: [range(1, 3), range(7, 9)] },
    { file: 'src/store.ts', who: 'gpt-5-codex', kind: 'agent', lines: [range(4)] },
    { file: 'docs/how to run.md', who: 'cursor', kind: 'agent', lines: [range(1), range(3)] },
  ]);
});

test('git-ai: nothing attested gives nothing; a session is known without its trace', () => {
  expect(authorsOf('ai', 'Answer 429 with the time to wait')).toEqual([]);
  expect(authorsOf('ai', 'Reload limits without a restart')).toEqual([
    { file: 'src/limits.ts', who: 'codex (gpt-5.5)', kind: 'agent', lines: [range(1, 3)] },
  ]);
});

test('agent-trace: the ledger of a note', () => {
  expect(authorsOf('agent-trace', 'Limit requests with a token bucket')).toEqual([
    {
      file: 'src/bucket.ts',
      who: 'anthropic/claude-sonnet-4-5',
      kind: 'agent',
      lines: [range(1, 7), range(10, 17)],
    },
  ]);
  expect(authorsOf('agent-trace', 'Reload limits without a restart')).toEqual([]);
});

test('agent-trace: records, where a range may have a contributor of its own', () => {
  expect(authorsOf('agent-trace', 'Share buckets between processes')).toEqual([
    {
      file: 'src/store.ts',
      who: 'cursor (anthropic/claude-opus-4-5)',
      kind: 'agent',
      lines: [range(1, 4), range(6, 9)],
    },
    { file: 'src/store.ts', who: 'cursor (openai/gpt-5)', kind: 'agent', lines: [range(4, 5)] },
    { file: 'docs/how to run.md', who: 'a person', kind: 'human', lines: [range(1, 2)] },
  ]);
});

test('agent-trace: several records, plain contributors, and lines that are none', () => {
  expect(authorsOf('agent-trace', 'Answer 429 with the time to wait')).toEqual([
    { file: 'src/middleware.ts', who: 'openai/gpt-5', kind: 'agent', lines: [range(1, 3)] },
    { file: 'src/middleware.ts', who: 'an agent', kind: 'agent', lines: [range(5, 7)] },
  ]);
});

test('agent-trace: a range that says nobody knows is not the conversation’s', () => {
  const ranges = [{ start_line: 1, end_line: 2, contributor: { type: 'unknown' } }];
  const files = [{ path: 'a', conversations: [{ contributor: { type: 'ai' }, ranges }] }];
  expect(readAuthorship(Buffer.from(JSON.stringify({ files })))).toEqual([]);
});

test('notes that tell a why have no authors', () => {
  const others = allNotes(repo).filter(({ ref }) => !/\/(ai|agent-trace)$/.test(ref));
  expect(others.length).toBeGreaterThan(10);
  for (const { data } of others) expect(readAuthorship(data)).toEqual([]);
});

test('names are one clean line of at most 80 characters', () => {
  const humans = {
    h_1: { author: ` \u202eEve\n\u001b[2J  \u200bX <eve@example.com>` },
    h_2: { author: '<e@x>' },
  };
  const sessions = { s_1: { agent_id: { tool: 't'.repeat(77), model: '\u{1f600}' } } };
  const data = log('a\n  h_1 1\n  h_2 2\n  s_1::t_1 3\n', { humans, sessions });
  expect(readAuthorship(data).map(({ who }) => who)).toEqual(['Eve [2J X', '<e@x>', `${'t'.repeat(77)} (`]);
});

test('keys of objects are never looked up in their prototype', () => {
  const keys = ['constructor', '__proto__', 'toString', 's_constructor', 'h_toString'];
  const data = log(`a\n${keys.map(key => `  ${key} 1\n`).join('')}`, { humans: {}, sessions: {} });
  expect(readAuthorship(data)).toEqual([]);
  const path = log('__proto__\n  p 1\n', { prompts: { p: { agent_id: { tool: 't' } } } });
  expect(readAuthorship(path)).toEqual([{ file: '__proto__', who: 't', kind: 'agent', lines: [range(1)] }]);
});

test('at most 5,000 ranges a file are read, and the next file is not the poorer for it', () => {
  const many = Array.from({ length: 9000 }, (_, at) => 2 * at + 1).join(',');
  const prompts = { p: { agent_id: { tool: 't' } }, q: { agent_id: { tool: 'u' } } };
  const authors = readAuthorship(log(`a\n  p ${many}\n  q 2\nb\n  q 2\n`, { prompts }));
  expect(authors.map(({ file, who, lines }) => [file, who, lines.length])).toEqual([
    ['a', 't', 5000],
    ['b', 'u', 1],
  ]);
});

test('a note of up to 4 MiB is read, in time that grows with its size; a larger one is not', () => {
  const sized = (bytes: number) => {
    const prompts = { p: { agent_id: { tool: 't' }, messages: 'x'.repeat(bytes - 170) } };
    return log('a\n  p 1\n', { prompts });
  };
  expect(readAuthorship(sized(4 * 1024 * 1024))).toHaveLength(1);
  expect(readAuthorship(sized(4 * 1024 * 1024 + 200))).toEqual([]);
  const started = cpuTime();
  const prompts = { p: { agent_id: { tool: 't' } } };
  expect(readAuthorship(log(`a\n${'  p 1\n'.repeat(600_000)}`, { prompts }))).toHaveLength(1);
  expect(readAuthorship(log(`a\n  p ${'1,'.repeat(1_900_000)}\n`, { prompts }))).toHaveLength(1);
  expect(readAuthorship(log('a\n  p 1\n'.repeat(450_000), { prompts }))).toHaveLength(1);
  expect(cpuTime() - started).toBeLessThan(10_000);
});

test.each([
  ['nothing', ''],
  ['text', 'Reviewed by Ada'],
  ['broken metadata', 'a\n  p 1\n---\n{"schema_version": "authorship/3.0.0", "prompts": {'],
  ['metadata that is a list', 'a\n  p 1\n---\n[{"schema_version": "authorship/3.0.0"}]'],
  [
    'an attestation before any file',
    '  p 1\n---\n{"schema_version": "authorship/3.0.0", "prompts": {"p": {}}}',
  ],
  ['no map of prompts', 'a\n  p 1\n---\n{"schema_version": "authorship/3.0.0", "prompts": ["p"]}'],
  [
    'lines that are none',
    'a\n  p 0,9-3,-\n---\n{"schema_version": "authorship/3.0.0", "prompts": {"p": {}}}',
  ],
])('%s: no authors', (_what, text) => {
  expect(readAuthorship(Buffer.from(text))).toEqual([]);
});

test('reading never throws, and gives nothing but whole ranges in order', () => {
  const originals = allNotes(repo).map(({ data }) => data.toString('latin1'));
  const mutated = fc
    .tuple(fc.constantFrom(...originals), fc.nat(), fc.nat(40), fc.string({ unit: 'binary', maxLength: 8 }))
    .map(([text, at, cut, put]) => {
      const place = at % (text.length + 1);
      return Buffer.from(text.slice(0, place) + put + text.slice(place + cut), 'latin1');
    });
  fc.assert(
    fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 200 })), data => {
      for (const { who, lines } of readAuthorship(data)) {
        expect(who).not.toBe('');
        let end = 0;
        for (const line of lines) {
          expect(line.start).toBeGreaterThan(end);
          expect(line.end).toBeGreaterThanOrEqual(line.start);
          end = line.end;
        }
      }
    }),
    { numRuns: 1000 },
  );
});
