// A fresh clone: npm takes the lock file as it is, for every platform, and has nothing to say about it.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../support/repository.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');

/** Without network and cache: npm asks for nothing that the lock file tells. */
function npmCi(directory: string, ...flags: string[]) {
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    npm_config_userconfig: join(directory, 'npmrc'),
    npm_config_update_notifier: 'false',
  };
  const args = ['ci', '--dry-run', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...flags];
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: directory, env, encoding: 'utf8', shell });
  return { status, stdout, stderr };
}

function clone(): string {
  const directory = temporaryDirectory();
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(root, name), join(directory, name));
  return directory;
}

const machines = [
  ['linux', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

describe.each(machines)('on %s %s', (os, cpu) => {
  test('npm ci installs what the lock file has, without a warning', () => {
    const { status, stdout, stderr } = npmCi(clone(), `--os=${os}`, `--cpu=${cpu}`);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`add @esbuild/${os}-${cpu} `);
    expect(stdout).toContain(`add @biomejs/cli-${os}-${cpu} `);
  });
});

test('npm install leaves no package of another platform out that complete-lock.mjs does not put back', () => {
  const directory = clone();
  const lock = JSON.parse(lockFile);
  const left = Object.keys(lock.packages).filter(name => /-(darwin|win32)-/.test(name));
  expect(left.length).toBeGreaterThan(5);
  for (const name of left) delete lock.packages[name];
  writeFileSync(join(directory, 'package-lock.json'), JSON.stringify(lock));
  expect(npmCi(directory).stderr).toMatch(/Missing: @biomejs\/cli-darwin-arm64/);
  const script = join(root, 'scripts/complete-lock.mjs');
  expect(spawnSync(process.execPath, [script], { cwd: directory }).status).toBe(0);
  expect(npmCi(directory)).toMatchObject({ status: 0, stderr: '' });
  const names = (text: string) => Object.keys(JSON.parse(text).packages);
  expect(names(readFileSync(join(directory, 'package-lock.json'), 'utf8'))).toEqual(names(lockFile));
});

test('the lock file names no registry', () => {
  expect(lockFile).not.toMatch(/"resolved"|registry/);
});
