// A question that was answered is answered again without git, in the same words, while nothing has changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { environment, program, type Run, ultragit } from '../support/cli.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const QUESTIONS = [
  ['read', FILE],
  ['read', FILE, 'MqttClient::connect', '--json'],
  ['deps', FILE, 'MqttClient::connect'],
  ['summary', 'src', '--format', 'pretty'],
  ['history', FILE, 'MqttClient::connect'],
  ['why', `${FILE}:20`],
  ['search', 'reconnect'],
];

let repo: Repository;
let home: string;

beforeEach(async () => {
  repo = await buildRepository('mqtt-client');
  home = temporaryDirectory();
});

const run = (words: string[], env: Record<string, string> = {}, cwd = repo.path) =>
  ultragit(repo, words, { cwd, env: { HOME: home, ...env } });

/** What was changed a moment before the first run is looked at again by the second. */
function settled(words: string[], env: Record<string, string> = {}, cwd = repo.path): Run {
  run(words, env, cwd);
  return run(words, env, cwd);
}

/** Only what is known can be answered so. */
const withoutGit = (words: string[], env: Record<string, string> = {}, cwd = repo.path) =>
  run(words, { ...env, PATH: '/nowhere' }, cwd);

function keptFiles(cache = join(home, '.cache/ultragit')): string[] {
  if (!existsSync(cache)) return [];
  const names = readdirSync(cache, { recursive: true, encoding: 'utf8' });
  return names.filter(name => /^answers-.\//.test(name)).map(name => join(cache, name));
}

test.each(QUESTIONS)('%s %s is answered again without git', (...words) => {
  const first = settled(words);
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(withoutGit(words)).toEqual(first);
  expect(run([...words, '--no-cache'])).toEqual(first);
});

test('another place, look or flag is another question', () => {
  const words = ['read', FILE, '--format', 'pretty'];
  const plain = settled(words);
  const wide = run(words, { COLUMNS: '200' });
  const coloured = run(words, { NO_COLOR: '', FORCE_COLOR: '1' });
  expect(new Set([plain.stdout, wide.stdout, coloured.stdout]).size).toBe(3);
  expect(withoutGit(words, {}, join(repo.path, 'src')).status).not.toBe(0);
  expect(withoutGit([...words, '--verbose']).status).not.toBe(0);
  expect(withoutGit(words)).toEqual(plain);
});

test('from elsewhere with --repo, and in a subdirectory', () => {
  const named = ['read', FILE, '--repo', repo.path];
  const there = settled(named, {}, home);
  expect(withoutGit(named, {}, home)).toEqual(there);
  const inside = join(repo.path, 'src/mqtt');
  const here = settled(['read', 'client.ts'], {}, inside);
  expect(withoutGit(['read', 'client.ts'], {}, inside)).toEqual(here);
});

test('an edit of the same size in the same moment is seen', () => {
  const path = join(repo.path, FILE);
  const text = readFileSync(path, 'utf8');
  for (let turn = 0; turn < 4; turn++) {
    writeFileSync(path, `//${turn}\n${text}`);
    const first = run(['read', FILE, '--json']);
    writeFileSync(path, `\n\n\n\n${text}`);
    expect(run(['read', FILE, '--json']).stdout).not.toBe(first.stdout);
  }
});

test('what fails is not kept, and neither is what time or a tag decides', () => {
  repo.git('tag', 'v1', 'HEAD~1');
  const words = [
    ['read', 'nope.ts'],
    ['read', FILE, '--since', 'yesterday'],
    ['read', FILE, '--rev', 'v1'],
    ['why', FILE],
  ];
  for (const some of words) settled(some);
  expect(keptFiles()).toEqual([]);
});

test('--no-cache neither reads nor writes', () => {
  settled(['read', FILE, '--no-cache']);
  expect(keptFiles()).toEqual([]);
  settled(['read', FILE]);
  expect(keptFiles()).toHaveLength(1);
  expect(withoutGit(['read', FILE, '--no-cache']).status).not.toBe(0);
});

describe('a kept answer', () => {
  test('is for its owner alone, and is not used where others may have written it', () => {
    settled(['read', FILE]);
    const [file = ''] = keptFiles();
    expect(lstatSync(file).mode & 0o777).toBe(0o600);
    for (const place of [file, join(file, '..'), join(file, '../..')]) {
      const { mode } = lstatSync(place);
      chmodSync(place, (mode & 0o777) | 0o020);
      expect(withoutGit(['read', FILE]).status, place).not.toBe(0);
      chmodSync(place, mode & 0o777);
    }
    expect(withoutGit(['read', FILE]).status).toBe(0);
  });

  test.runIf(process.getuid?.() === 0)('is not given from a repository of another user', () => {
    settled(['read', FILE]);
    for (const place of ['', '.git']) {
      chownSync(join(repo.path, place), 65534, 65534);
      expect(withoutGit(['read', FILE]).status, place).not.toBe(0);
      chownSync(join(repo.path, place), 0, 0);
    }
    expect(withoutGit(['read', FILE]).status).toBe(0);
  });

  test('is not written into a repository', () => {
    const cache = join(repo.path, 'cache');
    settled(['read', FILE], { XDG_CACHE_HOME: cache });
    expect(keptFiles(join(cache, 'ultragit'))).toEqual([]);
  });

  test('comes whole to a reader that is slow, and ends quietly for one that has gone', async () => {
    const path = 'long.txt';
    const long = Array.from({ length: 400 }, (_, at) => `Rule ${at} ${'x'.repeat(400)}`);
    repo.commit('Long', { [path]: 'text\n' });
    repo.annotate('HEAD', {
      $schema: 'ultragit/v1',
      summary: 's',
      regions: [{ file: path, intent: 'i', constraints: long.map(text => ({ text, source: 'author' })) }],
    });
    const words = ['read', path, '--max-tokens', '1000000', '--json'];
    const { stdout } = settled(words);
    expect(stdout.length).toBeGreaterThan(100_000);
    const start = () =>
      spawn(process.execPath, [program, ...words], {
        cwd: repo.path,
        env: { ...environment(), HOME: home, PATH: '/nowhere' },
      });
    const slow = start();
    slow.stdout.pause();
    await once(slow.stdout, 'readable');
    let text = '';
    slow.stdout.setEncoding('utf8').on('data', chunk => (text += chunk));
    expect(await once(slow, 'close')).toEqual([0, null]);
    expect(text).toBe(stdout);
    const gone = start();
    gone.stdout.destroy();
    expect(await once(gone, 'close')).toEqual([0, null]);
  });
});

test('without a home there is nothing to keep it in, and all else works', () => {
  mkdirSync(join(home, 'tmp'));
  const { status } = ultragit(repo, ['read', FILE], { env: { HOME: '', TMPDIR: join(home, 'tmp') } });
  expect(status).toBe(0);
});
