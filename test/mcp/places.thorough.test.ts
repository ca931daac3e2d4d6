/** Which repository a server speaks about: wherever it is started, and whatever becomes of it meanwhile. */
import { cpSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RealServer } from '../support/real-server.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

/** A repository whose one annotation says who it is. */
async function named(name: string, options: { bare?: boolean; objectFormat?: 'sha256' } = {}) {
  const repo = await buildRepository('unborn', options);
  if (!options.bare) say(repo, name);
  return repo;
}

function say(repo: Repository, intent: string): void {
  repo.commit(intent, { 'a.txt': `${intent}\n` });
  repo.annotate('HEAD', note(intent));
}

function note(intent: string) {
  const region = { file: 'a.txt', lines: { start: 1, end: 1 }, intent };
  return { $schema: 'ultragit/v1', context_level: 'enhanced', regions: [region] };
}

async function intents(server: RealServer, path = 'a.txt'): Promise<string[]> {
  const { regions } = await server.answer('read', { path });
  return regions.map((region: { intent: string }) => region.intent);
}

describe('the repository is found', () => {
  test('from a subdirectory, with paths that still begin at the root', async () => {
    const repo = await named('top');
    mkdirSync(join(repo.path, 'deep/er'), { recursive: true });
    expect(await intents(new RealServer(join(repo.path, 'deep/er')))).toEqual(['top']);
  });

  test('by --repo, whatever the working directory is, and with another notes ref', async () => {
    const [here, there] = [await named('here'), await named('there')];
    there.annotate('HEAD', note('other ref'), 'refs/notes/other');
    const all = await intents(new RealServer(here.path, { flags: ['--repo', there.path] }));
    expect(all).toEqual(['there', 'other ref']);
    const flags = ['--repo', there.path, '--noteref', 'other'];
    expect(await intents(new RealServer('/', { flags }))).toEqual(['other ref']);
  });

  test('through a link above it, with absolute paths that go through that link', async () => {
    const repo = await named('linked');
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(repo.path, link);
    symlinkSync('/etc', join(repo.path, 'way-out'));
    const server = new RealServer('/', { flags: ['--repo', link] });
    expect(await intents(server, join(link, 'a.txt'))).toEqual(['linked']);
    expect(await intents(server, join(repo.path, 'a.txt'))).toEqual(['linked']);
    for (const tool of ['read', 'deps', 'history', 'summary']) {
      const told = await server.failure(tool, { path: join(link, 'way-out/hostname') });
      expect(told).toContain('Path outside repository');
    }
  });

  test('by CLAUDE_PROJECT_DIR, but only where the working directory has none', async () => {
    const [here, there] = [await named('here'), await named('there')];
    const env = { CLAUDE_PROJECT_DIR: there.path };
    expect(await intents(new RealServer(temporaryDirectory(), { env }))).toEqual(['there']);
    expect(await intents(new RealServer(here.path, { env }))).toEqual(['here']);
  });

  test('of a linked worktree, with its own HEAD', async () => {
    const repo = await named('old');
    const linked = repo.addWorktree();
    say(repo, 'new');
    expect((await intents(new RealServer(linked.path))).sort()).toEqual(['old']);
    expect((await intents(new RealServer(repo.path))).sort()).toEqual(['new', 'old']);
  });

  test('of a submodule, not of what is around it', async () => {
    const [outer, inner] = [await named('outer'), await named('inner')];
    outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
    outer.git('-C', 'sub', 'fetch', '-q', 'origin', 'refs/notes/*:refs/notes/*');
    expect(await intents(new RealServer(join(outer.path, 'sub')))).toEqual(['inner']);
    outer.commit('Add a submodule');
    for (const path of ['sub', 'sub/a.txt']) {
      expect(await new RealServer(outer.path).failure('read', { path })).toMatch(/^sub is a submodule/);
    }
  });

  test('when it is bare', async () => {
    const repo = await named('bare');
    const bare = join(temporaryDirectory(), 'bare.git');
    repo.git('clone', '-q', '--mirror', repo.path, bare);
    const server = new RealServer(bare);
    const { scope } = await server.answer('read', { path: 'a.txt' });
    expect(scope.revision).toBe(repo.git('rev-parse', 'HEAD').slice(0, 12));
    expect(await intents(server)).toEqual(['bare']);
  });

  test('when it has SHA-256 ids', async () => {
    expect(await intents(new RealServer((await named('long', { objectFormat: 'sha256' })).path))).toEqual([
      'long',
    ]);
  });
});

test('no repository is said per call, and one that appears is found', async () => {
  const directory = temporaryDirectory();
  const server = new RealServer(directory);
  const { result } = await server.request({ id: 1, method: 'tools/list' });
  expect(result?.tools).toHaveLength(4);
  for (const tool of ['read', 'deps', 'history', 'summary']) {
    expect(await server.failure(tool, { path: 'a.txt' })).toMatch(`Not a git repository: ${directory}\n`);
  }
  const repo = await named('late');
  cpSync(repo.path, directory, { recursive: true });
  expect(await intents(server)).toEqual(['late']);

  // Git would find an inner repository first, so a server that was started there does, too.
  const inner = join(directory, 'inner');
  mkdirSync(inner);
  const below = new RealServer(inner);
  expect(await intents(below)).toEqual(['late']);
  cpSync((await named('inner')).path, inner, { recursive: true });
  expect(await intents(below)).toEqual(['inner']);
  expect(await below.end()).toMatchObject({ code: 0, stderr: '' });
  expect(below.leftBehind()).toEqual([]);
});

test('a branch without commits says so until there is one', async () => {
  const repo = await buildRepository('unborn');
  const server = new RealServer(repo.path);
  expect(await server.failure('read', { path: 'a.txt' })).toContain('has no commits yet');
  say(repo, 'first');
  expect(await intents(server)).toEqual(['first']);
});

describe('a repository that goes away', () => {
  test.each(['deleted', 'moved'])('(%s) is gone, and found when it is back', async how => {
    const repo = await named('one');
    const server = new RealServer(repo.path);
    expect(await intents(server)).toEqual(['one']);
    const away = `${repo.path}.away`;
    renameSync(repo.path, away);
    if (how === 'deleted') rmSync(away, { recursive: true });
    const calls = ['read', 'deps', 'history', 'summary'].map(tool => server.failure(tool, { path: 'a.txt' }));
    for (const text of await Promise.all(calls)) {
      expect(text).toMatch(/^The repository is gone\.|^There is no directory|^Not a git repository/);
    }
    if (how === 'moved') renameSync(away, repo.path);
    else cpSync((await named('two')).path, repo.path, { recursive: true });
    expect(await intents(server)).toEqual([how === 'moved' ? 'one' : 'two']);
    expect(await server.end()).toMatchObject({ code: 0, stderr: '' });
    expect(server.leftBehind()).toEqual([]);
  });

  test.each([undefined, 'sha256'] as const)('and another takes its place (%s)', async objectFormat => {
    const repo = await named('one');
    const server = new RealServer(repo.path);
    expect(await intents(server)).toEqual(['one']);
    for (const name of ['two', 'three']) {
      const other = await named(name, objectFormat && { objectFormat });
      rmSync(repo.path, { recursive: true });
      renameSync(other.path, repo.path);
      const answers = await Promise.all([intents(server), intents(server), intents(server)]);
      expect(answers).toEqual([[name], [name], [name]]);
    }
    await server.end();
    expect(server.leftBehind()).toEqual([]);
  });

  test('behind a linked worktree is gone, too', async () => {
    const repo = await named('one');
    const linked = repo.addWorktree();
    const server = new RealServer(linked.path);
    expect(await intents(server)).toEqual(['one']);
    rmSync(repo.path, { recursive: true });
    expect(await server.failure('read', { path: 'a.txt' })).toMatch(/^The repository is gone\./);
  });
});

test('a temporary directory that was cleaned up is made again', async () => {
  const repo = await named('one');
  const server = new RealServer(repo.path);
  expect(await intents(server)).toEqual(['one']);
  for (const name of server.leftBehind()) rmSync(join(server.env.TMPDIR!, name), { recursive: true });
  repo.annotate('HEAD', note('two'));
  expect(await intents(server)).toEqual(['two']);
});
