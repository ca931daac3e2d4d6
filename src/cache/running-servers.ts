/** Which servers run on this machine for this user, and which port a worktree had: a small private file for each. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheEntries, removeCacheFile, userAndTime, writeCacheFile } from './files.ts';
import { digitsOf, readSmallFile } from './small-file.ts';

export type RunningServer = {
  worktree: string;
  /** Of the protocol: `http://127.0.0.1:3000/mcp`; how the server is stands at `/status` beside it. */
  url: string;
  pid: number;
  /** As ISO 8601. */
  started: string;
  version: string;
  /** Whether one is needed, and never the token. */
  token: boolean;
};

type Port = { worktree: string; port: number };

const LARGEST_FILE = 16 * 1024;
const STATE = /^[0-9a-f]{16}-\d+\.json$/;
const PORT = /^[0-9a-f]{16}\.port$/;

/** Gives what takes it back. `directory` is the user's cache directory, here and below. */
export function announceServer(directory: string, server: RunningServer): () => void {
  const file = stateFile(directory, server);
  writeCacheFile(file, Buffer.from(JSON.stringify(server)), userAndTime());
  return () => void removeCacheFile(file);
}

/** Those whose process is there; the files of the others are removed. */
export function runningServers(directory: string): RunningServer[] {
  const found = valuesOf(directory, STATE).filter(isServer);
  for (const server of found) if (!isProcess(server.pid)) forgetServer(directory, server);
  return found.filter(({ pid }) => isProcess(pid));
}

/** For whoever finds that nothing of ours answers there: the number of a process is used again. */
export function forgetServer(directory: string, server: RunningServer): void {
  removeCacheFile(stateFile(directory, server));
}

export function rememberPort(directory: string, { worktree, port }: Port): void {
  writeCacheFile(
    portFile(directory, worktree),
    Buffer.from(JSON.stringify({ worktree, port })),
    userAndTime(),
  );
}

/** The port that a worktree had last, and those of the other worktrees that are still there. */
export function rememberedPorts(directory: string, worktree: string): { own?: number; others: Set<number> } {
  const known = valuesOf(directory, PORT).filter(isPort);
  for (const { worktree: other } of known) {
    if (!existsSync(other)) removeCacheFile(portFile(directory, other));
  }
  const own = known.find(one => one.worktree === worktree)?.port;
  const others = known.filter(one => one.worktree !== worktree && existsSync(one.worktree));
  return { own, others: new Set(others.map(({ port }) => port)) };
}

function stateFile(directory: string, { worktree, pid }: RunningServer): string {
  return join(room(directory), `${digitsOf(worktree)}-${pid}.json`);
}

function portFile(directory: string, worktree: string): string {
  return join(room(directory), `${digitsOf(worktree)}.port`);
}

function room(directory: string): string {
  return join(directory, 'servers');
}

function valuesOf(directory: string, name: RegExp): unknown[] {
  const names = cacheEntries(room(directory)).filter(entry => name.test(entry));
  return names.map(entry => fromJson(readSmallFile(join(room(directory), entry), LARGEST_FILE)));
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isServer(value: unknown): value is RunningServer {
  const { worktree, url, pid, started, version, token } = (value ?? {}) as Record<string, unknown>;
  const isText = [worktree, url, started, version].every(one => typeof one === 'string');
  return isText && Number.isSafeInteger(pid) && Number(pid) > 0 && typeof token === 'boolean';
}

function isPort(value: unknown): value is Port {
  const { worktree, port } = (value ?? {}) as Record<string, unknown>;
  return typeof worktree === 'string' && Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536;
}

function fromJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
