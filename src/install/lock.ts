/**
 * One writer at a time: a lock file beside the config, which is created or refused, never followed.
 * A lock whose process is gone is set aside; one that can't be ours is left alone and reported.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, refused } from './config-file.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_WRONLY } = constants;
const PATIENCE_MS = 20_000;
/** No honest writer holds the lock for longer, and a writer checks that it still does before it commits. */
const STALE_MS = 60_000;
/** A lock without content belongs to a writer that died between creating and filling it. */
const STALE_EMPTY_MS = 2_000;

export type Lock = { isHeld(): boolean; release(): void };

export async function takeLock(path: string): Promise<Lock> {
  const mine = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}\n`;
  const deadline = Date.now() + PATIENCE_MS;
  while (!create(path, mine)) {
    const holder = look(path);
    if (holder && isStale(holder)) setAside(path, holder.content);
    else if (Date.now() > deadline) {
      throw refused(
        path,
        'is held by another ultragit',
        'If none is running, remove that file and try again.',
      );
    } else await wait(5 + Math.random() * 20);
  }
  return {
    isHeld: () => look(path)?.content === mine,
    release: () => {
      // Best effort: a lock that stays is stale as soon as this process ends.
      try {
        if (look(path)?.content === mine) rmSync(path, { force: true });
      } catch {}
    },
  };
}

function create(path: string, content: string): boolean {
  try {
    const fd = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      writeSync(fd, content, 0);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

type Holder = { content: string; ageMs: number };

function look(path: string): Holder | undefined {
  try {
    const stats = lstatSync(path);
    if (!stats.isFile()) {
      throw refused(
        path,
        'is in the way and is no lock of ultragit',
        'Look at it, remove it, and try again.',
      );
    }
    const fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return { content: readFileSync(fd, 'utf8'), ageMs: Date.now() - stats.mtimeMs };
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function isStale({ content, ageMs }: Holder): boolean {
  if (content === '') return ageMs > STALE_EMPTY_MS;
  const [pid, host] = content.split(' ');
  return ageMs > STALE_MS || (host === hostname() && !isAlive(Number(pid)));
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

/** Moves the dead lock away; if a living one was caught by the move, it goes back. */
function setAside(path: string, dead: string): void {
  const aside = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    renameSync(path, aside);
    if (readFileSync(aside, 'utf8') === dead) rmSync(aside, { force: true });
    else renameSync(aside, path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
