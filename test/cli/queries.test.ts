// deps, history and summary as a person and a script meet them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { estimateTokens } from '../../src/pipeline/trim/estimate-tokens.ts';
import { note } from '../support/ask.ts';
import { askDeps, askHistory, askSummary, runCommand } from '../support/ask-queries.ts';
import { buildRepository, type Repository } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
let mqtt: Repository;
let polyglot: Repository;
let renamed: Repository;

beforeAll(async () => {
  [mqtt, polyglot, renamed] = await Promise.all([
    buildRepository('mqtt-client'),
    buildRepository('polyglot'),
    buildRepository('renamed'),
  ]);
});

type Options = Parameters<typeof runCommand>[2];

async function output(repo: Repository, args: string[], options: Options = {}): Promise<string> {
  const { code, stdout, stderr } = await runCommand(repo, [...args, '--no-cache'], options);
  // On a slow machine a terminal sees how far the work is, and in the end nothing of it.
  const left = stderr.replace(/(?:\r\x1b\[K[^\r]*)*\r\x1b\[K/g, '');
  expect([code, left], `${args.join(' ')}\n${stdout}`).toEqual([0, '']);
  return stdout;
}

const json = async (repo: Repository, args: string[], options: Options = {}) =>
  JSON.parse(await output(repo, [...args, '--json'], options));

test.each([
  ['what the query answers', [], { verbose: false }],
  ['with --verbose all that it knows', ['--verbose'], { verbose: true }],
])('JSON is %s, on one line', async (_what, flags, options) => {
  const text = await output(mqtt, ['deps', client, 'connect', '--json', ...flags]);
  expect(text).toBe(`${JSON.stringify(await askDeps(mqtt, client, { anchor: 'connect', ...options }))}\n`);
  expect(await json(mqtt, ['history', client, '--limit', '3', '--no-follow-related', ...flags])).toEqual(
    await askHistory(mqtt, client, { limit: 3, follow_related: false, ...options }),
  );
  expect(await json(mqtt, ['summary', 'src', ...flags])).toEqual(await askSummary(mqtt, 'src', options));
});

test('--verbose keeps what is empty, full ids and times', async () => {
  const verbose = await json(mqtt, ['deps', client, '--verbose']);
  expect(verbose).toMatchObject({ query: { path: client }, notices: [] });
  const lean = await json(mqtt, ['deps', client]);
  expect(lean.query).toEqual({ path: client });
  expect(lean).not.toHaveProperty('notices');
  const [full, short] = [verbose.dependents[0], lean.dependents[0]];
  expect(full.commit).toMatch(/^[0-9a-f]{40}$/);
  expect(full.date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  expect([short.commit, short.date]).toEqual([full.commit.slice(0, 12), full.date.slice(0, 10)]);
});

test.each(['deps', 'history', 'summary'])('%s keeps to --max-tokens', async command => {
  const whole = await json(mqtt, [command, client]);
  expect(whole).not.toHaveProperty('trimmed');
  const cut = await json(mqtt, [command, client, '--max-tokens', '250']);
  expect(cut).toMatchObject({ query: { max_tokens: 250 }, trimmed: { max_tokens: 250 } });
  expect(cut.trimmed.estimated_tokens).toBe(estimateTokens(JSON.stringify(cut)));
  expect(cut.trimmed.estimated_tokens).toBeLessThanOrEqual(250);
  expect((await runCommand(mqtt, [command, client, '--max-tokens', '0'])).code).toBe(2);
});

describe('from a subdirectory', () => {
  const within = (repo: Repository, directory: string) => ({ cwd: join(repo.path, directory) });

  test('paths are relative to it or to the root, and a dot is the directory itself', async () => {
    const local = await json(mqtt, ['summary', 'client.ts'], within(mqtt, 'src/mqtt'));
    expect(local.scope.file).toBe(client);
    const root = await json(mqtt, ['summary', client], within(mqtt, 'src/mqtt'));
    expect(root.units).toEqual(local.units);
    const here = await json(mqtt, ['summary', '.'], within(mqtt, 'src/mqtt'));
    expect(here.scope.directory).toBe('src/mqtt');
    const above = await json(mqtt, ['summary', '..'], within(mqtt, 'src/mqtt'));
    expect(above.scope.directory).toBe('src');
    const top = await json(mqtt, ['summary', '../..'], within(mqtt, 'src/mqtt'));
    expect(top.scope.directory).toBe('.');
    const elsewhere = await json(mqtt, ['summary', '.', '--repo', mqtt.path], within(mqtt, 'src/mqtt'));
    expect(elsewhere.scope.directory).toBe('.');
  });

  test('absolute paths work, outside ones do not', async () => {
    for (const command of ['deps', 'history', 'summary']) {
      const answer = await json(mqtt, [command, join(mqtt.path, client)], within(mqtt, 'src/tls'));
      expect(answer.scope.file, command).toBe(client);
      const { code, stdout } = await runCommand(mqtt, [command, '/etc/hostname', '--json']);
      expect(code).toBe(1);
      expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'outside_repository' } });
    }
  });

  test('deleted and renamed files are found by their local names, too', async () => {
    mkdirSync(join(polyglot.path, 'legacy'), { recursive: true });
    const deleted = await json(polyglot, ['history', 'Export.java'], within(polyglot, 'legacy'));
    expect(deleted.scope.file).toBe('legacy/Export.java');
    expect(deleted.timeline).toHaveLength(1);
    mkdirSync(join(renamed.path, 'lib'), { recursive: true });
    const old = await json(renamed, ['deps', 'parse.js'], within(renamed, 'lib'));
    expect(old.scope.file).toBe('src/config/parser.js');
  });
});

test('errors are one line and hints, or JSON, and the exit code says whose fault it is', async () => {
  for (const command of ['deps', 'history', 'summary']) {
    const missing = await runCommand(mqtt, [command, 'src/mqtt/clinet.ts']);
    expect(missing.code).toBe(1);
    expect(missing.stdout).toBe('');
    expect(missing.stderr).toMatch(
      /^ultragit: File not found: src\/mqtt\/clinet\.ts\n {2}Did you mean src\/mqtt\/client\.ts/,
    );
    const machine = await runCommand(mqtt, [command, 'src/mqtt/clinet.ts', '--json']);
    expect(JSON.parse(machine.stdout)).toMatchObject({
      $schema: 'ultragit-error/v1',
      error: { code: 'file_not_found' },
    });
    expect((await runCommand(mqtt, [command])).code).toBe(2);
    expect((await runCommand(mqtt, [command, client, '--rev', 'HEAD'])).code).toBe(2);
    expect((await runCommand(mqtt, [command, client, '--format', 'xml'])).code).toBe(2);
  }
  expect((await runCommand(mqtt, ['history', client, '--limit', '0'])).code).toBe(2);
  expect((await runCommand(mqtt, ['deps', client, '--max-results', 'many'])).code).toBe(2);
});

test.each(['deps', 'history', 'summary'])('%s --help shows examples that work', async command => {
  const { code, stdout } = await runCommand(mqtt, [command, '--help']);
  expect(code).toBe(0);
  const examples = stdout.split('Examples:\n')[1]?.match(/(?<=ultragit )\S+ .*?(?= {3}|$)/gm) ?? [];
  expect(examples.length).toBeGreaterThanOrEqual(2);
  for (const example of examples.filter(text => !text.includes('old-name'))) {
    await output(mqtt, example.trim().split(/\s+/));
  }
});

const withoutColour = (text: string) => text.replace(/\x1b\[[\d;]*m/g, '');

describe('on a terminal', () => {
  const terminal = { terminal: true };

  test('deps says who relies on what, and whether that still holds', async () => {
    const text = await output(polyglot, ['deps', 'core/ledger.rs'], terminal);
    expect(withoutColour(text)).toMatch(
      /^web\/basket\.tsx Basket {3}on Entry · intact\n {2}Uses the same cents\.\n {2}9e6b95d14af3 · 2025-04-07$/m,
    );
    expect(text).toContain('Concerns that span files');
  });

  test('history tells what was thought, oldest first, and marks what is related', async () => {
    const text = withoutColour(await output(mqtt, ['history', client], terminal));
    const first = text.indexOf('2025-01-09  MqttClient::connect   edited 22 %');
    const related = text.indexOf(
      '2025-01-22  TlsSessionCache   related, in src/tls/session-cache.ts · intact',
    );
    const last = text.indexOf('2025-02-17  MqttClient::connect   intact');
    expect(first).toBeGreaterThan(0);
    expect(related).toBeGreaterThan(first);
    expect(last).toBeGreaterThan(related);
    expect(text).toMatch(/Taken back +Do not call connect\(\)/);
    expect(text).toContain('5e57d38f8a6e · Mara Lindqvist · Connect, publish and disconnect');
  });

  test('a directory is a tree with its coverage at a glance', async () => {
    const text = await output(polyglot, ['summary', '.'], { ...terminal, env: { NO_COLOR: '1' } });
    expect(text.split('\n\n')[0]?.split('\n')).toEqual([
      '.  8 of 11 files annotated, with 6 of their 15 units · quoted from git,',
      '  unverified',
      '├─ ● config/limits.toml  1 region',
      '├─ ◐ core/ledger.rs  1 of 4 units',
      '├─ ● docs/operations.md  1 region',
      '├─ ● scripts/deploy.sh  1 of 1 units',
      '├─ services/  3 of 5 files',
      '│  ├─ billing/  2 of 3 files',
      '│  │  ├─ ◐ invoice.py  1 of 4 units',
      '│  │  └─ ◐ tax.py  1 of 2 units',
      '│  └─ gateway/  1 of 2 files',
      '│     └─ ◐ router.go  1 of 2 units',
      '└─ ◐ web/basket.tsx  1 of 2 units',
    ]);
  });

  test('what has nothing takes little room in the tree', async () => {
    const repo = await buildRepository('empty-notes');
    const files: Record<string, string> = { 'pkg/a.txt': 'a\n' };
    for (let at = 0; at < 300; at++) files[`pkg/${at < 20 ? '' : 'vendor/deep/'}f${at}.txt`] = 'x\n';
    repo.annotate(repo.commit('Add', files), note({ file: 'pkg/a.txt' }));
    const text = await output(repo, ['summary', 'pkg'], { ...terminal, env: { NO_COLOR: '1' } });
    expect(text.split('\n\n')[0]?.split('\n')).toEqual([
      'pkg  1 of 301 files annotated · quoted from git, unverified',
      '├─ ○ vendor/deep/  0 of 280 files',
      '└─ ● a.txt  1 region',
    ]);
  });

  test('colour tells the states apart, and leaves the branches in the background', async () => {
    const coloured = await output(polyglot, ['summary', 'services', '--format', 'pretty'], {
      env: { FORCE_COLOR: '1' },
    });
    expect(coloured).toMatch(
      /\x1b\[[\d;]+m│ {2}├─ \x1b\[0m\x1b\[[\d;]+m◐\x1b\[0m invoice\.py {2}1 of 4 units\n/,
    );
    expect(coloured).toMatch(/\x1b\[[\d;]+mintact\x1b\[0m/);
    const plain = await output(polyglot, ['summary', 'services', '--format', 'pretty']);
    expect(plain).not.toContain('\x1b');
    expect(withoutColour(coloured)).toBe(plain);
  });

  test('a file lists its units, then what is not annotated', async () => {
    const text = await output(polyglot, ['summary', 'core/ledger.rs'], {
      ...terminal,
      env: { NO_COLOR: '1' },
    });
    expect(text).toBe(`core/ledger.rs  was core/book.rs · quoted from git, unverified

Ledger::post 12–19   intact · 2025-03-03
  Write both sides of a booking or none.
  Must hold    Debit and credit add up to zero, always.

Not annotated: 3 of 4 units
  • Entry, Ledger, impl Ledger
`);
  });
});

test('in a pipe it is Markdown: headings, lists, the tree in a fence, no colour', async () => {
  const summary = await output(polyglot, ['summary', 'services']);
  expect(summary).toMatch(
    /^# `services`\n\n3 of 5 files annotated.*\n\n_quoted from git, unverified_\n\n```\n├─ billing\/ {2}2 of 3 files\n/,
  );
  expect(summary).toContain('## `services/billing/tax.py`  `tax_for` 4–5\n\nintact · 2025-03-10\n');
  expect(summary).not.toContain('\x1b');
  const deps = await output(polyglot, ['deps', 'config/limits.toml']);
  expect(deps).toContain('## `services/gateway/router.go` `Router::Admit`\n\non the whole file · intact');
  const history = await output(mqtt, ['history', client, 'connect']);
  expect(history).toContain('**Must hold**\n\n- ');
});
