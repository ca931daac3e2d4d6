import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeRef, type GitConfigEntry, readSettings } from '../src/config.ts';
import { matchesGlob } from '../src/pipeline/scope/matches-glob.ts';
import type { ReadAnswer } from '../src/query/read/answer.ts';
import { ask, codes, note, openWorkspace } from './support/ask.ts';
import { json, ultragit } from './support/cli.ts';
import { buildRepository, temporaryDirectory } from './support/repository.ts';

const TOML = '.ultragit-config.toml';

async function settings(
  toml: string | undefined,
  git: GitConfigEntry[] = [],
  flags: { noteref?: string } = {},
) {
  const root = temporaryDirectory();
  if (toml !== undefined) writeFileSync(join(root, TOML), toml);
  return readSettings(root, git, flags);
}

test('flag over git config over TOML over default, for each setting apart', async () => {
  const toml = `[ultragit]
noteref = "from-toml"
[ultragit.scope]
include = ["src/**"]
exclude = ["toml/**"]
[ultragit.read]
default_max_regions = 5
recency_half_life = 30.5
[ultragit.queries]
deps_scan_limit = 7
history_default_limit = 8
`;
  const git = [
    { key: 'ultragit.noteref', value: 'from-git' },
    { key: 'ultragit.exclude', value: 'a' },
    { key: 'ultragit.exclude', value: 'b' },
    { key: 'ultragit.defaultmaxregions', value: '1' },
    { key: 'ultragit.defaultmaxregions', value: '6' },
  ];
  expect((await settings(undefined)).settings).toMatchObject({
    noteref: 'refs/notes/ultragit',
    maxRegions: 20,
    recencyHalfLife: 180,
    historyLimit: 10,
    include: [],
    exclude: [],
  });
  expect((await settings(toml)).settings).toMatchObject({
    noteref: 'refs/notes/from-toml',
    maxRegions: 5,
    recencyHalfLife: 30.5,
    depsScanLimit: 7,
    historyLimit: 8,
    include: ['src/**'],
    exclude: ['toml/**'],
  });
  expect((await settings(toml, git)).settings).toMatchObject({
    noteref: 'refs/notes/from-git',
    maxRegions: 6,
    include: ['src/**'],
    exclude: ['a', 'b'],
    historyLimit: 8,
  });
  expect((await settings(toml, git, { noteref: 'from-flag' })).settings.noteref).toBe('refs/notes/from-flag');
});

test.each([
  ['[ultragit\nnoteref = 1', /^\.ultragit-config\.toml:1:\d+: /],
  ['[ultragit]\n\nnoteref = "a', /^\.ultragit-config\.toml:3:\d+: /],
  ['a = 1\na = 2\n', /^\.ultragit-config\.toml:2:\d+: /],
  ['[ultragit]\nnoteref = 7\n', /ultragit\.noteref must be the name of a notes ref/],
  ['[ultragit.read]\ndefault_max_regions = "many"\n', /default_max_regions must be a positive whole number/],
  ['[ultragit.read]\ndefault_max_regions = 0\n', /must be a positive whole number/],
  ['[ultragit.read]\ndefault_max_regions = true\n', /must be a positive whole number/],
  ['[ultragit.read]\ndefault_max_regions = [3]\n', /must be a positive whole number/],
  ['[ultragit.read]\nrecency_half_life = 1979-05-27\n', /must be a positive number of days/],
  ['[ultragit.read]\nrecency_half_life = inf\n', /must be a positive number of days/],
  ['[ultragit.scope]\ninclude = [1]\n', /must be a list of patterns/],
])('malformed TOML %j: the place and the reason', async (toml, message) => {
  await expect(settings(toml)).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringMatching(message),
  });
});

test('unknown keys warn; foreign tables too; nothing is lost by it', async () => {
  const { settings: read, warnings } = await settings(
    '[ultragit]\nnotref = "x"\n[other]\nkey = 1\n[ultragit.read]\ndefault_max_regions = 3\n',
    [{ key: 'ultragit.colour', value: 'red' }],
  );
  expect(read.maxRegions).toBe(3);
  expect(warnings).toEqual([
    '.ultragit-config.toml: unknown setting ultragit.notref',
    '.ultragit-config.toml: unknown setting other.key',
    '.git/config: unknown setting ultragit.colour',
  ]);
});

test('a config file that is a link out of the repository, or a directory, is not read', async () => {
  const root = temporaryDirectory();
  const elsewhere = join(temporaryDirectory(), 'x.toml');
  writeFileSync(elsewhere, '[ultragit]\nnoteref = "planted"\n');
  symlinkSync(elsewhere, join(root, TOML));
  expect((await readSettings(root, [], {})).settings.noteref).toBe('refs/notes/ultragit');
  const other = temporaryDirectory();
  mkdirSync(join(other, TOML));
  await expect(readSettings(other, [], {})).rejects.toMatchObject({ code: 'bad_config' });
});

test.each(['ultragit', 'notes/ultragit', 'refs/notes/ultragit'])('%s is completed', name => {
  expect(completeRef(name, '')).toBe('refs/notes/ultragit');
});

test.each([
  '',
  'refs/heads/x',
  'refs/notes',
  'a..b',
  'a b',
  'a^',
  'a~1',
  'a:b',
  'a?',
  'a*',
  'a[',
  'a\\b',
  'a@{0}',
  'a/',
  'a.',
  '/a',
  'a//b',
  'a/.b',
  'x.lock',
  'a\nb',
  'a\u007f',
])('%j is refused', name => {
  expect(() => completeRef(name, '')).toThrow(/Not a notes ref/);
});

test.each([
  ['*.ts', 'src/a.ts', true],
  ['*.ts', 'src/a.tsx', false],
  ['src', 'src/deep/a.ts', true],
  ['src/', 'src/a.ts', true],
  ['./src/**', 'src/a/b.ts', true],
  ['src/*.ts', 'src/a/b.ts', false],
  ['src/**/b.ts', 'src/b.ts', true],
  ['**/test/**', 'a/test/b', true],
  ['**/test/**', 'a/tests/b', false],
  ['a?c', 'abc', true],
  ['a?c', 'a/c', false],
  ['[id].ts', '[id].ts', true],
  ['[id].ts', 'i.ts', false],
  ['日*', 'x/日本', true],
  ['', 'a', false],
  ['/', 'a', false],
])('%j and %j: %j', (pattern, path, expected) => {
  expect(matchesGlob(pattern, path)).toBe(expected);
});

test('no pattern is slow', () => {
  const stars = `${'*a'.repeat(200)}*b`;
  expect(matchesGlob(stars, 'a'.repeat(5_000))).toBe(false);
  expect(matchesGlob(`${'**/a/'.repeat(100)}b`, 'a/'.repeat(1_000))).toBe(false);
  expect(matchesGlob(`${'*'.repeat(5_000)}b`, 'a'.repeat(5_000))).toBe(false);
});

test('a person gets one line for a malformed file, with its place; JSON gets JSON; exit 1', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, '[ultragit]\nnoteref = \n');
  const run = ultragit(repo, ['read', 'README.md']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^ultragit: \.ultragit-config\.toml:2:\d+: .+\n {2}Correct the file/);
  const { error } = json<{ error: { code: string } }>(ultragit(repo, ['read', 'README.md', '--json']));
  expect(error.code).toBe('bad_config');
});

test('a server goes on with the defaults, and says so', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, 'oh no');
  const workspace = await openWorkspace(repo, { strictConfig: false });
  const snapshot = await workspace.snapshot();
  expect(snapshot.settings.noteref).toBe('refs/notes/ultragit');
  expect(snapshot.notices.map(notice => notice.code)).toEqual(['bad_config']);
});

test('the settings of a repository reach the answer: from git config, in a worktree too, and from TOML', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.defaultMaxRegions', '1');
  repo.git('config', '--add', 'ultragit.exclude', 'docs/**');
  repo.git('config', '--add', 'ultragit.exclude', 'README.md');
  repo.write(TOML, '[ultragit.scope]\nexclude = ["src/**"]\n[ultragit]\ncolour = 1\n');
  expect((await ask(repo, 'src/mqtt/client.ts')).regions).toHaveLength(1);
  expect(codes(await ask(repo, 'README.md'))).toContain('excluded');
  expect(codes(await ask(repo, 'src/mqtt/client.ts'))).toContain('unknown_setting');
  expect((await ask(repo.addWorktree(), 'src/mqtt/client.ts')).regions).toHaveLength(1);
  expect((await ask(repo, 'src/mqtt/client.ts', { max_regions: 3 })).regions).toHaveLength(3);
});

test('include leaves everything else out', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, '[ultragit.scope]\ninclude = ["src/tls/**"]\n');
  expect(codes(await ask(repo, 'src/mqtt/client.ts'))).toContain('excluded');
  expect((await ask(repo, 'src/tls/session-cache.ts')).regions.length).toBeGreaterThan(0);
});

test('--noteref wins over both', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': 'a\n' });
  for (const ref of ['flag', 'git', 'toml'])
    repo.annotate('HEAD', note({ file: 'a.txt', intent: ref }), `refs/notes/${ref}`);
  const intent = (...args: string[]) =>
    json<ReadAnswer>(ultragit(repo, ['read', 'a.txt', '--json', ...args])).regions[0]?.intent;
  repo.write(TOML, '[ultragit]\nnoteref = "toml"\n');
  expect(intent()).toBe('toml');
  repo.git('config', 'ultragit.noteref', 'notes/git');
  expect(intent()).toBe('git');
  expect(intent('--noteref', 'refs/notes/flag')).toBe('flag');
});

test('a switch is true or false, in the words of git and of TOML', async () => {
  const inGit = async (value: string) =>
    (await settings(undefined, [{ key: 'ultragit.recoverbyname', value }])).settings.recoverByName;
  expect((await settings(undefined)).settings.recoverByName).toBe(true);
  expect([await inGit('off'), await inGit('No'), await inGit('yes')]).toEqual([false, false, true]);
  await expect(inGit('maybe')).rejects.toThrow('ultragit.recoverbyname must be true or false');
  const toml = '[ultragit.read]\nrecover_by_name = false\n';
  expect((await settings(toml)).settings.recoverByName).toBe(false);
});
