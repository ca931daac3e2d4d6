// agent-trace and git-ai tell who wrote lines: read for a why, their notes give nothing, and nothing is wrong.
import { expect, test } from 'vitest';
import { isGitAi } from '../../../src/annotation/dialects/git-ai.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { allNotes } from '../../support/notes.ts';
import { sharedRepository } from '../../support/repository.ts';

const repo = sharedRepository('agents');
const notes = allNotes(repo);

test.each(['refs/notes/agent-trace', 'refs/notes/ai'])('%s: no region, and no problem', ref => {
  const ours = notes.filter(note => note.ref === ref);
  expect(ours.length).toBeGreaterThanOrEqual(4);
  for (const { data } of ours) {
    const reading = readNote(data, ref);
    expect(reading.problem, data.toString()).toBeUndefined();
    expect(reading.annotations.flatMap(({ regions }) => regions)).toEqual([]);
    expect(reading.annotations.every(({ format }) => format === 'agent-trace')).toBe(true);
    expect(noteKeys(data, ref)).toEqual({ files: [], dependsOn: [], concerns: [], marks: [] });
  }
});

test('nothing that was said to a person or an agent comes out of any note', () => {
  expect(notes.filter(({ data }) => data.includes('SECRET')).length).toBeGreaterThanOrEqual(5);
  for (const { ref, data } of notes) expect(JSON.stringify(readNote(data, ref)), ref).not.toContain('SECRET');
});

const metadata = '{"schema_version": "authorship/3.0.0", "base_commit_sha": "", "prompts": {}}';

test.each([
  ['nothing attested', `---\n${metadata}`],
  ['a file', `src/a.ts\n  d9978a8723e02b52 1-4,9\n---\n${metadata}\n`],
  ['a file whose name begins like JSON', `{{name}}/a.ts\n  d9978a8723e02b52 1\n---\n${metadata}`],
  ['a file without attestations', `src/a.ts\n---\n${metadata}`],
  ['a path with white space', `"a b.ts"\n  d9978a8723e02b52 1\n---\n${metadata}`],
  ['CR LF', `src/a.ts\r\n  d9978a8723e02b52 1\r\n---\r\n${metadata}\r\n`],
])('git-ai: %s is recognised', (_what, text) => {
  expect(isGitAi(text)).toBe(true);
});

test.each([
  ['nothing', ''],
  ['a divider alone', '---\n'],
  ['front matter', `---\nid: 7\ntitle: Use notes\n---\n${metadata}\n`],
  ['an empty front matter', `---\n---\n${metadata}\n`],
  ['Markdown that shows a log', `# The format\n\nsrc/a.ts\n  d9978a8723e02b52 1\n---\n${metadata}\n`],
  ['a setext heading', `Heading\n---\n\nMore of it: ${metadata}\n`],
  ['prose before the divider', `It was the agent.\n---\n${metadata}\n`],
  ['an indented list', `Done\n  - one\n  - two\n---\n${metadata}\n`],
  ['JSON of another schema', 'src/a.ts\n  d9978a8723e02b52 1\n---\n{"schema_version": "1.0"}\n'],
  ['the schema in a string', '---\n{"text": "\\"schema_version\\": \\"authorship/3.0.0\\""}\n'],
  ['JSON alone', `${metadata}\n`],
])('git-ai: %s is not recognised', (_what, text) => {
  expect(isGitAi(text)).toBe(false);
});

test('git-ai: a look at a mebibyte takes no time', () => {
  const mebibyte = 1024 * 1024;
  const texts = [
    'x'.repeat(mebibyte),
    ' '.repeat(mebibyte),
    '\n'.repeat(mebibyte),
    `  ${'1'.repeat(mebibyte)}x y\n`,
    `  k ${'1,'.repeat(mebibyte / 2)}x\n`,
    `"${'x '.repeat(mebibyte / 2)}\n`,
    `a\n${'  k 1\n'.repeat(mebibyte / 6)}`,
    `---\n{${'"schema_version" '.repeat(mebibyte / 17)}`,
    `---\n${' '.repeat(mebibyte)}`,
    JSON.stringify({ schema: 'ultragit/v1', text: 'x'.repeat(mebibyte) }),
  ];
  for (const text of texts) {
    const before = cpuTime();
    expect(isGitAi(text)).toBe(false);
    expect(cpuTime() - before, text.slice(0, 20)).toBeLessThan(500);
  }
});
