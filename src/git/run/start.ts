/** Git started by node itself, as the leader of a process group, so that what git starts ends with it. */
import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { endGroup } from './owned.ts';
import type { PrivatePlace } from './place.ts';
import { commandLine, type GitCommand, type Start } from './runner.ts';
import { heardFromGit } from './waiting.ts';

export type CatFile = ChildProcessByStdio<Writable, Readable, Readable>;

/** No string can be longer. */
const LONGEST_OUTPUT = 512 * 1024 * 1024 - 1024;

/** Notes packs are deep delta chains; with git's default cache reading them takes up to six times as long. */
const LARGE_CACHE = ['-c', 'core.deltaBaseCacheLimit=256m'];
/** Buffered, git writes its answers when it is told to flush, and not with three system calls for each. */
const CAT_FILE = ['cat-file', '--batch-command', '--buffer'];

export const startDirectly: Start = (command, onStart) =>
  new Promise((resolve, reject) => {
    const { place, input } = command;
    const child = spawnLeader(place, commandLine(command));
    const [stdout, stderr] = [collect(child, child.stdout), collect(child, child.stderr)];
    child.on('error', reject);
    child.on('close', exitCode => {
      if (exitCode === null) reject(new Error('killed'));
      else resolve({ exitCode, stdout: stdout(), stderr: stderr() });
    });
    // Git may end without reading its input.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    onStart(child);
  });

/** Not in the types: node leaves the streams out when it has no file handles for them. */
function collect(child: ChildProcess, stream: Readable | null | undefined): () => string {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > LONGEST_OUTPUT) child.kill('SIGKILL');
  });
  return () => Buffer.concat(chunks).toString();
}

/** None where there is no file handle left for its pipes. */
export function startCatFile(place: PrivatePlace): CatFile | undefined {
  const child = spawnLeader(place, [...LARGE_CACHE, ...CAT_FILE]);
  child.on('error', () => undefined);
  return child.stdin && child.stdout && child.stderr ? child : undefined;
}

/** The ids of all objects, in the order of the packs. */
const LISTING = ['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'];

/** None where there is no file handle left for its pipes. */
export function startListing(place: PrivatePlace): CatFile | undefined {
  const child = spawnLeader(place, LISTING);
  child.on('error', () => undefined);
  child.stdin?.end();
  child.stderr?.resume();
  return child.stdout ? child : undefined;
}

/** One that reaches a remote keeps the terminal, on which it may ask for a password, and with it our own group. */
function spawnLeader({ git, env, cwd, mode }: GitCommand['place'], args: readonly string[]): CatFile {
  const leads = mode !== 'writing' && process.platform !== 'win32';
  const child = spawn(git, args, { env, cwd, windowsHide: true, detached: leads });
  // What it started and left behind would keep our pipes open.
  if (leads) child.on('exit', () => endGroup(child.pid));
  // Before whoever works with it. Not in the types: without file handles left there are no streams.
  child.stdout?.on('data', heardFromGit);
  child.on('close', heardFromGit);
  return child;
}
