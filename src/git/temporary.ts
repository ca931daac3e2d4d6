/**
 * Directories of our own in the temporary directory. Their names say which process of which machine they belong to, so
 * that what a killed process left is recognised and removed by a later one.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, opendirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { own } from './run/owned.ts';

const OURS = /^ultragit-(?:git|demo)-([0-9a-f]{8})-([1-9]\d{0,9})-\w{6}$/;
const DAY = 24 * 60 * 60 * 1000;
/** Where the process can't be looked for, or where its id may have gone to another one. */
const ABANDONED_AFTER = 7 * DAY;
const MOST_ENTRIES = 10_000;
const MOST_REMOVED = 100;

let hasMade = false;

/** Removed when this thread exits; whoever removes it before calls `forget`. */
export function makeTemporary(purpose: 'git' | 'demo'): { path: string; forget(): void } {
  hasMade = true;
  const path = mkdtempSync(join(tmpdir(), `ultragit-${purpose}-${machine()}-${process.pid}-`));
  return { path, forget: own({ directory: path }) };
}

/** For a process that runs once: it looks for what others left only where it made something itself. */
export function removeAbandonedIfMade(now: number): void {
  if (hasMade) removeAbandoned(now);
}

/** Removes what killed processes of this user left. Never fails, and looks at so many entries at most. */
export function removeAbandoned(now: number, directory = tmpdir()): void {
  for (const { name, path } of candidates(directory)) {
    try {
      // Links in it are removed, and not followed.
      if (isAbandoned(name, path, now)) rmSync(path, { recursive: true, force: true });
    } catch {
      // Another one was faster, or it is not ours to remove.
    }
  }
}

function candidates(directory: string): { name: string; path: string }[] {
  const found: { name: string; path: string }[] = [];
  try {
    const listing = opendirSync(directory, { bufferSize: 1_000 });
    try {
      for (let seen = 0; seen < MOST_ENTRIES && found.length < MOST_REMOVED; seen++) {
        const entry = listing.readSync();
        if (!entry) break;
        if (OURS.test(entry.name)) found.push({ name: entry.name, path: join(directory, entry.name) });
      }
    } finally {
      listing.closeSync();
    }
  } catch {
    // What can't be listed is not cleared up.
  }
  return found;
}

function isAbandoned(name: string, path: string, now: number): boolean {
  const [, where, pid] = OURS.exec(name) ?? [];
  const found = lstatSync(path);
  const isOurs = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
  if (!isOurs || Number(pid) === process.pid) return false;
  if (where === machine() && !isRunning(Number(pid))) return true;
  return now - found.mtimeMs > ABANDONED_AFTER;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process has that id now.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

let known: string | undefined;

/** Process ids mean something within one machine, and on Linux within one namespace of it. */
function machine(): string {
  known ??= createHash('sha256').update(`${hostname()}\n${namespace()}`).digest('hex').slice(0, 8);
  return known;
}

function namespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return '';
  }
}
