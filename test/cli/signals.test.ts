// A program that is told to stop takes its git and its temporary directory with it.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findGit } from '../../src/git/run/place.ts';
import { environment, program, ultragit } from '../support/cli.ts';
import { isAlive } from '../support/process.ts';
import { buildRepository, temporaryDirectory } from '../support/repository.ts';

test.each([
  ['SIGINT', 130, 'blame'],
  ['SIGTERM', 143, 'blame'],
  ['SIGHUP', 129, 'blame'],
  ['SIGTERM', 143, 'cat-file'],
] as const)('%s, exit %i, while it waits for git %s', async (signal, code, subcommand) => {
  const repo = await buildRepository('mqtt-client', { packed: true });
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
  await expect.poll(() => existsSync(pid)).toBe(true);
  expect(readdirSync(tmp).length).toBeGreaterThan(0);
  await expect.poll(() => catches(child.pid, signal)).toBe(true);
  const isIdle = idleness(child.pid);
  await expect.poll(isIdle, { interval: 100 }).toBe(true);
  child.kill(signal);
  expect(await ended).toBe(code);
  expect(readdirSync(tmp)).toEqual([]);
  await expect.poll(() => isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false);
});

/** Whether the process has a handler for a signal, which it has as soon as it waits. */
function catches(pid: number | undefined, signal: NodeJS.Signals): boolean {
  const mask = /^SigCgt:\s*(\w+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals[signal] - 1)) & 1n) === 1n;
}

/** Whether the process has used no processor time since it was last asked: then it waits, and does not work meanwhile. */
function idleness(pid: number | undefined): () => boolean {
  let before = '';
  return () => {
    const used = readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ').slice(13, 15).join(' ');
    const isIdle = used === before;
    before = used;
    return isIdle;
  };
}

describe('while it works, in a loop that never lets go', () => {
  /** Spins as soon as the first note is parsed, whoever does that. */
  const SPIN = `
    const { writeFileSync } = require('node:fs');
    const parse = JSON.parse;
    JSON.parse = (text, ...rest) => {
      if (String(text).includes('"regions"')) {
        writeFileSync(process.env.SPINS, '');
        for (;;);
      }
      return parse(text, ...rest);
    };`;

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends it, and the next run clears up',
    async signal => {
      const repo = await buildRepository('mqtt-client', { packed: true });
      const room = temporaryDirectory();
      const tmp = temporaryDirectory();
      const spins = join(room, 'spins');
      writeFileSync(join(room, 'spin.cjs'), SPIN);
      const spin = { NODE_OPTIONS: `--require ${join(room, 'spin.cjs')}`, SPINS: spins };
      const child = spawn(process.execPath, [program, 'read', 'src/mqtt/client.ts', '--no-cache'], {
        cwd: repo.path,
        env: environment({ tmp, env: spin }),
      });
      onTestFinished(() => void child.kill('SIGKILL'));
      const ended = new Promise(resolve => child.on('close', (_code, by) => resolve(by)));
      await expect.poll(() => existsSync(spins)).toBe(true);
      child.kill(signal);
      expect(await ended).toBe(signal);
      expect(readdirSync(tmp)).toHaveLength(1);
      expect(ultragit(repo, ['read', 'src/mqtt/client.ts'], { tmp }).status).toBe(0);
      expect(readdirSync(tmp)).toEqual([]);
    },
  );
});
