// The commands of docs/writing.md do what the page says, in its order, from a repository without notes.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, program } from '../support/cli.ts';
import { temporaryDirectory } from '../support/repository.ts';
import { IDENTITY, noteOn, readJson, smallRepository } from './support.ts';

const page = readFileSync(new URL('../../docs/writing.md', import.meta.url), 'utf8');
const scripts = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, script = '']) => script);

/** `ultragit` on the PATH, and the shell that a user has. */
function shell(cwd: string): (script: string, input?: string) => string {
  const bin = temporaryDirectory();
  writeFileSync(join(bin, 'ultragit'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`);
  chmodSync(join(bin, 'ultragit'), 0o755);
  const env = environment({ env: IDENTITY });
  return (script, input = '') =>
    execFileSync('sh', ['-ec', script], {
      cwd,
      input,
      env: { ...env, PATH: `${bin}:${env.PATH}` },
    }).toString();
}

test('every command of the page works, one after the other', async () => {
  const repo = await smallRepository();
  const run = shell(repo.path);
  const [first = '', more = '', draft = '', corrections = ''] = scripts;
  expect(run(first)).toContain('Opens one connection, however many callers ask.');
  run(more);
  expect(readJson(repo, 'src/client.ts', 'Client::open').regions).toMatchObject([
    { intent: 'Opens the socket.', rejected_alternatives: [{ alternative: 'Retry in a loop' }] },
  ]);
  repo.commit('Change', { 'src/other.ts': 'export function other(): void {}\n' });
  const [make = '', ...rest] = draft.trim().split('\n');
  run(make);
  const filled = readFileSync(join(repo.path, 'note.json'), 'utf8').replace(
    '"intent": ""',
    '"intent": "Does."',
  );
  repo.write('note.json', filled);
  run(rest.join('\n'));
  expect(noteOn(repo).regions).toMatchObject([{ ast_anchor: { name: 'other' }, intent: 'Does.' }]);
  for (const correction of corrections.trim().split('\n')) run(correction);
  expect(readJson(repo, 'src/client.ts', 'Client::open').regions).toMatchObject([
    {
      taken_back: [{ reason: 'it does not since v5' }],
      corrections: [{ field: 'intent' }, { field: 'region' }],
    },
  ]);
});

test('an agent that follows its text literally has its annotation read', async () => {
  const repo = await smallRepository();
  const run = shell(repo.path);
  const told = page.slice(page.indexOf('### For agents'), page.indexOf('## What is refused'));
  const [, draft = ''] = /Run `([^`]+)`/.exec(told) ?? [];
  const [, pipe = ''] = /Pipe it back: `([^`]+)`/.exec(told) ?? [];
  const note = JSON.parse(run(draft)) as { regions: object[] };
  const answer = {
    intent: 'Opens.',
    constraints: ['Only once.'],
    rejected_alternatives: [{ approach: 'a', reason: 'r' }],
  };
  const filled = { ...note, regions: note.regions.map(region => ({ ...region, ...answer })) };
  run(`${pipe}\n${JSON.stringify(filled, null, 2)}\nEOF\n`);
  expect(readJson(repo, 'src/client.ts', 'connect').regions).toMatchObject([
    { intent: 'Opens.', constraints: ['Only once.'], freshness: { state: 'intact' } },
  ]);
});
