import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { discover } from '../../src/git/discover.ts';
import { createPrivateGitDir } from '../../src/git/private-dir.ts';
import { Repository } from '../../src/git/repository.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';

const env = () => ({ PATH: process.env.PATH, HOME: temporaryDirectory() });
const find = (directory: string) => discover(directory, env());

test('the top, a subdirectory, a path through a link', async () => {
  const repo = await buildRepository('mqtt-client');
  const expected = {
    root: repo.path,
    gitDir: `${repo.path}/.git`,
    commonDir: `${repo.path}/.git`,
    objectFormat: 'sha1',
  };
  expect(await find(repo.path)).toEqual(expected);
  expect(await find(join(repo.path, 'src/mqtt'))).toEqual(expected);
  const link = join(temporaryDirectory(), 'link');
  symlinkSync(repo.path, link);
  expect((await find(join(link, 'src'))).gitDir).toBe(expected.gitDir);
});

test('a linked worktree has its own HEAD and shares the rest', async () => {
  const repo = await buildRepository('mqtt-client');
  const linked = repo.addWorktree('HEAD~2');
  const location = await find(linked.path);
  expect(location).toMatchObject({ root: linked.path, commonDir: `${repo.path}/.git` });
  expect(location.gitDir).toContain('/.git/worktrees/');
});

test('a bare repository that is named, not one that hides in a working tree', async () => {
  const bare = await buildRepository('mqtt-client', { bare: true });
  expect(await find(bare.path)).toEqual({ gitDir: bare.path, commonDir: bare.path, objectFormat: 'sha1' });
  const repo = await buildRepository('empty-notes');
  repo.git('init', '-q', '--bare', 'hidden');
  mkdirSync(join(repo.path, 'hidden/deeper'));
  await expect(find(join(repo.path, 'hidden/deeper'))).rejects.toMatchObject({ code: 'not_a_repository' });
});

test('a submodule is a repository of its own', async () => {
  const inner = await buildRepository('renamed');
  const repo = await buildRepository('empty-notes');
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
  expect(await find(join(repo.path, 'sub'))).toMatchObject({
    root: join(repo.path, 'sub'),
    gitDir: `${repo.path}/.git/modules/sub`,
  });
});

test('SHA-256 is noticed', async () => {
  const repo = sharedRepository('shallow', { objectFormat: 'sha256' });
  expect((await find(repo.path)).objectFormat).toBe('sha256');
});

const elsewhere = temporaryDirectory();

test.each(['/', '..', '../..', '/etc', elsewhere, '../nonexistent', '.git/refs'])(
  'the top is the directory that holds .git, though core.worktree says %s',
  async worktree => {
    const repo = await buildRepository('empty-notes');
    repo.write('sub/a.txt', 'a\n');
    const config = join(repo.path, '.git/config');
    appendFileSync(config, `[core]\n\tworktree = ${worktree}\n`);
    const expected = { root: repo.path, gitDir: `${repo.path}/.git` };
    expect(await find(repo.path)).toMatchObject(expected);
    expect(await find(join(repo.path, 'sub'))).toMatchObject(expected);
  },
);

test('core.worktree is not believed where a worktree or an included file says it', async () => {
  const repo = await buildRepository('empty-notes');
  const linked = repo.addWorktree();
  repo.git('config', 'extensions.worktreeConfig', 'true');
  for (const { git } of [repo, linked]) git('config', '--worktree', 'core.worktree', '/');
  expect((await find(repo.path)).root).toBe(repo.path);
  expect((await find(linked.path)).root).toBe(linked.path);

  const other = await buildRepository('empty-notes');
  const included = join(temporaryDirectory(), 'config');
  writeFileSync(included, '[core]\n\tworktree = /\n');
  other.git('config', 'include.path', included);
  expect((await find(other.path)).root).toBe(other.path);
});

test('a repository without a work tree says so, where files lie beside its .git', async () => {
  const repo = await buildRepository('empty-notes');
  const linked = repo.addWorktree();
  repo.git('config', 'core.bare', 'true');
  await expect(find(repo.path)).rejects.toMatchObject({
    code: 'not_a_repository',
    message: `The repository at ${repo.path} has no work tree: core.bare is set in its config.`,
  });
  expect((await find(linked.path)).root).toBe(linked.path);
  expect(await find(join(repo.path, '.git'))).not.toHaveProperty('root');
});

test('a git directory that is named itself: .git belongs to the directory around it', async () => {
  const repo = sharedRepository('empty-notes');
  expect((await find(join(repo.path, '.git'))).root).toBe(repo.path);
  await expect(find(join(repo.path, '.git/refs'))).rejects.toMatchObject({ code: 'not_a_repository' });
});

test('a git directory that lies elsewhere', async () => {
  const repo = await buildRepository('empty-notes');
  const separate = join(temporaryDirectory(), 'separate');
  repo.git('init', '-q', '--separate-git-dir', separate);
  expect(await find(repo.path)).toMatchObject({ root: repo.path, gitDir: separate });
});

test.each(['trail ', 'line\n', 'two\nlines', ' '])('a repository in a directory called %j', async name => {
  const repo = await buildRepository('empty-notes');
  const odd = join(temporaryDirectory(), name);
  cpSync(repo.path, odd, { recursive: true });
  const expected = { root: odd, gitDir: join(odd, '.git'), commonDir: join(odd, '.git') };
  expect(await find(odd)).toMatchObject(expected);
  appendFileSync(join(odd, '.git/config'), '[core]\n\tworktree = /\n');
  expect(await find(odd)).toMatchObject(expected);
  repo.git('-C', odd, 'config', '--unset', 'core.worktree');
  const linked = join(temporaryDirectory(), name);
  repo.git('-C', odd, 'worktree', 'add', '-q', '--detach', linked);
  expect(await find(linked)).toMatchObject({ root: linked, commonDir: join(odd, '.git') });
});

test('GIT_DIR and the like in the environment change nothing', async () => {
  const repo = sharedRepository('mqtt-client');
  const other = sharedRepository('renamed');
  const trick = {
    ...env(),
    GIT_DIR: `${other.path}/.git`,
    GIT_WORK_TREE: other.path,
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'core.worktree',
    GIT_CONFIG_VALUE_0: '/etc',
  };
  expect((await discover(repo.path, trick)).root).toBe(repo.path);
});

test('no repository, no directory, no git: each is its own error', async () => {
  const empty = temporaryDirectory();
  await expect(find(empty)).rejects.toMatchObject({
    code: 'not_a_repository',
    message: `Not a git repository: ${empty}`,
  });
  await expect(find(join(empty, 'none'))).rejects.toMatchObject({
    message: `There is no directory ${join(empty, 'none')}.`,
  });
  await expect(discover(empty, { PATH: empty })).rejects.toMatchObject({ code: 'git_missing' });
  await expect(discover(empty, {})).rejects.toMatchObject({ code: 'git_missing' });
});

test.skipIf(process.getuid?.() !== 0)(
  'a repository of another user is refused, with the command that trusts it',
  async () => {
    const repo = await buildRepository('empty-notes');
    for (const path of [repo.path, join(repo.path, '.git')]) chownSync(path, 12_345, 12_345);
    const error = await find(repo.path).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'repository_unsafe',
      hints: [`If you trust it, run: git config --global --add safe.directory ${repo.path}`],
    });
  },
);

test('a malformed config is told, with the line', async () => {
  const repo = await buildRepository('unborn');
  appendFileSync(join(repo.path, '.git/config'), '[ultragit\n');
  await expect(find(repo.path)).rejects.toMatchObject({
    code: 'bad_config',
    message: expect.stringMatching(/is malformed, in line \d+\.$/),
  });
});

test('the private directory knows refs and objects, no config, and goes when it is closed', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('config', 'core.hooksPath', '/planted');
  repo.git('config', 'user.secret', 'planted');
  const opened = await Repository.open(repo.path, env());
  onTestFinished(() => opened.close());
  const { place, remove } = createPrivateGitDir(opened.location, process.env.PATH);
  onTestFinished(remove);
  const config = execFileSync(place.git, ['config', '--list', '--show-origin'], place).toString();
  expect(config).not.toContain('planted');
  expect(
    config
      .trim()
      .split('\n')
      .every(line => line.startsWith('file:config') || line.includes(place.cwd)),
  ).toBe(true);
  expect((await opened.head())?.id).toBe(repo.git('rev-parse', 'HEAD'));
  expect(readdirSync(opened.privateDir).sort()).toEqual([
    'HEAD',
    'config',
    'objects',
    'packed-refs',
    'refs',
    'shallow',
  ]);
  opened.close();
  expect(existsSync(opened.privateDir)).toBe(false);
});

test('the private directory is made for the first git that runs in it, and for none that comes after the end', async () => {
  const repo = await buildRepository('mqtt-client');
  const opened = await Repository.open(repo.path, env());
  onTestFinished(() => opened.close());
  const used = createPrivateGitDir(opened.location, process.env.PATH);
  onTestFinished(used.remove);
  expect(used.madeAt).toBeUndefined();
  const { cwd } = used.place;
  expect(used.place.cwd).toBe(cwd);
  expect(used.madeAt).toBe(cwd);
  const unused = createPrivateGitDir(opened.location, process.env.PATH);
  unused.remove();
  expect(() => unused.place).toThrow('stopped answering');
});

test('the private directory goes with whatever git has put there', async () => {
  const repo = await buildRepository('mqtt-client');
  const opened = await Repository.open(repo.path, env());
  onTestFinished(() => opened.close());
  mkdirSync(join(opened.privateDir, 'objects', 'info'));
  writeFileSync(join(opened.privateDir, 'gc.log'), 'something');
  opened.close();
  expect(existsSync(opened.privateDir)).toBe(false);
});

test('a path with a colon or a quote in it still finds its objects', async () => {
  const repo = await buildRepository('empty-notes');
  const odd = join(temporaryDirectory(), 'a:b "c"');
  repo.git('clone', '-q', repo.path, odd);
  const opened = await Repository.open(odd, env());
  onTestFinished(() => opened.close());
  expect((await opened.head())?.id).toBe(repo.git('rev-parse', 'HEAD'));
});

test('revisions are resolved once, from this HEAD, and options are no revisions', async () => {
  const repo = await buildRepository('mqtt-client');
  const linked = repo.addWorktree('HEAD~2');
  const opened = await Repository.open(linked.path, env());
  onTestFinished(() => opened.close());
  const head = (await opened.head())!;
  expect((await opened.resolve('HEAD~1', head)).id).toBe(linked.git('rev-parse', 'HEAD~1'));
  expect((await opened.resolve('main', head)).id).toBe(repo.git('rev-parse', 'main'));
  for (const revision of [
    '',
    '-1',
    '--all',
    'a..b',
    '^HEAD',
    'HEAD\nmain',
    'HEAD:README.md',
    'HEAD^{tree}',
    'nope\0',
  ]) {
    await expect(opened.resolve(revision, head), revision).rejects.toMatchObject({ code: 'bad_revision' });
  }
});

test('a repository that is deleted during the session is gone, and one that comes back is read anew', async () => {
  const repo = await buildRepository('empty-notes');
  const opened = await Repository.open(repo.path, env());
  onTestFinished(() => opened.close());
  const before = (await opened.head())?.id;
  repo.git('branch', '-q', 'other');
  const { renameSync } = await import('node:fs');
  renameSync(repo.path, `${repo.path}-away`);
  await expect(opened.head()).rejects.toMatchObject({ code: 'repository_gone' });
  renameSync(`${repo.path}-away`, repo.path);
  expect((await opened.head())?.id).toBe(before);
});
