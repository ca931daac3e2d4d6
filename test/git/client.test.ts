// One-shot commands: what git says, and what happens when it says nothing.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type GitCall, openGitClient } from '../../src/git/client.ts';
import { discover } from '../../src/git/discover.ts';
import { findGit, type GitOutput } from '../../src/git/run.ts';
import { isAlive } from '../support/process.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

const call = (...args: string[]): GitCall<GitOutput> => ({ args, parse: output => output });

async function client(script?: string, deadline = 60_000) {
  const repo = await buildRepository('mqtt-client');
  const location = await discover(repo.path, { PATH: process.env.PATH, HOME: repo.env.HOME });
  const room = temporaryDirectory();
  const real = await findGit(process.env.PATH);
  writeFileSync(join(room, 'git'), `#!/bin/sh\necho $$ > ${room}/pid\n${script ?? `exec ${real} "$@"`}\n`);
  chmodSync(join(room, 'git'), 0o755);
  const opened = await openGitClient(location, `${room}:${process.env.PATH}`, deadline);
  onTestFinished(() => opened.close());
  return { opened, repo, pid: () => Number(readFileSync(join(room, 'pid'), 'utf8')) };
}

test('a refusal is an answer: exit code, stdout and stderr', async () => {
  const { opened, repo } = await client();
  expect(await opened.run(call('rev-parse', 'refs/heads/main'))).toMatchObject({
    exitCode: 0,
    stdout: `${repo.git('rev-parse', 'HEAD')}\n`,
  });
  expect(await opened.run(call('rev-parse', '--verify', '-q', 'none'))).toMatchObject({
    exitCode: 1,
    stdout: '',
  });
  expect((await opened.run(call('no-such-command'))).exitCode).toBe(1);
});

test('input goes in, large output comes out', async () => {
  const { opened, repo } = await client();
  const input = `${repo.git('rev-parse', 'HEAD')}\n`;
  expect(
    (await opened.run({ ...call('rev-list', '--stdin'), input })).stdout.split('\n').length,
  ).toBeGreaterThan(8);
});

test('a stopped git is an error within the deadline, and does not stay', async () => {
  const { opened, pid } = await client('kill -STOP $$', 300);
  await expect(opened.run(call('log'))).rejects.toMatchObject({ code: 'git_timeout' });
  await expect.poll(() => isAlive(pid())).toBe(false);
});

test('a cancelled call ends at once, and its git with it', async () => {
  const { opened, pid } = await client('kill -STOP $$');
  const controller = new AbortController();
  const running = opened.run(call('log'), controller.signal);
  running.catch(() => undefined);
  await expect.poll(() => existsSync(join(opened.git, '../pid'))).toBe(true);
  controller.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  await expect.poll(() => isAlive(pid())).toBe(false);
  await expect(opened.run(call('log'), controller.signal)).rejects.toMatchObject({ code: 'cancelled' });
});
