import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { environment, type Failure, failure, json, program, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const client = 'src/mqtt/client.ts';
let demo: Repository;

beforeAll(async () => {
  demo = await buildRepository('mqtt-client');
});

describe('errors', () => {
  test('no repository', () => {
    const empty = temporaryDirectory();
    const error = failure(empty, ['a.ts']);
    expect(error).toMatchObject({
      code: 'not_a_repository',
      message: `Not a git repository: ${empty}`,
      status: 1,
    });
    expect(error.hints[0]).toContain('--repo');
  });

  test('a working directory that is gone', () => {
    const gone = temporaryDirectory();
    const run = spawnSync(
      'sh',
      ['-c', 'rmdir "$1" && shift && exec "$@"', 'sh', gone, process.execPath, program, 'read', 'a.ts'],
      { cwd: gone, env: environment(), encoding: 'utf8' },
    );
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toMatch(/^ultragit: Not a git repository: \.\n/);
  });

  test.skipIf(!existsSync('/dev/full'))('an answer that can not be written', () => {
    const run = spawnSync(
      'sh',
      ['-c', 'exec "$0" "$@" > /dev/full', process.execPath, program, 'read', client],
      {
        cwd: demo.path,
        env: environment(),
        encoding: 'utf8',
      },
    );
    expect(run).toMatchObject({ status: 1, stderr: 'ultragit: The answer could not be written: ENOSPC.\n' });
  });

  test('a missing file, with the nearest names', () => {
    const error = failure(demo, ['src/mqtt/clinet.ts']);
    expect(error).toMatchObject({
      code: 'file_not_found',
      message: 'File not found: src/mqtt/clinet.ts',
      status: 1,
    });
    expect(error.hints.join()).toContain('src/mqtt/client.ts');
    expect(failure(demo, ['zzz/qqq']).hints).toEqual(['Paths are relative to the repository root.']);
  });

  test('outside of the root: dots, an absolute path, a link that leaves, the git directory', () => {
    symlinkSync('/etc/hostname', join(demo.path, 'leaves.txt'));
    symlinkSync('/etc', join(demo.path, 'leaves'));
    for (const path of [
      '../x.ts',
      'src/../../x.ts',
      '/etc/passwd',
      'leaves.txt',
      'leaves/passwd',
      '.git/config',
      '.git',
    ]) {
      const error = failure(demo, [path]);
      expect(error, path).toMatchObject({ code: 'outside_repository', status: 1 });
      expect(error.message).toBe(`Path outside repository: ${path}`);
    }
  });

  test('a directory is told what to ask instead', () => {
    expect(failure(demo, ['src'])).toMatchObject({
      code: 'not_a_file',
      message: 'src is a directory.',
      status: 1,
    });
  });

  test.each([
    ['9:4', 'Lines 9:4 are reversed'],
    ['0', 'Lines count from 1, not 0'],
    ['0:3', 'Lines count from 1, not 0'],
    ['abc', 'Not a line range: "abc"'],
    ['1:', 'Not a line range: "1:"'],
    ['-4', 'Not a line range: "-4"'],
    ['1:99999', 'Lines 1:99999 are beyond the end'],
    ['1:99999999999999999999999', 'are beyond the end'],
    ['1.5', 'Not a line range: "1.5"'],
  ])('lines %s: an error that says how long the file is', (range, message) => {
    const run = ultragit(demo, ['read', client, `--lines=${range}`, '--json']);
    const { error } = json<Failure>(run);
    expect([error.code, run.status]).toEqual(['bad_lines', 1]);
    expect(error.message).toContain(message);
    expect(error.message).toMatch(/src\/mqtt\/client\.ts has \d+ lines/);
  });

  test.each([
    ['--max-tokens', '0'],
    ['--max-tokens', 'many'],
    ['--max-regions', '0'],
    ['--max-regions', '1e3'],
    ['--depth', '-1'],
    ['--min-confidence', '1.5'],
    ['--min-confidence', 'high'],
    ['--context-level', 'deep'],
    ['--format', 'yaml'],
    ['--no-such-flag', 'x'],
  ])('%s %s is a usage error, exit 2, with nothing on stdout', (flag, value) => {
    const run = ultragit(demo, ['read', client, flag, value, '--json']);
    expect(run).toMatchObject({ status: 2, stdout: '' });
    expect(run.stderr).toMatch(/^ultragit: [A-Z].*\n {2}See: ultragit read --help\n$/);
  });

  test('no path at all, or lines for two paths, are usage errors', () => {
    expect(ultragit(demo, ['read'])).toMatchObject({ status: 2, stdout: '' });
    expect(failure(demo, [client, 'README.md', '--lines', '1'])).toMatchObject({ code: 'usage', status: 2 });
    expect(failure(demo, [client, 'README.md', 'connect'])).toMatchObject({ code: 'usage', status: 2 });
  });

  test.each(['refs/heads/main', 'a..b', 'x^{tree}', 'x@{0}', 'a b', 'refs/notes/', '-x\ny', '../../x'])(
    '%j is no notes ref',
    ref => {
      const run = ultragit(demo, ['read', client, `--noteref=${ref}`, '--json']);
      expect([json<Failure>(run).error.code, run.status]).toEqual(['bad_noteref', 1]);
    },
  );

  test('a revision that does not exist, or is an option', () => {
    expect(failure(demo, [client, '--rev', 'nope'])).toMatchObject({ code: 'bad_revision', status: 1 });
    for (const option of ['--all', '--upload-pack=x', '--config=alias.x=y', '-calias.x=y']) {
      expect(failure(demo, [client, `--rev=${option}`])).toMatchObject({ code: 'bad_revision', status: 1 });
    }
  });

  test('git is missing', () => {
    const run = ultragit(demo, ['read', client], { env: { PATH: temporaryDirectory() } });
    expect(run).toMatchObject({ status: 1, stdout: '' });
    expect(run.stderr).toContain('git was not found on the PATH.');
  });

  test('names of files in a hint can not draw on the terminal', async () => {
    const repo = await buildRepository('empty-notes');
    writeFileSync(join(repo.path, 'evil\u001b[31m\u202e.txt'), '');
    const run = ultragit(repo, ['read', 'evil.txt']);
    expect(run.stderr).toContain('Did you mean');
    expect(run.stderr).not.toMatch(/[\u001b\u202e]/);
  });
});
