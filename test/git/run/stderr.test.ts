import { expect, test } from 'vitest';
import { hintsFor } from '../../../src/errors.ts';
import { refusal, succeeded } from '../../../src/git/run/stderr.ts';

/** In git's own words, some with a path in them that sounds like another error. */
test.each([
  [
    "fatal: detected dubious ownership in repository at '/srv/bare repository'\nTo add an exception…",
    'repository_unsafe',
    'The repository at /srv/$& belongs to another user.',
    'If you trust it, run: git config --global --add safe.directory /srv/$&',
  ],
  [
    'fatal: Expected git repo version <= 1, found 7\nfatal: unknown repository extension found:',
    'git_failed',
    'The installed git is too old for the format of the repository at /srv/$&.',
    'Install a newer git.',
  ],
  [
    'fatal: bad config line 12 in file .git/config',
    'bad_config',
    'A git config for /srv/$& is malformed, in line 12.',
    'Run `git config --list` there: it names the file.',
  ],
  [
    "fatal: cannot change to '/srv/missing': No such file or directory",
    'not_a_repository',
    'There is no directory /srv/$&.',
    'Check the path given with --repo.',
  ],
  ...[
    "fatal: cannot use bare repository '/srv/dubious ownership' (safe.bareRepository is 'explicit')",
    'fatal: this operation must be run in a work tree',
    'fatal: not a git repository (or any of the parent directories): .git',
    'fatal: Unable to read current working directory: No such file or directory',
    "fatal: not a git repository: '/srv/main/.git/worktrees/gone'",
  ].map(stderr => [
    stderr,
    'not_a_repository',
    'Not a git repository: /srv/$&',
    'Run ultragit inside a repository, or name one with --repo.',
  ]),
  ...['fatal: something new about a bad object', 'garbage', ''].map(stderr => [
    stderr,
    'git_failed',
    'git failed (exit 128) while looking for the repository of /srv/$&.',
    'Check that `git status` works there, and that the git on the PATH is the real one.',
  ]),
])('discovery: %s', (stderr, code, message, hint) => {
  const error = refusal({ exitCode: 128, stdout: '', stderr: stderr! }, '/srv/$&');
  expect(error).toMatchObject({ code, message });
  expect(hintsFor('terminal', error)).toEqual([hint]);
  expect(hintsFor('agent', error).join()).not.toMatch(/(^|\s)--repo/);
});

test.each([
  'fatal: bad object secret',
  'error: object file secret is corrupt',
  'fatal: unable to read tree secret',
  'error: Could not read secret\nfatal: cannot read secret',
  'fatal: secret is missing',
  'error: object secret is a blob, not a commit',
])('a query: %s', stderr => {
  expect(() => succeeded({ exitCode: 128, stdout: '', stderr }, 'asking')).toThrow(
    /^Part of the repository's history is missing or damaged, so asking failed\.$/,
  );
});

test('what git wrote to stderr is never repeated, and a warning is no failure', () => {
  const stderr = 'fatal: dubious ownership of root:x:0:0 secret';
  expect(() => succeeded({ exitCode: 128, stdout: '', stderr }, 'asking')).toThrow(
    /^git failed \(exit 128\) while asking\.$/,
  );
  expect(succeeded({ exitCode: 0, stdout: 'out', stderr: 'warning: bad object' }, 'asking')).toBe('out');
});
