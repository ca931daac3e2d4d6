// A config that names another work tree leads nowhere: not to read, not to write, not to install.
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, program, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { contentsOf, IDENTITY } from '../write/support.ts';

const CANARY = 'export function canaryOfTheCoalMine() {}\n';
const FILE = 'src/mqtt/client.ts';

/** A home that has a repository in it, and files that are nobody's business. */
async function homeWithRepository(): Promise<{ home: string; repo: Repository }> {
  const repo = await buildRepository('mqtt-client');
  const home = dirname(repo.path);
  writeFileSync(join(home, 'secret.ts'), CANARY);
  mkdirSync(join(home, 'src/mqtt'), { recursive: true });
  writeFileSync(join(home, FILE), CANARY);
  writeFileSync(join(home, '.ultragit-config.toml'), 'sources = "canaryOfTheCoalMine"\n');
  writeFileSync(join(home, '.git-blame-ignore-revs'), 'canaryOfTheCoalMine\n');
  return { home, repo };
}

type Way = (repo: Repository, worktree: string) => void;

const WAYS: Record<string, Way> = {
  'its config': (repo, worktree) =>
    appendFileSync(join(repo.path, '.git/config'), `[core]\n\tworktree = ${worktree}\n`),
  'the config of its worktree': (repo, worktree) => {
    repo.git('config', 'extensions.worktreeConfig', 'true');
    writeFileSync(join(repo.path, '.git/config.worktree'), `[core]\n\tworktree = ${worktree}\n`);
  },
  'a file that is included': (repo, worktree) => {
    writeFileSync(join(repo.path, 'included'), `[core]\n\tworktree = ${worktree}\n`);
    repo.git('config', 'include.path', '../included');
  },
};

const QUERIES = [
  ['read', 'secret.ts'],
  ['read', FILE],
  ['summary', '.'],
  ['summary', 'secret.ts'],
  ['history', 'secret.ts'],
  ['deps', 'secret.ts'],
  ['doctor'],
  ['validate', 'HEAD'],
  ['complete', '--', 'read', 'secret.ts', ''],
  ['mcp', 'status'],
];

const COMMANDS = [
  ['annotate', FILE, 'publish', '--about', '--intent', 'Sends.'],
  ['setup'],
  ['mcp', 'install', '--host', 'claude-code'],
];

function outside(home: string): string[] {
  return [...contentsOf(home)]
    .filter(([name]) => !/^(repo|\.cache)\//.test(name))
    .map(([name, content]) => `${name} ${content}`)
    .sort();
}

test.each([
  ['its config', '../..', QUERIES],
  ['its config', 'elsewhere', QUERIES.slice(0, 1)],
  ['the config of its worktree', 'HOME', QUERIES.slice(0, 1)],
  ['a file that is included', '/', QUERIES.slice(0, 1)],
])('%s names the work tree %s', async (way, worktree, queries) => {
  const { home, repo } = await homeWithRepository();
  const elsewhere = temporaryDirectory();
  writeFileSync(join(elsewhere, 'secret.ts'), CANARY);
  const named: Record<string, string> = { HOME: home, elsewhere };
  const expected = ultragit(repo, ['read', FILE, '--json'], { env: { HOME: home } });
  WAYS[way]?.(repo, named[worktree] ?? worktree);
  const env = { HOME: home, ...IDENTITY };
  const before = outside(home);

  expect(ultragit(repo, ['read', FILE, '--json'], { env })).toEqual(expected);
  for (const args of queries) {
    const { stdout, stderr } = ultragit(repo, args, { env });
    expect(stdout + stderr, args.join(' ')).not.toContain('canaryOfTheCoalMine');
  }
  const install = ultragit(repo, ['mcp', 'install', '--host', 'claude-code'], { env });
  expect(install.status, install.stderr).toBe(0);
  expect(existsSync(join(repo.path, '.mcp.json'))).toBe(true);
  expect(outside(home)).toEqual(before);
  expect([...contentsOf(elsewhere).keys()]).toEqual(['secret.ts']);
});

test('no command writes there', async () => {
  const { home, repo } = await homeWithRepository();
  WAYS['its config']?.(repo, '../..');
  const before = outside(home);
  for (const args of COMMANDS) {
    const { status, stderr } = ultragit(repo, args, { env: { HOME: home, ...IDENTITY } });
    expect(status, args.join(' ') + stderr).toBe(0);
  }
  expect(outside(home)).toEqual(before);
  expect(repo.git('--work-tree=.', 'notes', '--ref=ultragit', 'list')).not.toBe('');
});

test('an address of a remote is relative to the real top', async () => {
  const { repo } = await homeWithRepository();
  const other = join(dirname(repo.path), 'other.git');
  repo.git('clone', '-q', '--bare', repo.path, other);
  repo.git('remote', 'add', 'origin', '../other.git');
  WAYS['its config']?.(repo, '/');
  const { status, stderr } = ultragit(repo, ['sync'], { env: IDENTITY });
  expect(status, stderr).toBe(0);
});

const canTrace = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

test.skipIf(!canTrace)('nothing there is even opened', async () => {
  const { home, repo } = await homeWithRepository();
  WAYS['its config']?.(repo, '../..');
  const trace = join(temporaryDirectory(), 'trace');
  for (const args of [
    ['read', FILE],
    ['summary', '.'],
  ]) {
    spawnSync(
      'strace',
      ['-f', '-qq', '-e', 'trace=open,openat', '-o', trace, process.execPath, program, ...args],
      {
        cwd: repo.path,
        env: environment(),
      },
    );
    const { stdout } = spawnSync('grep', ['-F', `"${home}/`, trace], { encoding: 'utf8' });
    expect(stdout).toContain(`"${repo.path}/`);
    expect(stdout.split('\n').filter(line => line !== '' && !line.includes(`"${repo.path}`))).toEqual([]);
  }
});
