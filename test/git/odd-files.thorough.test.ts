// Where git keeps a file there may be a pipe, a device or something endless: it is named, and nothing waits for it.
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readGitFile, readGitPath, readRefFile } from '../../src/git/git-file.ts';
import { environment, program } from '../support/cli.ts';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { IDENTITY } from '../write/support.ts';

const FILE = 'src/mqtt/client.ts';

function pipeAt(path: string): void {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  execFileSync('mkfifo', [path]);
}

/** Whatever waits is ended by a signal, and then there is no status. */
function run(repo: Repository, args: string[]) {
  const env = environment({ env: IDENTITY });
  const options = { cwd: repo.path, env, encoding: 'utf8', timeout: 600_000 } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  return { status, stdout, stderr };
}

describe('a pipe', () => {
  test.each([
    'HEAD',
    'config',
    'commondir',
    'config.worktree',
    'packed-refs',
    'shallow',
    'refs/heads/main',
    'refs/notes/ultragit',
    'refs/notes/deep/er/other',
    'objects/info/alternates',
    'objects/info/commit-graph',
    'objects/info/commit-graphs/commit-graph-chain',
    `objects/pack/pack-${'0'.repeat(40)}.idx`,
    `objects/pack/pack-${'0'.repeat(40)}.pack`,
    'objects/pack/multi-pack-index',
  ])('as .git/%s is named, and not waited for', async name => {
    const repo = await buildRepository('empty-notes');
    pipeAt(join(repo.path, '.git', name));
    const { status, stderr } = run(repo, ['summary', '.', '--no-cache']);
    expect(stderr).toContain(
      `ultragit: ${join(repo.path, '.git', name)} is a named pipe, where git expects a file.`,
    );
    expect(status).toBe(1);
  });

  test('as .git itself, or as HEAD in a directory that is no git directory', async () => {
    const repo = await buildRepository('empty-notes');
    mkdirSync(join(repo.path, 'sub'));
    for (const name of ['sub/HEAD', '.git']) {
      pipeAt(join(repo.path, name));
      const { status, stderr } = run(repo, ['summary', '.', '--no-cache', '--repo', join(repo.path, 'sub')]);
      expect(stderr).toContain(`${join(repo.path, name)} is a named pipe`);
      expect(status).toBe(1);
      rmSync(join(repo.path, name));
    }
  });

  test('as a branch that is asked for', async () => {
    const repo = await buildRepository('mqtt-client');
    pipeAt(join(repo.path, '.git/refs/heads/other'));
    expect(run(repo, ['read', FILE, '--no-cache']).status).toBe(0);
    const asked = run(repo, ['read', FILE, '--rev', 'other~1']);
    expect(asked.stderr).toContain('.git/refs/heads/other is a named pipe');
  });

  test('as the settings of the work tree', async () => {
    const repo = await buildRepository('mqtt-client');
    pipeAt(join(repo.path, '.ultragit-config.toml'));
    expect(run(repo, ['read', FILE, '--no-cache']).stderr).toContain(".ultragit-config.toml can't be read.");
  });

  test('in a store of objects that another one names', async () => {
    const repo = await buildRepository('mqtt-client');
    const other = join(temporaryDirectory(), 'objects');
    const pipe = join(other, 'pack/multi-pack-index');
    pipeAt(pipe);
    mkdirSync(join(repo.path, '.git/objects/info'), { recursive: true });
    writeFileSync(join(repo.path, '.git/objects/info/alternates'), `${other}\n`);
    expect(run(repo, ['read', FILE, '--no-cache']).stderr).toContain(`${pipe} is a named pipe`);
  });

  test('as a log that would be written to', async () => {
    const repo = await buildRepository('mqtt-client');
    pipeAt(join(repo.path, '.git/logs/refs/notes/ultragit'));
    const { stderr } = run(repo, ['annotate', FILE, '--intent', 'x', '--about']);
    expect(stderr).toContain('.git/logs/refs/notes/ultragit is a named pipe');
  });

  test('as a branch, where a remote is to be told of all of them', async () => {
    const repo = await buildRepository('mqtt-client');
    const clone = join(temporaryDirectory(), 'clone');
    repo.git('clone', '-q', repo.path, clone);
    pipeAt(join(clone, '.git/refs/heads/other'));
    const { stderr } = run({ ...repo, path: clone }, ['sync']);
    expect(stderr).toContain('.git/refs/heads/other is a named pipe');
  });
});

test('a pipe that comes during a session is named; the server answers, ends when told, and forgets it when it goes', async () => {
  const repo = await buildRepository('mqtt-client');
  const server = new RealServer(repo.path);
  await server.answer('read', { path: FILE });
  for (const name of ['shallow', 'refs/notes/ultragit', 'HEAD']) {
    const file = join(repo.path, '.git', name);
    const before = readGitFile(file);
    pipeAt(file);
    expect(await server.failure('read', { path: FILE })).toContain(`${file} is a named pipe`);
    expect((await server.request({ id: name, method: 'ping' })).result).toEqual({});
    rmSync(file);
    if (before !== undefined) writeFileSync(file, before);
  }
  await server.answer('read', { path: FILE });
  pipeAt(join(repo.path, '.git/shallow'));
  await server.failure('read', { path: FILE });
  server.child.kill('SIGTERM');
  await server.exited;
});

test('a socket and a device are named, too', async () => {
  const repo = await buildRepository('empty-notes');
  const shallow = join(repo.path, '.git/shallow');
  const server = createServer().listen(shallow);
  onTestFinished(() => void server.close());
  await new Promise(resolve => server.once('listening', resolve));
  expect(run(repo, ['summary', '.', '--no-cache']).stderr).toContain(`${shallow} is a socket`);
  rmSync(shallow);
  symlinkSync('/dev/zero', shallow);
  expect(run(repo, ['summary', '.', '--no-cache']).stderr).toContain(`${shallow} is a device`);
});

test.each(['HEAD', 'config', 'packed-refs', 'shallow', 'refs/heads/main'])(
  'a .git/%s of 2 GB is refused before it is read',
  async name => {
    const repo = await buildRepository('empty-notes');
    const file = join(repo.path, '.git', name);
    writeFileSync(file, 'x', { flag: 'a' });
    truncateSync(file, 2e9);
    expect(run(repo, ['summary', '.', '--no-cache']).stderr).toContain(
      `${file} is 1907 MiB, which git never makes it.`,
    );
  },
);

test('what is read is the text, a path with its spaces, a ref without them, a link that names a ref', () => {
  const room = temporaryDirectory();
  const file = join(room, 'file');
  writeFileSync(file, 'text \t\r\n\n');
  expect(readGitFile(file)).toBe('text \t\r\n\n');
  expect(readGitPath(file)).toBe('text \t');
  expect(readRefFile(file)).toBe('text');
  expect(readGitFile(join(room, 'none'))).toBeUndefined();
  expect(readGitFile(room)).toBeUndefined();
  symlinkSync('refs/heads/x', join(room, 'link'));
  expect(readRefFile(join(room, 'link'))).toBe('ref: refs/heads/x');
  symlinkSync(file, join(room, 'other'));
  expect(readRefFile(join(room, 'other'))).toBe('text');
  copyFileSync(file, join(room, 'copy'));
  truncateSync(join(room, 'copy'), 100_000);
  expect(() => readGitFile(join(room, 'copy'))).toThrow('copy is 1 MiB, which git never makes it.');
});
