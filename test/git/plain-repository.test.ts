// What is found without a process is what git says, or git is to be asked.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isPlainConfig } from '../../src/git/plain-config.ts';
import { findPlainRepository } from '../../src/git/plain-repository.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
const isRoot = process.getuid?.() === 0;

/** What git says of a directory with nothing in its environment; undefined where it refuses. */
function saidByGit(directory: string) {
  const { stdout, status } = spawnSync(
    'git',
    '-c safe.bareRepository=explicit rev-parse --path-format=absolute --absolute-git-dir --git-common-dir --show-toplevel --show-object-format'.split(
      ' ',
    ),
    { cwd: directory, encoding: 'utf8', env: { PATH: process.env.PATH, HOME: temporaryDirectory() } },
  );
  if (status !== 0) return undefined;
  const [gitDir, commonDir, root, objectFormat] = stdout.slice(0, -1).split('\n');
  return { root, gitDir, commonDir, objectFormat };
}

async function small(): Promise<Repository> {
  const repo = await buildRepository('unborn');
  repo.commit('One', { 'README.md': 'one\n', 'src/deep/a.txt': 'a\n' });
  return repo;
}

const config = (repo: Repository, text: string) => appendFileSync(join(repo.path, '.git/config'), text);

type Shape = (repo: Repository) => string | Promise<string>;

const FOUND: Record<string, Shape> = {
  'the top': repo => repo.path,
  'a subdirectory': repo => join(repo.path, 'src/deep'),
  'a path through a link': repo => {
    const link = join(temporaryDirectory(), 'link');
    symlinkSync(join(repo.path, 'src'), link);
    return link;
  },
  'a link inside of it that leads to another repository': async repo => {
    const other = await buildRepository('renamed');
    symlinkSync(other.path, join(repo.path, 'other'));
    return join(repo.path, 'other');
  },
  'a repository in another': repo => {
    repo.git('init', '-q', 'nested');
    return join(repo.path, 'nested');
  },
  'a detached HEAD': repo => {
    repo.git('checkout', '-q', '--detach');
    return repo.path;
  },
  'a clone with a remote, a branch, notes and a name': repo => {
    const clone = join(temporaryDirectory(), 'clone');
    repo.git('clone', '-q', repo.path, clone);
    execFileSync('git', ['-C', clone, 'config', 'user.name', 'A "quoted" name'.replaceAll('"', '')]);
    execFileSync('git', ['-C', clone, 'config', 'ultragit.noteref', 'refs/notes/other']);
    return clone;
  },
  'a name with spaces at its end': repo => {
    const odd = join(temporaryDirectory(), 'trail  ');
    cpSync(repo.path, odd, { recursive: true });
    return odd;
  },
};

describe('found without a process', () => {
  test.each(Object.keys(FOUND))('%s', async name => {
    const directory = await FOUND[name]!(await small());
    const found = findPlainRepository(directory);
    expect(found).toBeDefined();
    expect(found).toEqual(saidByGit(directory));
  });

  test('whatever the environment says about where to stop or look', async () => {
    const repo = await small();
    process.env.GIT_CEILING_DIRECTORIES = repo.path;
    process.env.GIT_DIR = '/nonexistent';
    try {
      expect(findPlainRepository(join(repo.path, 'src'))?.root).toBe(repo.path);
    } finally {
      delete process.env.GIT_CEILING_DIRECTORIES;
      delete process.env.GIT_DIR;
    }
  });
});

const LEFT_TO_GIT: Record<string, Shape> = {
  'a linked worktree': repo => repo.addWorktree().path,
  'a submodule': async repo => {
    const inner = await buildRepository('renamed');
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.path, 'sub');
    return join(repo.path, 'sub');
  },
  'a separate git directory': repo => {
    repo.git('init', '-q', '--separate-git-dir', join(temporaryDirectory(), 'separate'));
    return repo.path;
  },
  'a .git that is a link': repo => {
    renameSync(join(repo.path, '.git'), join(repo.path, 'elsewhere'));
    symlinkSync('elsewhere', join(repo.path, '.git'));
    return repo.path;
  },
  'the git directory itself': repo => join(repo.path, '.git'),
  'a directory in the git directory': repo => join(repo.path, '.git/refs/heads'),
  'a bare repository': async () => (await buildRepository('empty-notes', { bare: true })).path,
  'a directory in a bare repository in a work tree': repo => {
    repo.git('init', '-q', '--bare', 'hidden');
    mkdirSync(join(repo.path, 'hidden/deeper'));
    return join(repo.path, 'hidden/deeper');
  },
  'no repository': () => temporaryDirectory(),
  'no directory': () => join(temporaryDirectory(), 'none'),
  'a file': repo => join(repo.path, 'README.md'),
  'an empty .git': repo => {
    mkdirSync(join(repo.path, 'src/.git'));
    return join(repo.path, 'src');
  },
  'a .git that is a file of nonsense': repo => {
    writeFileSync(join(repo.path, 'src/.git'), 'nonsense\n');
    return join(repo.path, 'src');
  },
  'no refs': repo => {
    rmSync(join(repo.path, '.git/refs'), { recursive: true });
    return repo.path;
  },
  'no HEAD': repo => {
    rmSync(join(repo.path, '.git/HEAD'));
    return repo.path;
  },
  'a HEAD of nonsense': repo => {
    writeFileSync(join(repo.path, '.git/HEAD'), 'nonsense\n');
    return repo.path;
  },
  'a common directory elsewhere': async repo => {
    const other = await buildRepository('renamed');
    writeFileSync(join(repo.path, '.git/commondir'), join(other.path, '.git'));
    return repo.path;
  },
  'another object format': async () => (await buildRepository('shallow', { objectFormat: 'sha256' })).path,
  'an extension': repo => {
    repo.git('config', 'core.repositoryformatversion', '1');
    repo.git('config', 'extensions.worktreeConfig', 'true');
    return repo.path;
  },
  'a format that git does not know': repo => {
    repo.git('config', 'core.repositoryformatversion', '9');
    return repo.path;
  },
  'refs in another format': repo => {
    config(repo, '[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n');
    return repo.path;
  },
  'core.worktree': repo => {
    config(repo, '[core]\n\tworktree = /\n');
    return repo.path;
  },
  'core.bare': repo => {
    config(repo, '[core]\n\tbare = true\n');
    return repo.path;
  },
  'an included config': repo => {
    config(repo, '[include]\n\tpath = /nonexistent\n');
    return repo.path;
  },
  'a config that git can not read': repo => {
    config(repo, '[ultragit\n');
    return repo.path;
  },
};

describe('left to git', () => {
  test.each(Object.keys(LEFT_TO_GIT))('%s', async name => {
    const directory = await LEFT_TO_GIT[name]!(await small());
    expect(findPlainRepository(directory)).toBeUndefined();
  });

  test.skipIf(!isRoot)(
    'what belongs to another user: the work tree, its git directory, or both',
    async () => {
      for (const names of [['.'], ['.git'], ['.', '.git']]) {
        const repo = await buildRepository('empty-notes');
        for (const name of names) chownSync(join(repo.path, name), 12_345, 12_345);
        expect(findPlainRepository(repo.path), names.join()).toBeUndefined();
        expect(saidByGit(repo.path), names.join()).toBeUndefined();
      }
    },
  );

  test('everything, for a user of another number', async () => {
    const repo = await buildRepository('empty-notes');
    expect(findPlainRepository(repo.path, (process.getuid?.() ?? 0) + 1)).toBeUndefined();
  });

  test.skipIf(isRoot)('a git directory that may not be looked into', async () => {
    const repo = await buildRepository('empty-notes');
    chmodSync(join(repo.path, '.git'), 0);
    expect(findPlainRepository(repo.path)).toBeUndefined();
    chmodSync(join(repo.path, '.git'), 0o700);
  });

  test.skipIf(!canMount)('a directory on another disk than its repository', async () => {
    const repo = await small();
    const script = `mount -t tmpfs none "$1/src" && node --input-type=module -e '
      const { findPlainRepository } = await import(process.argv[1]);
      console.log(findPlainRepository(process.argv[2] + "/src") === undefined)' "$2" "$1"`;
    const module = join(temporaryDirectory(), 'plain.mjs');
    const { buildSync } = await import('esbuild');
    buildSync({
      entryPoints: [join(import.meta.dirname, '../../src/git/plain-repository.ts')],
      outfile: module,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
    const run = spawnSync('unshare', ['-rm', 'sh', '-c', script, 'sh', repo.path, module], {
      encoding: 'utf8',
    });
    expect(run).toMatchObject({ status: 0, stdout: 'true\n' });
  });
});

const HARMLESS =
  '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n\tlogallrefupdates = true\n';

test.each([
  ['what git init writes', '', true],
  ['comments and empty lines', '# one\n\n  ; two\n', true],
  ['line ends of Windows', '[user]\r\n\tname = A\r\n', true],
  [
    'remotes and branches',
    '[remote "origin"]\n\turl = a.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n',
    true,
  ],
  ['quoted values', '[user]\n\tname = "A B" C\n', true],
  ['an open quote', '[user]\n\tname = "A\n', false],
  ['a line that goes on', '[user]\n\tname = A\\\n\tB\n', false],
  ['a key without a value', '[user]\n\tname\n', false],
  ['a setting in the line of its section', '[core] bare = true\n', false],
  ['a section of another spelling', '[CORE]\n\tWorkTree = /\n', false],
  ['a section with dots', '[core.x]\n\ta = b\n', false],
  ['an included file', '[include]\n\tpath = x\n', false],
  ['a file that is included sometimes', '[includeIf "gitdir:/"]\n\tpath = x\n', false],
  ['a number that is none', '[core]\n\tabbrev = x\n', false],
  ['a switch that is none', '[core]\n\tfilemode = maybe\n', false],
  ['a section that git reads', '[push]\n\tdefault = nonsense\n', false],
  ['control characters', '[user]\n\tname = A\0B\n', false],
])('a config with %s', (_, text, isPlain) => {
  expect(isPlainConfig(HARMLESS + text)).toBe(isPlain);
});

test('a config that says no format is left to git', () => {
  expect(isPlainConfig('[user]\n\tname = A\n')).toBe(false);
});
