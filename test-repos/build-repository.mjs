// A scenario's history.fi becomes a real repository: git init, git fast-import, checkout. Nothing of the
// machine's git configuration takes part, so the ids are the same everywhere.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));

export function scenarios() {
  return readdirSync(here, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => entry.name)
    .sort();
}

export function gitEnvironment(home) {
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
  };
}

export function buildRepository(scenario, directory, { bare = false, objectFormat = 'sha1' } = {}) {
  const stream = readFileSync(join(here, scenario, 'history.fi'));
  mkdirSync(directory, { recursive: true });
  const git = (args, input = '') =>
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
