import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { completeRef, type GitConfigEntry, readSettings } from '../src/config.ts';
import type { ReadAnswer } from '../src/query/read/answer.ts';
import { ask, codes, note, openWorkspace } from './support/ask.ts';
import { json, ultragit } from './support/cli.ts';
import { read } from './support/queries.ts';
import { buildRepository, temporaryDirectory } from './support/repository.ts';

const TOML = '.ultragit-config.toml';

async function settings(
  toml: string | undefined,
  git: GitConfigEntry[] = [],
  flags: { noteref?: string } = {},
) {
  const root = temporaryDirectory();
  if (toml !== undefined) writeFileSync(join(root, TOML), toml);
  return readSettings({ root }, git, flags);
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
  ['[ultragit\nnoteref = 1', /^\.ultragit-config\.toml:1:\d+: .*\w\.$/],
  ['[ultragit]\n\nnoteref = "a', /^\.ultragit-config\.toml:3:\d+: /],
  ['a = 1\na = 2\n', /^\.ultragit-config\.toml:2:\d+: /],
  ['[ultragit]\nnoteref = 7\n', /toml:2: ultragit\.noteref must be the name of a notes ref/],
  ['[ultragit]\nnoteref = "a..b"\n', /toml:2: ultragit\.noteref must be the name of a notes ref/],
  [
    '\n[ultragit.read]\n# many\ndefault_max_regions = "many"\n',
    /toml:4: .*must be a positive whole number\.$/,
  ],
  ['[ultragit.read]\ndefault_max_regions = 0\n', /toml:2: .*must be a positive whole number/],
  ['[ultragit.read]\ndefault_max_regions = true\n', /must be a positive whole number/],
  ['[ultragit.read]\ndefault_max_regions = [\n3\n]\n', /toml:2: .*must be a positive whole number/],
  ...['0', '-1', '601', 'inf', 'nan', '"soon"', 'true'].map((value): [string, RegExp] => [
    `[ultragit.queries]\ncall_timeout = ${value}\n`,
    /toml:2: .*must be a positive number of seconds, at most 600\.$/,
  ]),
  ['ultragit.read.recency_half_life = 1979-05-27\n', /toml:1: .*must be a positive number of days/],
  [
    'x = """\n[ultragit]\n"""\n[ultragit]\nread = {recency_half_life = inf}\n',
    /toml:5: .*must be a positive/,
  ],
  ['[ultragit.scope]\ninclude = [1]\n', /must be a list of patterns/],
  [
    '[ultragit.scope]\ninclude = ["a", "src/[ab"]\n',
    /toml:2: .*has the pattern "src\/\[ab", which has a \[ without/,
  ],
])('malformed TOML %j: the place and the reason', async (toml, message) => {
  const { problems, settings: read } = await settings(toml);
  expect(problems).toMatchObject([{ code: 'bad_config', message: expect.stringMatching(message) }]);
  expect(read).toEqual((await settings(undefined)).settings);
});

test('one bad value takes nothing away but itself', async () => {
  const toml = `[ultragit]
noteref = "from-toml"
sources = "most"
[ultragit.read]
default_max_regions = -3
recency_half_life = 30
[ultragit.queries]
history_default_limit = 4
`;
  const git = [
    { key: 'ultragit.noteref', value: 'from-git' },
    { key: 'ultragit.historydefaultlimit', value: 'few' },
  ];
  const { problems, settings: read } = await settings(toml, git);
  expect(problems.map(({ message }) => message)).toEqual([
    '.ultragit-config.toml:3: ultragit.sources must be one of ref, notes, all.',
    '.ultragit-config.toml:5: ultragit.read.default_max_regions must be a positive whole number.',
    '.git/config: ultragit.historydefaultlimit must be a positive whole number.',
  ]);
  expect(read).toMatchObject({
    ...{ noteref: 'refs/notes/from-git', sources: 'ref', maxRegions: 20, recencyHalfLife: 30 },
    historyLimit: 4,
  });
});

test('a file of no more than a few hundred lines is searched for the line, so that none is slow', async () => {
  const { problems } = await settings(`${'# no\n'.repeat(200_000)}[ultragit]\nnoteref = 7\n`);
  expect(problems[0]?.message).toMatch(/^\.ultragit-config\.toml: ultragit\.noteref must/);
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
  expect((await readSettings({ root }, [], {})).settings.noteref).toBe('refs/notes/ultragit');
  const other = temporaryDirectory();
  mkdirSync(join(other, TOML));
  expect((await readSettings({ root: other }, [], {})).problems).toMatchObject([{ code: 'bad_config' }]);
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

test('a person gets one line for a malformed file, with its place; JSON gets JSON; exit 1', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, '[ultragit]\nnoteref = \n');
  const run = ultragit(repo, ['read', 'README.md']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^ultragit: \.ultragit-config\.toml:2:\d+: .+\n {2}Correct the file/);
  const { error } = json<{ error: { code: string } }>(ultragit(repo, ['read', 'README.md', '--json']));
  expect(error.code).toBe('bad_config');
});

test('a server goes on without a file that it can not read, and says so', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, 'oh no');
  repo.git('config', 'ultragit.historyDefaultLimit', '3');
  const workspace = await openWorkspace(repo, { strictConfig: false });
  const snapshot = await workspace.snapshot();
  expect(snapshot.settings).toMatchObject({ noteref: 'refs/notes/ultragit', historyLimit: 3 });
  expect(snapshot.notices.map(notice => notice.code)).toEqual(['bad_config']);
});

test('one bad number leaves a server with the notes ref of .git/config', async () => {
  const repo = await buildRepository('empty-notes');
  repo.commit('Add', { 'a.txt': 'a\n' });
  for (const ref of ['ours', 'ultragit'])
    repo.annotate('HEAD', note({ file: 'a.txt', intent: ref }), `refs/notes/${ref}`);
  repo.git('config', 'ultragit.noteref', 'ours');
  repo.write(TOML, '[ultragit.read]\ndefault_max_regions = "many"\n');
  const answer = await read(await openWorkspace(repo, { strictConfig: false }), { path: 'a.txt' });
  expect(answer.regions.map(({ intent }) => intent)).toEqual(['ours']);
  expect(answer.notices).toContainEqual({
    code: 'bad_config',
    message:
      '.ultragit-config.toml:2: ultragit.read.default_max_regions must be a positive whole number. It is left out.',
    fix: 'Correct the setting.',
  });
  const run = ultragit(repo, ['read', 'a.txt']);
  expect(run).toMatchObject({ status: 1, stdout: '' });
  expect(run.stderr).toMatch(/^ultragit: \.ultragit-config\.toml:2: .* must be a positive whole number\.\n/);
});

test('a server that sees .git/config break goes on, and says where it is broken', async () => {
  const repo = await buildRepository('mqtt-client');
  const workspace = await openWorkspace(repo, { strictConfig: false });
  const config = join(repo.path, '.git/config');
  writeFileSync(config, '[ultragit]\n\tnoteref = x\n[oh no\n');
  const { notices } = await workspace.snapshot();
  expect(notices).toMatchObject([{ code: 'bad_config', problem: ".git/config:3: git can't read this." }]);
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

test('patterns in braces and brackets leave in what they name, in every query', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, '[ultragit.scope]\ninclude = ["**/*.{ts,js}"]\nexclude = ["[st]*/tls/**"]\n');
  expect((await ask(repo, 'src/mqtt/client.ts')).regions.length).toBeGreaterThan(0);
  expect(codes(await ask(repo, 'README.md'))).toContain('excluded');
  expect(codes(await ask(repo, 'src/tls/session-cache.ts'))).toContain('excluded');
});

test('an include that can not be understood empties no answer', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'ultragit.include', 'src/[mqtt');
  const workspace = await openWorkspace(repo, { strictConfig: false });
  const answer = await read(workspace, { path: 'src/mqtt/client.ts' });
  expect(answer.regions.length).toBeGreaterThan(0);
  expect(answer.notices?.find(({ code }) => code === 'bad_config')?.message).toBe(
    '.git/config: ultragit.include has the pattern "src/[mqtt", which has a [ without its ]. It is left out.',
  );
});

test('include leaves everything else out', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.write(TOML, '[ultragit.scope]\ninclude = ["src/tls/**"]\n');
  expect(codes(await ask(repo, 'src/mqtt/client.ts'))).toContain('excluded');
  expect((await ask(repo, 'src/tls/session-cache.ts')).regions.length).toBeGreaterThan(0);
});

test('include and exclude may stand in [ultragit] or in [ultragit.scope], or in both', async () => {
  const short = await settings('[ultragit]\ninclude = ["src/**"]\nexclude = "docs"\n');
  expect(short).toMatchObject({ warnings: [], problems: [] });
  expect(short.settings).toMatchObject({ include: ['src/**'], exclude: ['docs'] });
  const both = '[ultragit]\nexclude = ["a"]\n[ultragit.scope]\ninclude = ["c"]\nexclude = ["b"]\n';
  expect((await settings(both)).settings).toMatchObject({ include: ['c'], exclude: ['a', 'b'] });
  const stronger = await settings(both, [{ key: 'ultragit.exclude', value: 'git' }]);
  expect(stronger.settings).toMatchObject({ include: ['c'], exclude: ['git'] });
  const wrong = await settings('[ultragit]\nexclude = ["a"]\n[ultragit.scope]\nexclude = [1]\n');
  expect(wrong.settings.exclude).toEqual(['a']);
  expect(wrong.problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/:4: ultragit\.scope\.exclude must be a list of patterns/),
  ]);
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
  const { problems } = await settings(undefined, [{ key: 'ultragit.recoverbyname', value: 'maybe' }]);
  expect(problems[0]?.message).toBe('.git/config: ultragit.recoverbyname must be true or false.');
  const toml = '[ultragit.read]\nrecover_by_name = false\n';
  expect((await settings(toml)).settings.recoverByName).toBe(false);
});

test('a pipe, a device or an outsized file in the place of the config is refused, and not read', async () => {
  const [pipe, device, large] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  execFileSync('mkfifo', [join(pipe, TOML)]);
  symlinkSync('/dev/zero', join(device, TOML));
  writeFileSync(join(large, TOML), '');
  truncateSync(join(large, TOML), 300_000_000);
  for (const root of [pipe, large]) {
    const { problems } = await readSettings({ root }, [], {});
    expect(problems[0]?.message).toBe(`${TOML} can't be read.`);
  }
  // What a link outside leads to counts as not there.
  expect((await readSettings({ root: device }, [], {})).problems).toEqual([]);
});

test('a key of 20,000 dots is refused in a sentence', async () => {
  const { problems } = await settings(`a${'.a'.repeat(20_000)} = 1\n`);
  expect(problems[0]?.message).toBe(`${TOML}:1:1: nested too deeply.`);
});

test('of many unknown settings the first are named, and the others counted', async () => {
  const { warnings } = await settings(Array.from({ length: 5_000 }, (_, at) => `k${at} = 1\n`).join(''));
  expect(warnings).toHaveLength(21);
  expect(warnings.at(-1)).toBe(`${TOML}: 4980 more unknown settings`);
});
