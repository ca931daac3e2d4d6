// The built program, started as a user would, with nothing in its environment but what it must have.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { oneLine } from '../../src/annotation/sanitise.ts';
import { sharedHome } from './home.ts';
import { PATIENT } from './patient.ts';
import type { Repository } from './repository.ts';

export const program = join(dirname(fileURLToPath(import.meta.url)), '../../dist/cli.js');

export type Run = { status: number | null; stdout: string; stderr: string };

type Options = { cwd?: string; env?: Record<string, string>; tmp?: string; input?: string };

export function environment(options: Options = {}): Record<string, string> {
  const tmp: Record<string, string> = options.tmp === undefined ? {} : { TMPDIR: options.tmp };
  return {
    PATH: process.env.PATH ?? '',
    HOME: sharedHome(),
    NO_COLOR: '1',
    ...PATIENT,
    ...tmp,
    ...options.env,
  };
}

export function ultragit(
  repo: Pick<Repository, 'path'> | string,
  args: string[],
  options: Options = {},
): Run {
  const cwd = options.cwd ?? (typeof repo === 'string' ? repo : repo.path);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    env: environment(options),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    input: options.input,
  });
  return { status, stdout, stderr };
}

/** Runs it with its output closed after the first bytes, as `head` does. */
export function withClosedPipe(repo: Repository, args: string[]): Promise<Run> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, ...args], { cwd: repo.path, env: environment() });
    let stderr = '';
    child.stderr.on('data', chunk => {
      stderr += chunk;
    });
    child.stdout.destroy();
    child.on('close', status => resolve({ status, stdout: '', stderr }));
  });
}

/** The one JSON document that a run in JSON mode prints, and nothing else. */
export function json<T = Record<string, unknown>>(run: Run): T {
  expect(
    run.stdout.endsWith('\n') && run.stdout.trim().split('\n').length === 1,
    run.stdout + run.stderr,
  ).toBe(true);
  return JSON.parse(run.stdout) as T;
}

export function subdirectory(repo: Repository, name: string): string {
  const path = join(repo.path, name);
  mkdirSync(path, { recursive: true });
  return path;
}

export type Failure = { $schema: string; error: { code: string; message: string; hints: string[] } };

/** The same failure for a person, one line and hints on stderr, and for a program, JSON on stdout. */
export function failure(repo: Repository | string, args: string[], options: { cwd?: string } = {}) {
  const person = ultragit(repo, ['read', ...args], options);
  const machine = ultragit(repo, ['read', ...args, '--json'], options);
  const { $schema, error } = json<Failure>(machine);
  expect($schema).toBe('ultragit-error/v1');
  expect(machine.stderr).toBe('');
  expect(person.stdout).toBe('');
  expect(person.stderr.split('\n')[0]).toBe(`ultragit: ${oneLine(error.message)}`);
  expect(person.stderr).not.toMatch(/^\s+at /m);
  expect(machine.status).toBe(person.status);
  return { ...error, status: person.status };
}
