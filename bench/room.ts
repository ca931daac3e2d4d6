// Where a benchmark works: a directory of its own, or one that all of a run share, so that large repositories are made once.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const CLI = resolve('dist/cli.js');
export const NODE = process.execPath;

const shared = process.env.BENCH_ROOM;
export const room = shared ?? realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-bench-')));

/** Nothing of the caller's environment: some of it slows node itself. */
export const env = {
  PATH: process.env.PATH ?? '',
  HOME: room,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Bench',
  GIT_AUTHOR_EMAIL: 'bench@example.com',
  GIT_COMMITTER_NAME: 'Bench',
  GIT_COMMITTER_EMAIL: 'bench@example.com',
};

export function leave(): void {
  if (shared === undefined) rmSync(room, { recursive: true, force: true });
}

export function git(cwd: string, args: readonly string[], input?: string): string {
  return execFileSync('git', args, { cwd, env, input, maxBuffer: 1 << 28 }).toString();
}
