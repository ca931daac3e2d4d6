// Setting up, sharing and looking after notes runs nothing that the repository planted, and writes what it says.
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ultragit } from '../support/cli.ts';
import { hostile, ran } from '../support/hostile.ts';
import { type Repository, temporaryDirectory } from '../support/repository.ts';
import { contentsOf, IDENTITY } from '../write/support.ts';

/** What changed in a repository, but for objects, which are there or not. */
function changesIn(before: Map<string, string>, after: Map<string, string>): string[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  const changed = [...names].filter(name => before.get(name) !== after.get(name));
  return changed.filter(name => !/^\.git\/objects\/./.test(name)).sort();
}

const NOTES = ['.git/logs/refs/notes/ultragit', '.git/refs/notes/ultragit'];
const COPY = ['.git/logs/refs/notes/remote/origin/ultragit', '.git/refs/notes/remote/origin/ultragit'];

test.each<[string[], string[]]>([
  [['setup'], ['.git/config']],
  [['setup', '--fix'], ['.git/config']],
  [['setup', '--undo'], []],
  [['setup', '--dry-run'], []],
  [['doctor'], []],
  [['doctor', '--remote'], []],
  [['doctor', '--fix'], ['.git/config']],
  [['carry', 'HEAD~3..HEAD~1', '--onto', 'HEAD'], NOTES],
  [['sync'], []],
  [['sync', '--dry-run'], []],
])('ultragit %j runs nothing that the repository planted, and writes only %j', async (args, written) => {
  const { repo, canaries } = await hostile();
  const [before, sung] = [contentsOf(repo.path), ran(canaries)];
  const run = ultragit(repo, args, { env: IDENTITY });
  expect(ran(canaries)).toEqual(sung);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(changesIn(before, contentsOf(repo.path))).toEqual(written);
});

/** The same repository with a remote that is a directory, and every hook that a push or a fetch knows. */
async function withRemote(): Promise<{ repo: Repository; remote: string; canaries: string }> {
  const { repo, canaries, plant } = await hostile();
  const remote = join(temporaryDirectory(), 'remote.git');
  execFileSync('git', ['init', '-q', '--bare', remote], { env: repo.env });
  repo.git('config', '--unset', 'remote.origin.vcs');
  repo.git('config', 'remote.origin.url', remote);
  // The other end of a pipe: one that waited for what git says would wait for ever.
  for (const key of ['remote.origin.uploadpack', 'remote.origin.receivepack']) {
    repo.git('config', key, plant(key));
    writeFileSync(plant(key), `#!/bin/sh\ntouch '${canaries}/ran-${key}'\n`);
  }
  repo.git('config', 'push.gpgSign', 'true');
  repo.git('config', 'fetch.recurseSubmodules', 'true');
  for (const hook of ['pre-push', 'reference-transaction', 'post-merge', 'push-to-checkout']) {
    const file = join(canaries, 'hooks', hook);
    writeFileSync(file, `#!/bin/sh\ntouch '${canaries}/ran-hook-${hook}'\n`);
    chmodSync(file, 0o755);
  }
  return { repo, remote, canaries };
}

test('plain git push falls for it, so the canaries sing', async () => {
  const { repo, canaries } = await withRemote();
  expect(() => repo.git('push', 'origin', 'refs/notes/ultragit')).toThrow();
  expect(ran(canaries).length).toBeGreaterThan(0);
});

test('a sync with a remote that can be reached runs nothing that was planted, and writes only notes', async () => {
  const { repo, remote, canaries } = await withRemote();
  const [before, sung] = [contentsOf(repo.path), ran(canaries)];
  const run = ultragit(repo, ['sync'], { env: IDENTITY });
  expect(run).toMatchObject({ status: 0, stderr: '' });
  expect(run.stdout).toMatch(/^Received 0 notes from origin, sent \d+\.\n$/);
  expect(ran(canaries)).toEqual(sung);
  expect(changesIn(before, contentsOf(repo.path))).toEqual(COPY);
  const pushed = execFileSync('git', ['for-each-ref', '--format=%(refname)'], { cwd: remote, env: repo.env });
  expect(String(pushed)).toBe('refs/notes/ultragit\n');
});

test('a doctor that asks the remote runs nothing that was planted, and writes nothing', async () => {
  const { repo, canaries } = await withRemote();
  const [before, sung] = [contentsOf(repo.path), ran(canaries)];
  const run = ultragit(repo, ['doctor', '--remote']);
  expect(run.stdout).toContain('The remote origin has none of your notes.');
  expect(ran(canaries)).toEqual(sung);
  expect(changesIn(before, contentsOf(repo.path))).toEqual([]);
});
