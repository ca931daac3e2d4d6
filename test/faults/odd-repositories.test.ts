/** Repositories of odd shape, and odd things in them: the right answer, or an error that names the cause. What other tests have is not here. */
import { spawnSync } from 'node:child_process';
import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { json, ultragit } from '../support/cli.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { MOST_MEGABYTES, measured } from './support/measured.ts';

const FILE = 'src/mqtt/client.ts';
const FIND = { file: 'a.js', ast_anchor: { name: 'find' }, intent: 'Found.' };
const NOTE = { schema: 'ultragit/v1', context_level: 'enhanced', regions: [FIND] };
const SOURCE = 'export function find() {\n  return 1;\n}\n';

type Answer = { regions: { intent: string }[]; notices?: { code: string; message: string }[] };

function read(repo: Repository, path: string, ...flags: string[]): Answer {
  const run = ultragit(repo, ['read', path, '--json', ...flags]);
  expect([run.status, run.stderr], run.stdout).toEqual([0, '']);
  return json<Answer>(run);
}

/** Both faces of a failure, which is one sentence with a remedy and no stack. */
function failure(repo: Pick<Repository, 'path'>, path: string): string {
  const run = ultragit(repo, ['read', path]);
  expect([run.status, run.stdout]).toEqual([1, '']);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  return run.stderr;
}

async function annotated(files: Record<string, string | Buffer> = {}): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.commit('Add', { 'a.js': SOURCE, ...files });
  repo.annotate('HEAD', NOTE);
  return repo;
}

describe('a repository', () => {
  test('that is sparse answers for files that are not checked out', async () => {
    const repo = await buildRepository('mqtt-client');
    const whole = read(repo, FILE, '--rev', 'HEAD');
    repo.git('sparse-checkout', 'set', '--no-cone', '/src/tls/');
    expect(read(repo, FILE).regions).toEqual(whole.regions);
    expect(read(repo, 'src/tls/session-cache.ts').regions.length).toBeGreaterThan(0);
  });

  test('whose refs are in a format that this git does not know is named as such', async () => {
    const repo = await annotated();
    if (spawnSync('git', ['init', '--ref-format=reftable', temporaryDirectory()]).status === 0) return;
    repo.git('config', 'core.repositoryFormatVersion', '1');
    repo.git('config', 'extensions.refStorage', 'reftable');
    expect(failure(repo, 'a.js')).toMatch(/^ultragit: The installed git is too old/);
  });

  test('that keeps its refs in a reftable is read, where git can make one', async ({ skip }) => {
    const path = temporaryDirectory();
    const made = spawnSync('git', ['init', '-q', '-b', 'main', '--ref-format=reftable', path]);
    skip(made.status !== 0, 'this git knows no reftable');
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];
    writeFileSync(join(path, 'a.js'), SOURCE);
    for (const args of [
      ['add', '.'],
      ['commit', '-qm', 'Add'],
      ['notes', '--ref=ultragit', 'add', '-m', JSON.stringify(NOTE)],
    ])
      spawnSync('git', [...who, ...args], { cwd: path });
    const run = ultragit(path, ['read', 'a.js', '--json']);
    expect(json<Answer>(run).regions).toMatchObject([{ intent: 'Found.' }]);
  });
});

describe('a file', () => {
  test('of 1,000,000 lines is answered, within the bounds of any query', async () => {
    const repo = await annotated({ 'big.txt': 'a line\n'.repeat(1_000_000) });
    repo.annotate('HEAD', {
      ...NOTE,
      regions: [{ file: 'big.txt', lines: { start: 999_000, end: 999_010 }, intent: 'Far down.' }],
    });
    const { status, stdout, megabytes } = measured(repo.path, temporaryDirectory(), [
      ...['read', 'big.txt', '--lines', '999005', '--json'],
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).regions).toMatchObject([{ intent: 'Far down.' }]);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });

  test('that is only in the index is answered as one that is not committed', async () => {
    const repo = await annotated();
    repo.write('new.js', SOURCE);
    repo.git('add', 'new.js');
    expect(read(repo, 'new.js').regions).toEqual([]);
    repo.remove('new.js');
    expect(failure(repo, 'new.js')).toContain('File not found: new.js');
  });

  test.runIf(process.platform === 'linux')('whose name is not UTF-8 does not hide the others', async () => {
    const repo = await annotated();
    writeFileSync(
      Buffer.concat([Buffer.from(`${repo.path}/`), Buffer.from([0x62, 0xff, 0x2e, 0x6a, 0x73])]),
      SOURCE,
    );
    repo.git('add', '-A');
    repo.git('commit', '-qm', 'Odd');
    const run = ultragit(repo, ['summary', '.', '--json']);
    expect([run.status, run.stderr]).toEqual([0, '']);
    expect(json<{ units: object[] }>(run).units).toMatchObject([{ intent: 'Found.' }]);
  });

  test('whose content is not UTF-8 is answered', async () => {
    const repo = await annotated({
      'b.js': Buffer.from([...Buffer.from('// caf'), 0xe9, 0x0a, 0xff, 0xfe, 0x0a]),
    });
    repo.annotate('HEAD', {
      ...NOTE,
      regions: [{ file: 'b.js', lines: { start: 1, end: 1 }, intent: 'Found.' }],
    });
    expect(read(repo, 'b.js', '--lines', '1').regions).toMatchObject([{ intent: 'Found.' }]);
  });
});

describe('a notes ref', () => {
  test('with a note of 100 MB of zeros counts it, and reads the others', async () => {
    const repo = await annotated();
    repo.commit('More', { 'b.js': SOURCE });
    repo.annotate('HEAD', Buffer.alloc(100 * 1024 * 1024));
    const { status, stdout, megabytes } = measured(repo.path, temporaryDirectory(), [
      'read',
      'a.js',
      '--json',
    ]);
    expect(status).toBe(0);
    const { regions, notices }: Answer = JSON.parse(stdout);
    expect(regions).toMatchObject([{ intent: 'Found.' }]);
    expect(JSON.stringify(notices)).toMatch(/too large|1 MiB/);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);
  });

  test('with links and submodules for notes reads the others', async () => {
    const repo = await annotated();
    const commit = repo.git('rev-parse', 'HEAD');
    const link = repo.gitBytes(['hash-object', '-w', '--stdin'], '/etc/passwd').toString().trim();
    const tree = repo.git('rev-parse', 'refs/notes/ultragit^{tree}');
    const entries = repo.git('ls-tree', tree);
    const odd = [`120000 blob ${link}\t${'1'.repeat(40)}`, `160000 commit ${commit}\t${'2'.repeat(40)}`];
    const made = repo
      .gitBytes(['mktree', '--missing'], `${[entries, ...odd].join('\n')}\n`)
      .toString()
      .trim();
    repo.git('update-ref', 'refs/notes/ultragit', repo.git('commit-tree', '-m', 'Odd', made));
    const answer = read(repo, 'a.js');
    expect(answer.regions).toMatchObject([{ intent: 'Found.' }]);
    expect(JSON.stringify(answer)).not.toContain('root:');
  });

  test.each(['blob', 'tag', 'tree'])('that points at a %s is no reason to fail', async kind => {
    const repo = await annotated();
    const blob = repo.git('rev-parse', 'HEAD:a.js');
    if (kind === 'tag') repo.git('tag', '-a', '-m', 'x', 'odd', blob);
    const target = { blob, tag: 'refs/tags/odd', tree: 'refs/notes/ultragit^{tree}' }[kind] ?? '';
    const id = repo.git('rev-parse', target);
    writeFileSync(join(repo.path, '.git/refs/notes/ultragit'), `${id}\n`);
    const answer = read(repo, 'a.js');
    if (kind === 'tree') expect(answer.regions).toMatchObject([{ intent: 'Found.' }]);
    else expect(answer.regions).toEqual([]);
  });
});

describe('git', () => {
  test.runIf(process.platform === 'linux')(
    'that runs out of memory is a typed error, and the next call works',
    async () => {
      const repo = await buildRepository('mqtt-client');
      const room = temporaryDirectory();
      const real = spawnSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).stdout.trim();
      const poor = join(room, 'poor');
      const script = `#!/bin/sh\nif [ -e '${poor}' ]; then case " $* " in *" blame "*|*" cat-file "*) ulimit -v 6000;; esac; fi\nexec '${real}' "$@"\n`;
      writeFileSync(join(room, 'git'), script);
      chmodSync(join(room, 'git'), 0o755);
      writeFileSync(poor, '');
      const server = new RealServer(repo.path, { env: { PATH: `${room}:${process.env.PATH}` } });
      expect(await server.failure('read', { path: FILE })).toMatch(/^git /);
      spawnSync('rm', [poor]);
      expect((await server.answer('read', { path: FILE })).regions.length).toBeGreaterThan(2);
      expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
    },
  );
});

test('a link to a file outside is refused by every query, and its content is nowhere', async () => {
  const repo = await annotated();
  const secret = join(temporaryDirectory(), 'secret.js');
  writeFileSync(secret, 'export function secretive() {}\n');
  symlinkSync(secret, join(repo.path, 'link.js'));
  repo.git('add', '-A');
  repo.git('commit', '-qm', 'Link');
  for (const query of ['read', 'deps', 'history', 'summary', 'why']) {
    const run = ultragit(repo, [query, query === 'why' ? 'link.js:1' : 'link.js']);
    expect([query, run.status]).toEqual([query, 1]);
    expect(run.stderr).toContain('outside');
    expect(run.stdout + run.stderr).not.toContain('secretive');
  }
  expect(ultragit(repo, ['summary', '.']).stdout).not.toContain('secretive');
});
