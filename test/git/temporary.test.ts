// What a killed process leaves in the temporary directory: removed by the next one, and nothing else.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';

import { join } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { discover } from '../../src/git/discover.ts';
import { createPrivateGitDir } from '../../src/git/private-dir.ts';
import { runGit } from '../../src/git/run/runner.ts';
import { startDirectly } from '../../src/git/run/start.ts';
import { makeTemporary, removeAbandoned } from '../../src/git/temporary.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const DAY = 24 * 60 * 60 * 1000;

const own = makeTemporary('git');
const [, here = ''] = /-([0-9a-f]{8})-\d+-\w{6}$/.exec(own.path) ?? [];
rmSync(own.path, { recursive: true });
own.forget();

/** The id of a process that has ended. */
function endedProcess(): number {
  return spawnSync('true').pid;
}

let room: string;
beforeEach(() => {
  room = temporaryDirectory();
});

/** What a killed process leaves, as old as it is said to be. */
function abandoned({
  pid = endedProcess(),
  machine = here,
  purpose = 'git',
  age = 0,
  name = '',
} = {}): string {
  const path = join(room, name || `ultragit-${purpose}-${machine}-${pid}-aB3xYz`);
  mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(path, 'config'), '');
  const then = (Date.now() - age) / 1000;
  utimesSync(path, then, then);
  return path;
}

describe('what is removed', () => {
  test.each(['git', 'demo'])('the %s directory of a process that is gone', purpose => {
    const path = abandoned({ purpose });
    removeAbandoned(Date.now(), room);
    expect(existsSync(path)).toBe(false);
  });

  test('one of another machine, or of a process id that was given away, after a week', () => {
    abandoned({ machine: '00000000', age: 8 * DAY });
    abandoned({ pid: process.ppid, age: 8 * DAY });
    removeAbandoned(Date.now(), room);
    expect(readdirSync(room)).toEqual([]);
  });

  test('links in it, but nothing that they lead to', () => {
    const path = abandoned();
    const target = join(temporaryDirectory(), 'refs');
    mkdirSync(target);
    writeFileSync(join(target, 'main'), 'kept');
    symlinkSync(target, join(path, 'refs'));
    removeAbandoned(Date.now(), room);
    expect([existsSync(path), readdirSync(target)]).toEqual([false, ['main']]);
  });
});

describe('what stays', () => {
  test.each([
    ['that of a living process', { pid: process.ppid }],
    ['that of this process', { pid: process.pid, age: 8 * DAY }],
    ['that of another machine', { machine: '00000000' }],
    ['a name that is not quite ours', { name: 'ultragit-test-aB3xYz' }],
    ['a name of an older version', { name: 'ultragit-aB3xYz' }],
    ['no process id', { name: `ultragit-git-${here}-0-aB3xYz` }],
  ])('%s', (_what, options) => {
    const path = abandoned(options);
    removeAbandoned(Date.now(), room);
    expect(existsSync(path)).toBe(true);
  });

  test('a directory that others may write to, a link and a file of that name', () => {
    const open = abandoned({ pid: endedProcess() });
    chmodSync(open, 0o755);
    const elsewhere = temporaryDirectory();
    writeFileSync(join(elsewhere, 'file'), '');
    symlinkSync(elsewhere, join(room, `ultragit-git-${here}-${endedProcess()}-linked`));
    writeFileSync(join(room, `ultragit-git-${here}-${endedProcess()}-a_file`), '');
    removeAbandoned(Date.now(), room);
    expect(readdirSync(room)).toHaveLength(3);
    expect(readdirSync(elsewhere)).toEqual(['file']);
  });

  test('everything where the temporary directory is missing', () => {
    expect(() => removeAbandoned(Date.now(), join(room, 'none'))).not.toThrow();
  });
});

const canTrace = spawnSync('strace', ['-V']).status === 0;

test.runIf(canTrace)(
  'git in the private directory opens no file of attributes or config but ours',
  async () => {
    const repo = await buildRepository('mqtt-client');
    const location = await discover(repo.path, { PATH: process.env.PATH, HOME: repo.env.HOME });
    const { place, remove } = createPrivateGitDir(location, process.env.PATH);
    onTestFinished(remove);
    const log = join(room, 'log');
    const git = join(room, 'git');
    writeFileSync(git, `#!/bin/sh\nexec strace -f -e trace=%file -o '${log}' '${place.git}' "$@"\n`, {
      mode: 0o755,
    });
    const args = ['blame', '--porcelain', 'refs/heads/main', '--', 'src/mqtt/client.ts'] as const;
    expect((await runGit({ place: { ...place, git }, args }, {}, startDirectly)).exitCode).toBe(0);
    const opened = execFileSync('sed', ['-n', 's/^[^"]*"\\([^"]*\\)".*/\\1/p', log]).toString().split('\n');
    const settings = opened.filter(path => /attributes|config/.test(path));
    expect(settings).toContain(join(place.cwd, 'config'));
    expect(settings.filter(path => !path.startsWith(place.cwd))).toEqual([]);
  },
);
