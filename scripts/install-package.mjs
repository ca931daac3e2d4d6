// Installs a package from npm outside the project, for what only some checks need.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Where such packages stay for the next run when nobody says where. */
export function toolCache(env = process.env) {
  const home = homedir();
  return join(env.XDG_CACHE_HOME || (home === '' ? tmpdir() : join(home, '.cache')), 'ultragit-development');
}

/**
 * `<directory>/node_modules/<name>`, installed unless it is there; its install scripts do not run. Throws an error with
 * npm's reason. Others may install the same at the same time: the directory appears whole or not at all.
 */
export function installPackage(name, version, directory) {
  const installed = join(directory, 'node_modules', name);
  if (existsSync(installed)) return installed;
  mkdirSync(dirname(directory), { recursive: true });
  const room = mkdtempSync(`${directory}.new-`);
  try {
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    // A project of its own, because with --prefix npm does not read the machine's own npmrc.
    writeFileSync(join(room, 'package.json'), '{}\n');
    const { status, stderr, error } = spawnSync('npm', ['install', ...flags, `${name}@${version}`], {
      cwd: room,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status !== 0) {
      throw new Error(
        `npm could not install ${name}@${version}: ${reason(stderr) ?? error?.message ?? status}`,
      );
    }
    moveInto(room, directory, installed);
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
  return installed;
}

function moveInto(room, directory, installed) {
  try {
    renameSync(room, directory);
  } catch (error) {
    if (!existsSync(installed)) throw error;
  }
}

function reason(stderr) {
  const lines = (stderr ?? '').split('\n').map(line => line.replace(/^npm error\s*/, ''));
  return (
    lines
      .filter(line => line !== '' && !line.startsWith('A complete log'))
      .slice(0, 3)
      .join(' · ') || undefined
  );
}
