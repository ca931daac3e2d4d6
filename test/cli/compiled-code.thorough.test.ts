// What V8 compiled is kept for the next run of the same command, and is never more than a help.
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { program, ultragit } from '../support/cli.ts';
import {
  buildRepository,
  type Repository,
  sharedRepository,
  temporaryDirectory,
} from '../support/repository.ts';

const FILE = 'src/mqtt/client.ts';
const QUERY = ['deps', FILE, '--json'];
const HOUR = 60 * 60 * 1000;

/** Says on stderr what became of compiled code that V8 was given. */
const SPY = `
  const vm = require('node:vm');
  vm.Script = class extends vm.Script {
    constructor(source, options) {
      super(source, options);
      if (source.length < 10) return;
      const given = options.cachedData ? (this.cachedDataRejected ? 'refused' : 'taken') : 'none';
      process.stderr.write('compiled code: ' + given + '\\n');
    }
  };`;

let repo: Repository;
let spy: string;
let answer: string;

beforeAll(async () => {
  repo = await buildRepository('mqtt-client');
  spy = join(temporaryDirectory(), 'spy.cjs');
  writeFileSync(spy, SPY);
  answer = run(temporaryDirectory()).stdout;
  expect(JSON.parse(answer).dependents.length).toBeGreaterThan(0);
});

/** Without what is kept of answers: to give one again, nothing is compiled. */
function run(home: string, args = QUERY, env: Record<string, string> = {}) {
  const words = args[0]?.startsWith('-') ? args : [...args, '--no-cache'];
  const { stderr, ...rest } = ultragit(repo, words, {
    env: { HOME: home, NODE_OPTIONS: `--require ${spy}`, ...env },
  });
  return { ...rest, code: /compiled code: (\w+)\n$/.exec(stderr)?.[1] ?? stderr };
}

function kept(home: string): string[] {
  const directory = join(home, '.cache/ultragit');
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names.filter(name => !/^(notes|sources)-/.test(name)).map(name => join(directory, name));
}

test('the program, which is read as Latin-1, is ASCII: its patterns for dashes and CJK match in the build, too', () => {
  const dist = dirname(program);
  const bundles = readdirSync(dist).filter(name => /^program-.*\.js$/.test(name));
  expect(bundles).toHaveLength(2);
  for (const bundle of bundles) {
    const text = readFileSync(join(dist, bundle), 'utf8');
    expect(text.match(/.{0,40}[^\n\x00-\x7f].{0,20}/g) ?? []).toEqual([]);
  }
});

test('each command has its own, and takes it from the second run on', () => {
  const home = temporaryDirectory();
  for (const command of ['read', 'deps', 'history', 'summary']) {
    const first = run(home, [command, FILE]);
    expect(first).toMatchObject({ status: 0, code: 'none' });
    expect(run(home, [command, FILE])).toEqual({ ...first, code: 'taken' });
  }
  expect(kept(home)).toHaveLength(4);
  const [version, help] = [run(home, ['--version']), run(home, ['--help'])];
  expect([version.code, help.code]).toEqual(['none', 'taken']);
  expect(kept(home)).toHaveLength(5);
});

test('the server has its own, too, made and taken by its worker thread', () => {
  const home = temporaryDirectory();
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'nope' } };
  const serve = () => {
    const { status, stderr } = ultragit(repo, ['mcp', 'start'], {
      env: { HOME: home, NODE_OPTIONS: `--require ${spy}` },
      input: `${JSON.stringify(request)}\n`,
    });
    return { status, stderr };
  };
  expect(serve()).toEqual({ status: 0, stderr: 'compiled code: none\n' });
  expect(kept(home)).toHaveLength(1);
  expect(serve()).toEqual({ status: 0, stderr: 'compiled code: taken\n' });
});

test('what a run kept that parsed a file is good for runs that parse and that do not', () => {
  const home = temporaryDirectory();
  expect(run(home, ['deps', FILE, 'MqttClient::connect'])).toMatchObject({ status: 0, code: 'none' });
  expect(run(home)).toEqual({ status: 0, stdout: answer, code: 'taken' });
  expect(run(home, ['deps', FILE, 'MqttClient::connect'])).toMatchObject({ status: 0, code: 'taken' });
});

test('damage anywhere is noticed and mended', () => {
  const home = temporaryDirectory();
  run(home);
  const [file = ''] = kept(home);
  const good = readFileSync(file);
  const flipped = (at: number) => {
    const bytes = Buffer.from(good);
    bytes[at]! ^= 1;
    return bytes;
  };
  const places = [0, 4, 9, 16, 100, 10_000, good.length >> 1, good.length - 5, good.length - 1];
  const cuts = [0, 3, 4, 64, good.length >> 1, good.length - 1].map(length => good.subarray(0, length));
  for (const bytes of [...places.map(flipped), ...cuts, Buffer.from('hello\n'.repeat(1000))]) {
    writeFileSync(file, bytes);
    expect(run(home)).toEqual({ status: 0, stdout: answer, code: 'none' });
    expect(run(home).code).toBe('taken');
  }
});

test('what others could have written is not taken', () => {
  const home = temporaryDirectory();
  run(home);
  const [file = ''] = kept(home);
  chmodSync(file, 0o666);
  expect(run(home)).toEqual({ status: 0, stdout: answer, code: 'none' });
  expect(run(home).code).toBe('taken');
});

test('other flags of V8 do not take it, do not take its place, and have their own', () => {
  const home = temporaryDirectory();
  run(home);
  const [file = ''] = kept(home);
  const before = readFileSync(file);
  const flags = { NODE_OPTIONS: `--require ${spy} --stack-trace-limit=20` };
  expect(run(home, QUERY, flags)).toEqual({ status: 0, stdout: answer, code: 'none' });
  expect(readFileSync(file).equals(before)).toBe(true);
  expect([run(home).code, run(home, QUERY, flags).code]).toEqual(['taken', 'taken']);
});

test('after an hour it is made again', () => {
  const home = temporaryDirectory();
  run(home);
  const [file = ''] = kept(home);
  const old = new Date(Date.now() - 2 * HOUR);
  utimesSync(file, old, old);
  expect(run(home).code).toBe('taken');
  expect(statSync(file).mtimeMs).toBeGreaterThan(old.getTime());
  expect(kept(home)).toEqual([file]);
  expect(run(home).code).toBe('taken');
});

test('nothing is kept of a run that failed, when it is switched off, in a repository, or where nothing can be', async () => {
  const home = temporaryDirectory();
  expect(run(home, ['deps', 'none.ts']).status).toBe(1);
  expect(kept(home)).toEqual([]);
  expect(run(home, QUERY, { NODE_DISABLE_COMPILE_CACHE: '1' })).toEqual({
    status: 0,
    stdout: answer,
    code: 'none',
  });
  expect(kept(home)).toEqual([]);
  const dotfiles = await buildRepository('empty-notes');
  expect(run(dotfiles.path)).toEqual({ status: 0, stdout: answer, code: 'none' });
  expect(kept(dotfiles.path)).toEqual([]);
  const way = join(temporaryDirectory(), 'way');
  dotfiles.write('inner/file', '');
  symlinkSync(join(dotfiles.path, 'inner'), way);
  const bare = sharedRepository('empty-notes', { bare: true }).path;
  for (const place of [way, bare, '/proc']) {
    expect(run(home, QUERY, { XDG_CACHE_HOME: place })).toMatchObject({ status: 0, code: 'none' });
    const names = existsSync(join(place, 'ultragit')) ? readdirSync(join(place, 'ultragit')) : [];
    expect(
      names.filter(name => name.startsWith('program-')),
      place,
    ).toEqual([]);
  }
  expect(run(join(spy, 'not-a-directory'))).toEqual({ status: 0, stdout: answer, code: 'none' });
});
