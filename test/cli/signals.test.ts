// A program that is told to stop takes its git and its temporary directory with it.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findGit } from '../../src/git/run/place.ts';
import { environment, program } from '../support/cli.ts';
import { isAlive } from '../support/process.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

test.each([
  ['SIGINT', 130, 'blame'],
  ['SIGTERM', 143, 'blame'],
  ['SIGHUP', 129, 'blame'],
  ['SIGTERM', 143, 'cat-file'],
] as const)('%s, exit %i, while it waits for git %s', async (signal, code, subcommand) => {
  const repo = await buildRepository('mqtt-client');
  const room = temporaryDirectory();
  const tmp = temporaryDirectory();
  const pid = join(room, 'pid');
  const real = await findGit(process.env.PATH);
  const hang = `case "$*" in *${subcommand}*) echo $$ > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 50;; esac`;
  writeFileSync(join(room, 'git'), `#!/bin/sh\n${hang}\nexec ${real} "$@"\n`);
  chmodSync(join(room, 'git'), 0o755);
  const env = environment({ tmp, env: { PATH: `${room}:${process.env.PATH}` } });
  const child = spawn(process.execPath, [program, 'read', 'src/mqtt/client.ts'], { cwd: repo.path, env });
  const ended = new Promise<number | null>(resolve => child.on('close', resolve));
  await expect.poll(() => existsSync(pid), { timeout: 10_000 }).toBe(true);
  expect(readdirSync(tmp).length).toBeGreaterThan(0);
  child.kill(signal);
  expect(await ended).toBe(code);
  expect(readdirSync(tmp)).toEqual([]);
  await expect.poll(() => isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false);
});
