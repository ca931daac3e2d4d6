// Nothing is written, nothing but git is started, nothing goes over the network.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { environment, program, ultragit } from '../support/cli.ts';
import { fingerprint } from '../support/fingerprint.ts';
import { temporaryHome } from '../support/home.ts';
import { LISTS, RealServer } from '../support/real-server.ts';
import { buildRepository, sharedRepository, temporaryDirectory } from '../support/repository.ts';
import { get, view } from '../support/view.ts';

const client = 'src/mqtt/client.ts';
const QUESTIONS = [
  ['read', client],
  ['read', client, '--lines', '2:9', '--json'],
  ['read', client, '--rev', 'HEAD~1', '--since', 'HEAD~3'],
  ['read', 'none.ts'],
  ['read', client, '--verbose'],
];
/** Every other command that says that it only reads. */
const OTHERS = [
  ['why', `${client}:30`],
  ['search', 'session'],
  ['deps', client],
  ['history', client],
  ['summary', '.'],
  ['check', 'HEAD~2..HEAD'],
  ['check', '--worktree'],
  ['check', '--staged'],
  ['report', '--out', '-'],
  ['annotate', '--draft'],
  ['doctor'],
  ['setup', '--dry-run'],
  ['mcp', 'install', '--dry-run'],
  ['mcp', 'status'],
  ['complete', 'words', 'ultragit', 'read', client, 'con'],
];

function works(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0;
}
const canMount = works('unshare', '-m', 'true');
const canCut = works('unshare', '-n', 'true');
const canTrace = works('strace', '-V');

test.each(['mqtt-client', 'fanout-mixed', 'rewritten'])(
  'reading %s leaves every byte and every time as it was',
  async scenario => {
    const repo = sharedRepository(scenario);
    const file = repo.git('ls-tree', '-r', '--name-only', 'HEAD').split('\n').at(-1) ?? '';
    const before = fingerprint(repo.path);
    for (const args of [...QUESTIONS, ['read', file], ['read', file, '--json']]) ultragit(repo, args);
    expect(fingerprint(repo.path)).toEqual(before);
  },
);

test('no command that only reads changes a byte or a time', async () => {
  const repo = sharedRepository('mqtt-client');
  const before = fingerprint(repo.path);
  for (const args of OTHERS) {
    const run = ultragit(repo, args);
    expect(run.stderr.replace(/^Note: .*\n/gm, ''), args.join(' ')).toBe('');
    expect(fingerprint(repo.path), args.join(' ')).toEqual(before);
  }
  const server = new RealServer(repo.path);
  for (const [tool, list] of LISTS) expect(await server.answer(tool, { path: client })).toHaveProperty(list);
  await server.end();
  expect(fingerprint(repo.path)).toEqual(before);
});

test('the page, and a report beside the repository, change nothing in it', async () => {
  const repo = sharedRepository('mqtt-client');
  const before = fingerprint(repo.path);
  const { address, child, ended } = await view(repo, ['--no-open']);
  for (const what of ['repository', 'graph', `file?path=${client}`, `unit?path=${client}&anchor=connect`]) {
    expect((await get(`${address}data/${what}`)).status, what).toBe(200);
  }
  child.kill('SIGTERM');
  await ended;
  const out = temporaryDirectory();
  expect(ultragit(repo, ['report', '--out', join(out, 'report.html')]).status).toBe(0);
  expect(readdirSync(out)).toEqual(['report.html']);
  expect(fingerprint(repo.path)).toEqual(before);
});

test.skipIf(!canMount).each(LISTS)(
  'a read-only file system is enough for %s (needs unshare -m)',
  async (query, list) => {
    const repo = sharedRepository('mqtt-client');
    const script =
      'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && cd "$1" && ! touch x 2>/dev/null && shift && exec "$@"';
    const run = spawnSync(
      'unshare',
      ['-m', 'sh', '-c', script, 'sh', repo.path, process.execPath, program, query, client, '--json'],
      {
        env: environment(),
        encoding: 'utf8',
      },
    );
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)[list].length).toBeGreaterThan(0);
  },
);

test.skipIf(!canCut)('it works without any network (needs unshare -n)', async () => {
  const repo = await buildRepository('mqtt-client');
  repo.git('remote', 'add', 'origin', 'https://192.0.2.1/x.git');
  const run = spawnSync('unshare', ['-n', process.execPath, program, 'read', client, '--json'], {
    cwd: repo.path,
    env: environment(),
    encoding: 'utf8',
  });
  expect(run.status).toBe(0);
  expect(JSON.parse(run.stdout).regions.length).toBeGreaterThan(0);
});

test.skipIf(!canTrace)(
  'only node and git are executed, no socket is opened, nothing is written but in the temporary directory (needs strace)',
  async () => {
    const repo = sharedRepository('mqtt-client');
    const tmp = temporaryDirectory();
    const HOME = temporaryHome();
    const question = ['read', client, '--no-cache'];
    // The first run keeps its compiled code.
    expect(ultragit(repo, question, { env: { HOME } }).status).toBe(0);
    const log = join(temporaryDirectory(), 'trace');
    const calls =
      'execve,connect,sendto,openat,open,creat,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat,symlink,symlinkat,chmod,fchmodat,truncate';
    const traced = ['-f', '-qq', '-y', '-s', '400', '-o', log, '-e', `trace=${calls}`];
    execFileSync('strace', [...traced, process.execPath, program, ...question], {
      cwd: repo.path,
      env: environment({ tmp, env: { HOME } }),
    });
    const lines = readFileSync(log, 'utf8').split('\n');
    const executed = lines
      // Strace breaks a call in two lines where another process calls meanwhile.
      .filter(line => / execve\(/.test(line) && /(= 0|<unfinished \.\.\.>)$/.test(line))
      .map(line => /execve\("([^"]*)"/.exec(line)?.[1] ?? '');
    expect(executed.length).toBeGreaterThan(1);
    expect(new Set(executed.map(path => path.replace(/.*\//, '')))).toEqual(new Set(['node', 'git']));
    expect(lines.filter(line => / connect\(/.test(line) && !/AF_UNIX/.test(line))).toEqual([]);

    const writes = lines.filter(line =>
      /O_WRONLY|O_RDWR|O_CREAT| (creat|unlink|unlinkat|rename\w*|mkdir\w*|symlink\w*|\w*chmod\w*|truncate)\(/.test(
        line,
      ),
    );
    const outside = writes.filter(
      line =>
        !line.includes(`"${tmp}/`) &&
        !/"\/dev\/(null|tty)"|"\/proc\//.test(line) &&
        !/= -1 /.test(line) &&
        !line.includes(`<${tmp}/`),
    );
    expect(outside).toEqual([]);
    expect(readdirSync(tmp)).toEqual([]);
  },
);
