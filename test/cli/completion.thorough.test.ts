// Tab in a shell: commands, flags, values, files and units, from the program itself.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { environment, program, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { hasProgram } from '../support/terminal.ts';

const FILE = 'src/mqtt/client.ts';
/** In the order of the file. */
const METHODS = ['MqttClient::constructor', 'MqttClient::connected', 'MqttClient::connect'];

let repo: Repository;
let env: Record<string, string>;

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
  const bin = temporaryDirectory();
  for (const name of ['ultragit', 'git-ultragit']) {
    writeFileSync(join(bin, name), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  env = { ...environment(), PATH: `${bin}:${process.env.PATH}` };
});

/** Candidates, and what the shell is asked to complete itself. */
function completed(words: string[], cwd = repo.path): string[] {
  const { status, stdout, stderr } = ultragit(cwd, ['complete', 'words', '--', 'ultragit', ...words]);
  expect([status, stderr]).toEqual([0, '']);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map(line => line.replace(/\t.*/, ''));
}

describe('what may come next', () => {
  test('commands, but for hidden ones', () => {
    expect(completed([''])).toEqual(expect.arrayContaining(['read', 'deps', 'mcp', 'completion', 'help']));
    expect(completed([''])).not.toContain('complete');
    expect(completed(['mcp', ''])).toEqual(['start', 'serve', 'install', 'uninstall', 'status']);
    expect(completed(['help', 'mcp', 'inst'])).toEqual(['install']);
  });

  test('flags of the command, with what they are for', () => {
    expect(completed(['read', '--min'])).toEqual(['--min-confidence']);
    expect(completed(['mcp', 'status', '--min'])).toEqual([]);
    const { stdout } = ultragit(repo, ['complete', 'words', '--', 'ultragit', 'read', '--rev']);
    expect(stdout).toBe('--rev\tread the file at a commit instead of on disk\n');
  });

  test('values of flags', () => {
    expect(completed(['read', '--format', ''])).toEqual(['pretty', 'markdown', 'json']);
    expect(completed(['read', '--format=m'])).toEqual(['--format=markdown']);
    expect(completed(['mcp', 'install', '--host', 'c'])).toContain('codex');
    expect(completed(['mcp', 'install', '--scope', ''])).toEqual(['project', 'user']);
    expect(completed(['completion', ''])).toEqual(['bash', 'zsh', 'fish']);
    expect(completed(['read', '--repo', ''])).toEqual([':directories']);
    expect(completed(['mcp', 'install', '--config', ''])).toEqual([':files']);
    expect(completed(['read', '--since', ''])).toEqual([]);
  });

  test('files, then the units of the file', () => {
    expect(completed(['read', 'src/'])).toEqual([':files']);
    expect(completed(['read', FILE, 'MqttClient::con'])).toEqual([...METHODS, ':files']);
    expect(completed(['deps', FILE, 'MqttClient::con'])).toEqual(METHODS);
    expect(completed(['read', '--color', FILE, 'MqttClient::connec'])).toContain('MqttClient::connect');
    expect(completed(['read', `${FILE}::MqttClient::connec`])).toContain(`${FILE}::MqttClient::connect`);
    expect(completed(['read', '--', FILE, 'MqttClient::connec'])).toContain('MqttClient::connect');
  });

  test('a path may count from the root of the repository', () => {
    expect(completed(['deps', FILE, 'MqttClient::con'], join(repo.path, 'src/tls'))).toEqual(METHODS);
  });

  test('what can not be read is passed over in silence', () => {
    const room = temporaryDirectory();
    mkdirSync(join(room, 'dir.ts'));
    symlinkSync('loop.ts', join(room, 'loop.ts'));
    writeFileSync(join(room, 'binary.ts'), Buffer.from([0, 1, 2]));
    writeFileSync(join(room, 'huge.ts'), 'x'.repeat(3 * 1024 * 1024));
    execFileSync('mkfifo', [join(room, 'pipe.ts')]);
    for (const name of ['dir.ts', 'loop.ts', 'binary.ts', 'huge.ts', 'pipe.ts', 'none.ts', '\u0000', '']) {
      if (name !== '\u0000') expect(completed(['deps', name, ''], room), name).toEqual([]);
    }
    expect(ultragit(room, ['complete', 'nonsense'])).toMatchObject({ status: 0, stderr: '' });
  });
});

test('no name in a file can become a command or draw on the terminal', () => {
  const room = temporaryDirectory();
  const names = ['$(touch planted)', '`touch planted`', 'a; touch planted', 'x\u001b[31m', 'fine'];
  const members = names.map(name => `  ${JSON.stringify(name)}() {},\n`).join('');
  writeFileSync(join(room, 'a.js'), `const all = {\n${members}};\n`);
  const line = 'ultragit deps a.js ';
  const { stdout } = ultragit(room, ['complete', 'bash', '--', ' \t\n":=', line]);
  expect(stdout).toContain('fine');
  expect(stdout).not.toContain('\u001b');
  expect(stdout.replace(/\\./g, '')).not.toMatch(/[$`;() ]/);
});

test('a shell that there is no script for is a usage error', () => {
  const run = ultragit(repo, ['completion', 'tcsh']);
  expect(run).toMatchObject({ status: 2, stdout: '' });
  expect(run.stderr).toContain('bash, zsh, fish');
});

describe('bash', () => {
  test('its script has no mistake', () => {
    const { stdout } = ultragit(repo, ['completion', 'bash']);
    expect(spawnSync('bash', ['-n'], { input: stdout, encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    });
  });

  test.each([
    ['ultragit rea', ['read']],
    ['ultragit read --format=m', ['markdown']],
    ['ultragit read --format m', ['markdown']],
    [`ultragit read ${FILE} MqttClient::con`, ['constructor', 'connected', 'connect']],
    ['git ultragit mcp inst', ['install']],
    ['git -C . ultragit mcp inst', ['install']],
    ['ultragit read src/', []],
    ["ultragit read 'src/mqtt/client.ts' MqttClient::op", ['open']],
  ])('%s', (line, expected) => {
    const script = [
      'eval "$(ultragit completion bash)"',
      'complete -p ultragit git-ultragit >/dev/null || exit 1',
      `COMP_LINE=${JSON.stringify(line)} COMP_POINT=${line.length}`,
      // Outside of Tab there is nothing to set options of.
      'compopt() { :; }',
      line.startsWith('git') ? '_git_ultragit' : '_ultragit',
      'printf "%s\\n" "$' + '{COMPREPLY[@]}"',
    ].join('\n');
    const run = spawnSync('bash', ['--norc', '-c', script], { cwd: repo.path, env, encoding: 'utf8' });
    expect(run).toMatchObject({ status: 0, stderr: '' });
    expect(run.stdout.split('\n').filter(Boolean)).toEqual(expected);
  });
});

describe.skipIf(!hasProgram('zsh'))('zsh (skipped where it is not installed)', () => {
  test('its script has no mistake, and offers what the program says', () => {
    const script = [
      'compdef() { print -r -- "compdef $*" }',
      '_describe() { print -rl -- $' + '{(P)2} }',
      '_files() { print -r -- "files $*" }',
      'eval "$(ultragit completion zsh)"',
      `words=(ultragit read ${FILE} MqttClient::op) CURRENT=4 PREFIX=MqttClient::op`,
      '_ultragit',
      'words=(ultragit read --repo "") CURRENT=4 PREFIX=; _git-ultragit',
      'words=(ultragit rea) CURRENT=2 PREFIX=rea; _ultragit',
    ].join('\n');
    const run = spawnSync('zsh', ['-f', '-c', script], { cwd: repo.path, env, encoding: 'utf8' });
    expect(run.stderr).toBe('');
    expect(run.stdout.split('\n').slice(0, -2)).toEqual([
      'compdef _ultragit ultragit git-ultragit',
      'MqttClient\\:\\:open',
      'files ',
      'files -/',
    ]);
    expect(run.stdout).toMatch(/\nread:what is known/);
  });
});

describe.skipIf(!hasProgram('fish'))('fish (skipped where it is not installed)', () => {
  test.each([
    ['ultragit rea', ['read']],
    ['ultragit read --format=m', ['--format=markdown']],
    [`ultragit read ${FILE} MqttClient::con`, [...METHODS].sort()],
    ['git ultragit mcp inst', ['install']],
    ['ultragit read src/mq', ['src/mqtt/']],
    ['ultragit read --repo src/mq', ['src/mqtt/']],
  ])('%s', (line, expected) => {
    const script = `ultragit completion fish | source; complete -C ${JSON.stringify(line)}`;
    const run = spawnSync('fish', ['--no-config', '-c', script], { cwd: repo.path, env, encoding: 'utf8' });
    const found = run.stdout.split('\n').filter(Boolean);
    expect(found.map(text => text.replace(/\t.*/, ''))).toEqual(expected);
  });
});
