// In a second clone, what the remote has is asked for, offered and named, and never taken for fine unseen.
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { findGit } from '../../src/git/run/place.ts';
import { json, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { noteOf, sharing, syncWith } from '../support/sharing.ts';

type Finding = { code: string; state: string; message: string; fix?: string };

const NOTE = { schema: 'ultragit/v1', regions: [{ file: 'notes.txt', intent: 'first' }] };

let clone: Repository;

beforeEach(async () => {
  const { clones } = await sharing(2);
  const [first, second] = clones as [Repository, Repository];
  first.annotate('HEAD', NOTE);
  first.annotate('HEAD', 'by another tool', 'refs/notes/other');
  first.git('push', '-q', 'origin', 'refs/notes/other');
  await syncWith(first);
  clone = second;
});

function finding(code: string, ...args: string[]): Finding | undefined {
  const report = json<{ findings: Finding[] }>(ultragit(clone, ['doctor', '--json', ...args]));
  return report.findings.find(one => one.code === code);
}

test('doctor says that it did not ask, and when it did, what to run', () => {
  expect(finding('notes_there')).toMatchObject({
    state: 'unseen',
    message: 'Whether origin has annotations is not known here, and it was not asked.',
    fix: expect.stringMatching(/ultragit doctor --remote.*ultragit sync --fetch-only/),
  });
  expect(finding('notes_there', '--remote')).toMatchObject({ state: 'mend', fix: 'ultragit sync' });
  const { fix = '' } = finding('other_notes', '--remote') ?? {};
  expect(fix).toBe('ultragit sync origin --fetch-only --noteref refs/notes/other');
  expect(ultragit(clone, fix.split(' ').slice(1)).status).toBe(0);
  expect(noteOf(clone, 'HEAD', 'refs/notes/other')).toContain('by another tool');
});

test('a decision in a commit message does not hide that notes may be missing', () => {
  for (const [name, message] of [
    ['plain.txt', 'Plain'],
    ['one.txt', 'One\n\nConstraint: one comes first'],
  ] as const) {
    clone.write(name, 'one\n');
    clone.git('add', '.');
    clone.git('commit', '-qm', message);
  }
  const read = json<{ notices: { fix?: string }[] }>(ultragit(clone, ['read', 'plain.txt', '--json']));
  expect(read.notices.map(({ fix }) => fix)).toContainEqual(
    expect.stringContaining('If origin has some: git ultragit sync --fetch-only'),
  );
});

test('what a fetch brought is known without asking', () => {
  ultragit(clone, ['setup']);
  clone.git('fetch', '-q');
  expect(finding('notes_there')).toMatchObject({ state: 'mend', fix: 'ultragit sync' });
});

test('setup names the first fetch, does it where it is told to, and is silent afterwards', () => {
  const told = 'Annotations of origin that exist already: ultragit sync --fetch-only\n';
  expect(ultragit(clone, ['setup', '--dry-run']).stdout).not.toContain(told);
  expect(ultragit(clone, ['setup']).stdout).toContain(told);
  const { status, stdout } = ultragit(clone, ['setup', '--fetch']);
  expect([status, stdout]).toEqual([0, expect.stringContaining('Received 1 note from origin')]);
  expect(noteOf(clone, 'HEAD')).toContain('first');
  expect(ultragit(clone, ['setup']).stdout).not.toContain(told);
});

test.each([
  ['2.30.1', true],
  ['1.99.0', true],
  ['2.36.0', false],
  ['3.0.0', false],
])('git %s is too old: %s', (version, isOld) => {
  const room = temporaryDirectory();
  const real = findGit(process.env.PATH);
  writeFileSync(
    join(room, 'git'),
    `#!/bin/sh\n[ "$*" = --version ] && { echo 'git version ${version}'; exit; }\nexec '${real}' "$@"\n`,
  );
  chmodSync(join(room, 'git'), 0o755);
  const env = { PATH: `${room}:${process.env.PATH}` };
  const said = `This git is ${version}; ultragit needs 2.36 or newer.`;
  const report = ultragit(clone, ['doctor'], { env }).stdout;
  expect(report.includes(`mend    ${said}`)).toBe(isOld);
  expect(ultragit(clone, ['sync', '--fetch-only'], { env }).stderr).toBe(isOld ? `ultragit: ${said}\n` : '');
  expect(ultragit(clone, ['setup', '--fetch'], { env }).stderr).toBe(isOld ? `ultragit: ${said}\n` : '');
});

test('carry without --onto carries onto HEAD', () => {
  clone.git('checkout', '-q', '-b', 'topic');
  clone.annotate(clone.commit('Work', { 'notes.txt': 'more\n' }), NOTE);
  clone.git('checkout', '-q', '-');
  clone.git('merge', '-q', '--squash', 'topic');
  clone.git('commit', '-q', '-m', 'Squashed');
  const run = ultragit(clone, ['carry', 'HEAD~1..topic', '--dry-run', '--json']);
  expect(json<{ onto: string }>(run).onto).toBe(clone.git('rev-parse', 'HEAD'));
});

test.each([
  [['read', 'a.ts', '--at', 'HEAD'], '--rev <commit>'],
  [['why', 'a.ts:1', '--at=HEAD'], '--rev <commit>'],
  [['annotate', 'a.ts', '--at', 'HEAD'], '--commit <commit>'],
  [['view', '--port', '8080'], '--addr 127.0.0.1:8080'],
  [['mcp', 'serve', '--port', '8080'], '--addr 127.0.0.1:8080'],
])('%j: the flag is named that is meant', (words, flag) => {
  const { status, stderr } = ultragit(clone, words);
  expect([status, stderr]).toEqual([2, expect.stringContaining(`\n  Here it is called: ${flag}\n`)]);
});

test('before the first commit, and of a binary file, the reason is said as it is', async () => {
  const { stderr } = ultragit(await buildRepository('unborn'), ['read', 'a.ts']);
  expect(stderr).toMatch(/^ultragit: This branch has no commits yet\.\n/);
  clone.commit('Add', { 'logo.png': '\x89PNG\n\0\0\n\0\n\0\n' });
  const why = ultragit(clone, ['why', 'logo.png:3']);
  expect([why.status, why.stdout]).toEqual([1, '']);
  expect(why.stderr).toMatch(/^ultragit: logo\.png is binary: it has no lines that could be explained\.\n/);
});
