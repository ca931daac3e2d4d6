// The tour of a new user: it must work anywhere, and leave nothing behind.
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { environment, program, ultragit } from '../support/cli.ts';
import { FakeGit } from '../support/fake-git.ts';
import { isAlive } from '../support/process.ts';
import { temporaryDirectory } from '../support/repository.ts';

test('the demo shows an answer within 80 columns and writes nothing outside of its directory', () => {
  const cwd = temporaryDirectory();
  const tmp = temporaryDirectory();
  const { status, stdout, stderr } = ultragit(cwd, ['demo'], { tmp });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('$ ultragit read src/mqtt/client.ts MqttClient::connect\n');
  expect(stdout).toMatch(/^MqttClient::connect 42–50 {3}intact$/m);
  expect(stdout).toMatch(/^MqttClient::connect 42–50 {3}edited 22 %/m);
  for (const part of ['Must hold', 'Taken back', 'Still true?', 'Other code relies on this']) {
    expect(stdout.split('What to notice')[0]).toContain(part);
  }
  expect(stdout.split('\n').filter(line => stringWidth(line) > 80)).toEqual([]);
  expect([...readdirSync(cwd), ...readdirSync(tmp)]).toEqual([]);
});

test('the demo is the same whatever git config and variables the user has', () => {
  const home = temporaryDirectory();
  mkdirSync(join(home, 'hooks'));
  writeFileSync(join(home, 'hooks/reference-transaction'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(
    join(home, '.gitconfig'),
    `[core]\n\tautocrlf = true\n\thooksPath = ${join(home, 'hooks')}\n`,
  );
  const usual = ultragit(home, ['demo']);
  const other = ultragit(home, ['demo'], {
    env: { HOME: home, GIT_DIR: '/nowhere', GIT_WORK_TREE: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere' },
  });
  expect(other).toEqual(usual);
});

test('a demo that is interrupted removes its directory and ends its git', async () => {
  const tmp = temporaryDirectory();
  const git = new FakeGit();
  git.breaks('hang', 'fast-import');
  const env = environment({ tmp, env: { PATH: git.path } });
  const child = spawn(process.execPath, [program, 'demo'], { cwd: tmp, env });
  const ended = new Promise<number | null>(resolve => child.on('close', resolve));
  const hanging = await git.hanging();
  expect(readdirSync(tmp)).toHaveLength(1);
  child.kill('SIGINT');
  expect(await ended).toBe(130);
  expect(readdirSync(tmp)).toEqual([]);
  await expect.poll(() => isAlive(hanging)).toBe(false);
});

test('a demo that git can not build says so in one sentence, and leaves nothing', () => {
  const tmp = temporaryDirectory();
  const git = new FakeGit();
  git.breaks('fail', 'fast-import');
  const { status, stdout, stderr } = ultragit(tmp, ['demo'], { tmp, env: { PATH: git.path } });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toMatch(/^ultragit: git fast-import could not build the sample repository in \S+\.\n/);
  expect(stderr).toContain('TMPDIR');
  expect(readdirSync(tmp)).toEqual([]);
});

test('a demo whose question fails says why, and does not explain an answer that there is not', () => {
  const tmp = temporaryDirectory();
  const git = new FakeGit();
  git.breaks('garbage', 'blame');
  const { status, stdout, stderr } = ultragit(tmp, ['demo'], { tmp, env: { PATH: git.path } });
  expect(status).toBe(1);
  expect(stdout).not.toContain('What to notice');
  expect(stderr).toMatch(/^ultragit: git blame gave an answer that makes no sense\.\n/);
  expect(readdirSync(tmp)).toEqual([]);
});

test('a demo without a place for its repository says where it would have been', () => {
  const tmp = join(temporaryDirectory(), 'missing');
  const { status, stdout, stderr } = ultragit(process.cwd(), ['demo'], { tmp });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(`No directory can be made in ${tmp}`);
});
