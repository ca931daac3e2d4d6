// @ts-check
// A scenario's history.fi becomes a real repository: git init, git fast-import, checkout. Nothing of the
// machine's git configuration takes part, so the ids are the same everywhere.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

/**
 * @typedef {object} BuildOptions
 * @property {boolean} [bare]
 * @property {'sha1' | 'sha256'} [objectFormat] sha256 works for streams that spell out no ids in commands.
 */

/** The names of all scenarios, sorted. */
export function scenarios() {
  return readdirSync(here)
    .filter(name => existsSync(join(here, name, 'history.fi')))
    .sort();
}

/**
 * All that git may know of the outside world.
 * @param {string} home
 * @returns {Record<string, string>}
 */
export function gitEnvironment(home) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}

/**
 * Builds the scenario's repository in `directory`, which must be empty or missing.
 * @param {string} scenario
 * @param {string} directory
 * @param {BuildOptions} [options]
 */
export function buildRepository(scenario, directory, { bare = false, objectFormat = 'sha1' } = {}) {
  const stream = readFileSync(join(here, scenario, 'history.fi'));
  mkdirSync(directory, { recursive: true });
  if (readdirSync(directory).length > 0) throw new Error(`Directory is not empty: ${directory}`);
  const git = (/** @type {string[]} */ args, /** @type {string | Buffer} */ input = '') =>
    execFileSync('git', args, {
      cwd: directory,
      env: gitEnvironment(directory),
      input,
      stdio: ['pipe', 'pipe', 'pipe'],
    }).toString();

  const shape = bare ? ['--bare'] : [];
  git(['init', '-q', '-b', 'main', '--template=', `--object-format=${objectFormat}`, ...shape]);
  git(['fast-import', '--quiet'], stream);
  const born = git(['for-each-ref', 'refs/heads/main']) !== '';
  if (born && !bare) git(['reset', '-q', '--hard']);
}
