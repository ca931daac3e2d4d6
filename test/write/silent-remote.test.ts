// A remote that accepts and says nothing is given up, and nothing that git started for it is left.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { environment, program, type Run } from '../support/cli.ts';
import { IMPATIENT } from '../support/patient.ts';
import { type Repository, temporaryDirectory } from '../support/repository.ts';
import { noteOf, REF, sharing, tipOf } from '../support/sharing.ts';

let repo: Repository;
let server: Server;
let port: number;
let room: string;

beforeEach(async () => {
  repo = (await sharing(1)).clones[0] as Repository;
  repo.annotate('HEAD', { schema: 'ultragit/v1', regions: [{ file: 'a.ts', intent: 'mine' }] });
  server = createServer(() => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
  room = temporaryDirectory();
});

afterEach(() => {
  server.close();
});

/** Waits for the end of its output, too, which whatever it left behind would hold. */
async function sync(): Promise<Run> {
  const env = environment({ env: { ...IMPATIENT, GIT_SSH_COMMAND: silentSsh() } });
  const child = spawn(process.execPath, [program, 'sync'], { cwd: repo.path, env });
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  return { status, stdout, stderr };
}

/** It starts another program, as a proxy command is one. */
function silentSsh(): string {
  const [ssh, pipe] = [join(room, 'ssh'), join(room, 'pipe')];
  execFileSync('mkfifo', [pipe]);
  writeFileSync(ssh, `#!/bin/sh\ncat "${pipe}"\n:\n`);
  chmodSync(ssh, 0o755);
  return ssh;
}

/** The command lines of what was started to reach this remote. */
const running = () =>
  execFileSync('ps', ['-A', '-o', 'stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => !line.startsWith('Z') && (line.includes(`127.0.0.1:${port}`) || line.includes(room)));

const TRANSPORTS = [
  ['git', () => `git://127.0.0.1:${port}/x.git`],
  ['http', () => `http://127.0.0.1:${port}/x.git`],
  ['ssh', () => `ssh://127.0.0.1:${port}/x.git`],
] as const;

describe.each(TRANSPORTS)('over %s', (_name, address) => {
  test('a fetch that gets no answer ends, and the notes are as before', async () => {
    repo.git('remote', 'set-url', 'origin', address());
    const before = tipOf(repo);
    const { status, stdout, stderr } = await sync();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('The remote origin did not answer in time.');
    expect(stderr).toContain(`${REF} is as it was before.`);
    expect(tipOf(repo)).toBe(before);
    await expect.poll(running).toEqual([]);
  });

  test('a push that gets no answer ends, and says what was done', async () => {
    repo.git('remote', 'set-url', '--push', 'origin', address());
    const { status, stdout, stderr } = await sync();
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain('The remote origin did not answer in time.');
    expect(stderr).toContain(
      `What origin has is merged into ${REF} here; whether it got yours is not known.`,
    );
    expect(noteOf(repo, 'HEAD')).toContain('mine');
    await expect.poll(running).toEqual([]);
  });
});
