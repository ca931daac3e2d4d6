/** Git started by node itself: what runs before simple-git is loaded, and what stays alive. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { PrivatePlace } from './place.ts';
import { commandLine, type GitCommand, type Start } from './runner.ts';

export type CatFile = ChildProcessByStdio<Writable, Readable, Readable>;

const LONGEST_OUTPUT = 16 * 1024 * 1024;

/** Notes packs are deep delta chains; with git's default cache reading them takes up to six times as long. */
const LARGE_CACHE = ['-c', 'core.deltaBaseCacheLimit=256m'];
/** Buffered, git writes its answers when it is told to flush, and not with three system calls for each. */
const CAT_FILE = ['cat-file', '--batch-command', '--buffer'];

export const startDirectly: Start = (command, onStart) =>
  new Promise((resolve, reject) => {
    const { place, input } = command;
    const options = { ...spawnOptions(place), maxBuffer: LONGEST_OUTPUT, killSignal: 'SIGKILL' as const };
    const child = execFile(place.git, commandLine(command), options, (error, stdout, stderr) => {
      if (child.exitCode === null) reject(error);
      else resolve({ exitCode: child.exitCode, stdout, stderr });
    });
    // Git may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    onStart(child);
  });

/** None where there is no file handle left for its pipes. */
export function startCatFile(place: PrivatePlace): CatFile | undefined {
  const child = spawn(place.git, [...LARGE_CACHE, ...CAT_FILE], spawnOptions(place));
  child.on('error', () => undefined);
  // Not in the types: node leaves them out when it has no handles for them.
  return child.stdin && child.stdout && child.stderr ? child : undefined;
}

/** The ids of all objects, in the order of the packs. */
const LISTING = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];

/** None where there is no file handle left for its pipes. */
export function startListing(place: PrivatePlace): ChildProcessByStdio<null, Readable, null> | undefined {
  const child = spawn(place.git, LISTING, { ...spawnOptions(place), stdio: ['ignore', 'pipe', 'ignore'] });
  child.on('error', () => undefined);
  return child.stdout ? child : undefined;
}

function spawnOptions({ env, cwd }: GitCommand['place']) {
  return { env, cwd, windowsHide: true };
}
