/** A throwaway home and repository, and the built program run in it with next to no environment. */

import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterEachTest } from '../support/clean-up.ts';
import { shareCompiledCode } from '../support/home.ts';
import { PATIENT } from '../support/patient.ts';

export const CLI = resolve('dist/cli.js');

export type Sandbox = {
  base: string;
  home: string;
  repo: string;
  env: Record<string, string>;
  write(path: string, text: string | Buffer): string;
  run(...args: string[]): Run;
  /** The same, from another directory. */
  runIn(cwd: string, ...args: string[]): Run;
};

type Run = { code: number | null; stdout: string; stderr: string };

const made: string[] = [];

afterEachTest(() => {
  for (const path of made.splice(0)) rmSync(path, { recursive: true, force: true });
});

export function sandbox(): Sandbox {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'ultragit-install-')));
  made.push(base);
  const [home, repo, bin] = ['home', 'repo', 'bin'].map(name => join(base, name)) as [string, string, string];
  for (const path of [home, repo, bin]) mkdirSync(path);
  program(join(bin, 'ultragit'), `exec "${process.execPath}" "${CLI}" "$@"`);
  const env = {
    PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: home,
    NO_COLOR: '1',
    ...PATIENT,
    XDG_CACHE_HOME: join(base, 'cache'),
  };
  shareCompiledCode(env);
  execFileSync('git', ['init', '-q', repo], { env });
  const run = (cwd: string, args: string[]): Run => {
    const options = { cwd, env, encoding: 'utf8', timeout: 600_000 } as const;
    const done = spawnSync(process.execPath, [CLI, 'mcp', ...args], options);
    return { code: done.status, stdout: done.stdout, stderr: done.stderr };
  };
  return {
    base,
    home,
    repo,
    env,
    write: (path, text) => {
      const full = resolve(repo, path);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      return full;
    },
    run: (...args) => run(repo, args),
    runIn: (cwd, ...args) => run(cwd, args),
  };
}

/** A shell script on the disk. */
export function program(path: string, body: string): string {
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
  return path;
}

export const STRACE = 'strace';

export const hasStrace = spawnSync(STRACE, ['-V']).status === 0;
