/** Every command, looked at from the outside: what it executes, where it writes, what it reads, whom it calls. Needs strace. */
import { execFileSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { about } from '../support/hook.ts';
import { call } from '../support/mcp-server.ts';
import { program } from '../support/program.ts';
import { buildRepository, type Repository, temporaryDirectory } from '../support/repository.ts';
import { IDENTITY } from '../write/support.ts';
import { canTrace, type Rooms, roomsIn, type Trace, traced } from './support/traced.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const FILE = 'src/mqtt/client.ts';
const REGION = JSON.stringify({ file: FILE, ast_anchor: { name: 'publish' }, intent: 'Sends.' });
const REQUESTS = [
  { jsonrpc: '2.0', id: 1, method: 'ping' },
  ...['read', 'deps', 'history', 'summary'].map((tool, at) =>
    call(at + 2, `ultragit_${tool}`, { path: FILE }),
  ),
];

type Row = {
  args: string[];
  input?: string | ((repo: Repository) => string);
  /** What may be written in the repository, and in the home directory. */
  writes?: RegExp[];
  /** What may be executed beside node and git: what git itself runs to reach a remote, what `mcp status` is told to start. */
  runs?: RegExp;
  /** The sockets that it may have, as strace shows them. */
  calls?: RegExp;
  env?: Record<string, string>;
  /** Whether it looks for the configs of hosts. */
  readsHome?: boolean;
  before?: string[];
  prepare?: (repo: Repository) => void;
};

/** A project file that names a program of the repository. */
function plantServer(repo: Repository): void {
  const command = join(repo.path, 'planted-server');
  writeFileSync(command, '#!/bin/sh\ncat >/dev/null\n');
  chmodSync(command, 0o755);
  repo.write('.mcp.json', JSON.stringify({ mcpServers: { ultragit: { command, args: ['mcp', 'start'] } } }));
}

function stageAnEdit(repo: Repository): void {
  repo.write(FILE, '// edited\n');
  repo.git('add', FILE);
}

const OBJECTS = /^repo\/\.git\/objects(\/|$)/;
const NOTES_REF = /^repo\/\.git\/(logs\/)?refs(\/notes(\/ultragit(\.lock)?)?)?$/;
const COPY_REF =
  /^repo\/\.git\/((logs\/)?refs(\/notes(\/remote(\/origin(\/ultragit)?)?)?)?(\.lock)?|FETCH_HEAD|shallow\.lock)$/;
const CONFIG = /^repo\/\.git\/config(\.lock)?$/;
const PROJECT_FILE = /^repo\/\.?[\w.-]*mcp\.json[\w.-]*$/;
const CLAIM = /^repo\/\.\.mcp\.json\.ultragit-\w+(\/\w+)?$/;
/** A server that a host starts has little of the environment, and so not this temporary directory. */
const TEMPORARY = /^\/tmp\/ultragit-/;
const BY_GIT = /\/(sh|dash|bash|git-upload-pack|git-receive-pack)$/;
const REMOTE = /^remote\.git\//;

const REPORT = /^repo\/\.?report\.html/;
/** On this machine alone; node looks first whether there is the newer kind of address. */
const LOOPBACK = /"::1"|127\.0\.0\.1|socket\(AF_(INET6?|NETLINK),|AF_NETLINK/;
/** Looks at the page's data, and ends who started it. */
const BROWSER = join(root, 'test/faults/support/browser.mjs');

const ROWS: Row[] = [
  { args: ['read', FILE] },
  { args: ['read', FILE, 'connect', '--json', '--depth', '3'] },
  { args: ['read', FILE, '--lines', '3:9', '--no-cache'] },
  { args: ['read', FILE, '--rev', 'HEAD~2', '--since', 'HEAD~4'] },
  { args: ['read', 'nowhere.ts'] },
  { args: ['why', `${FILE}:30`] },
  { args: ['search', 'session'] },
  { args: ['deps', FILE] },
  { args: ['history', FILE] },
  { args: ['summary', '.'] },
  { args: ['check', 'HEAD~2..HEAD'] },
  { args: ['check', '--worktree', '--json'], prepare: repo => repo.write(FILE, '// edited\n') },
  { args: ['check', '--staged', '--format', 'sarif'], prepare: stageAnEdit },
  { args: ['report', '--out', 'report.html'], writes: [REPORT] },
  { args: ['report', 'src', '--out', '-'] },
  { args: ['view', FILE], calls: LOOPBACK, env: { BROWSER: `${process.execPath} '${BROWSER}'` } },
  { args: ['annotate', FILE, 'publish', '--about', '--intent', 'Sends.'], writes: [OBJECTS, NOTES_REF] },
  { args: ['annotate', '--about'], input: REGION, writes: [OBJECTS, NOTES_REF] },
  { args: ['annotate', '--about', '--dry-run'], input: REGION },
  { args: ['annotate', '--draft'] },
  {
    args: ['correct', FILE, 'connect', '--remove-constraint', 'idempotent: a call', '--reason', 'x'],
    writes: [OBJECTS, NOTES_REF],
  },
  { args: ['validate', '-'], input: REGION },
  { args: ['setup'], writes: [CONFIG] },
  { args: ['setup', '--dry-run'] },
  { args: ['setup', '--undo'], before: ['setup'], writes: [CONFIG] },
  { args: ['sync'], writes: [OBJECTS, NOTES_REF, COPY_REF, REMOTE], runs: BY_GIT },
  { args: ['carry', 'HEAD~3..HEAD~1', '--onto', 'HEAD'], writes: [OBJECTS, NOTES_REF] },
  { args: ['doctor'] },
  { args: ['doctor', '--fix'], writes: [CONFIG] },
  { args: ['doctor', '--remote'], runs: BY_GIT },
  { args: ['mcp', 'start'], input: REQUESTS.map(request => `${JSON.stringify(request)}\n`).join('') },
  { args: ['mcp', 'install'], writes: [PROJECT_FILE, CLAIM], readsHome: true },
  { args: ['mcp', 'install', '--dry-run'], writes: [], readsHome: true },
  { args: ['mcp', 'uninstall'], before: ['mcp', 'install'], writes: [PROJECT_FILE, CLAIM], readsHome: true },
  { args: ['mcp', 'status'], before: ['mcp', 'install'], readsHome: true, writes: [TEMPORARY] },
  { args: ['mcp', 'status', '--json'], prepare: plantServer, readsHome: true },
  {
    args: ['mcp', 'status', '--trust'],
    prepare: plantServer,
    readsHome: true,
    runs: /\/repo\/planted-server$|\/cat$/,
  },
  {
    args: ['hook', '--host', 'claude-code'],
    input: repo =>
      JSON.stringify({
        ...about('Edit', { file_path: join(repo.path, FILE), old_string: 'x' }, 's'),
        cwd: repo.path,
      }),
  },
  { args: ['demo'] },
  { args: ['completion', 'bash'] },
  { args: ['complete', 'words', 'ultragit', 'read', FILE, 'con'] },
  { args: ['help', 'read'] },
];

/** Ends only when it is told to: traced-server.test.ts has it. */
const ELSEWHERE = ['mcp serve '];

const leaves = (command: Command, above: string[] = []): string[] =>
  command.commands.flatMap(one =>
    one.commands.length > 0 ? leaves(one, [...above, one.name()]) : [[...above, one.name()].join(' ')],
  );

test('no command is missing below', () => {
  const known = [...ROWS.map(({ args }) => `${args.join(' ')} `), ...ELSEWHERE];
  const missing = leaves(program()).filter(name => !known.some(words => words.startsWith(`${name} `)));
  expect(missing).toEqual([]);
});

/** The repository with a remote, beside files that are none of its business. */
async function surroundings(): Promise<{ repo: Repository; room: string; rooms: Rooms }> {
  const repo = await buildRepository('mqtt-client');
  const room = dirname(repo.path);
  const remote = join(room, 'remote.git');
  execFileSync('git', ['init', '-q', '--bare', '--template=', remote], { env: repo.env });
  repo.git('remote', 'add', 'origin', remote);
  const rooms = roomsIn(room);
  for (const place of [room, rooms.home]) writeFileSync(join(place, 'private.txt'), 'secret\n');
  return { repo, room, rooms };
}

/** A name from the room on, where the path is in it. */
const named = (path: string, room: string) =>
  path.startsWith(`${room}/`) ? path.slice(room.length + 1) : path;

const EVERYWHERE =
  /^(tmp|home\/\.cache)(\/|$)|^\/dev\/(null|tty|pts\/.*)$|^\/proc\/(self|\d+)\/|^(pipe|socket|anon_inode):/;
const SYSTEM = /^\/(usr|lib\w*|etc|proc|sys|dev|opt|nix)(\/|$)|^(pipe|socket|anon_inode):/;
const USERS_GIT = /^home\/\.(gitconfig|config\/git\/\w+)$/;

function outside(
  { args, writes = [], runs, calls, readsHome = false }: Row,
  trace: Trace,
  room: string,
): object {
  const git = dirname(execFileSync('git', ['--exec-path']).toString().trim());
  const isGit = (path: string) =>
    !path.startsWith(room) && (/\/git$/.test(path) || path.startsWith(`${git}/git-core/`));
  const isOurs = (path: string) =>
    path.startsWith(root) || path.startsWith(dirname(dirname(process.execPath)));
  const isReadable = (path: string) =>
    /^(repo|tmp|home\/\.cache)(\/|$)/.test(path) ||
    USERS_GIT.test(path) ||
    (readsHome && !/private/.test(path));
  const executed = trace.executed.filter(
    path => path !== process.execPath && !isGit(path) && !runs?.test(path),
  );
  const written = trace.written
    .map(path => named(path, room))
    .filter(path => !EVERYWHERE.test(path) && !writes.some(pattern => pattern.test(path)));
  const read = trace.read
    .map(path => named(path, room))
    .filter(
      path => !SYSTEM.test(path) && !isOurs(path) && !isReadable(path) && !(runs && REMOTE.test(`${path}/`)),
    );
  return {
    args,
    executed,
    written: unique(written),
    read: unique(read),
    sockets: trace.sockets.filter(line => !calls?.test(line)),
  };
}

const unique = (items: string[]) => [...new Set(items)];

const byName = ROWS.map(row => [row.args.join(' '), row] as const);

test.for(byName)('ultragit %s runs node and git, and writes what it says', async ([, row], { skip }) => {
  skip(!canTrace, 'needs strace');
  const { repo, room, rooms } = await surroundings();
  const options = { cwd: repo.path, rooms, env: { ...IDENTITY, ...row.env } };
  row.prepare?.(repo);
  if (row.before) traced(row.before, options);
  const input = typeof row.input === 'function' ? row.input(repo) : row.input;
  const trace = traced(row.args, { ...options, input });
  expect(outside(row, trace, room), trace.stderr).toEqual({
    args: row.args,
    ...{ executed: [], written: [], read: [], sockets: [] },
  });
  expect(trace.executed.length).toBeGreaterThan(0);
  expect(trace.read.length).toBeGreaterThan(0);
  expect(trace.stderr).not.toMatch(/^\s+at /m);
});

test('a program that is not expected, a file elsewhere and a socket would be seen', ({ skip }) => {
  skip(!canTrace, 'needs strace');
  const room = temporaryDirectory();
  const rooms = roomsIn(room);
  const evil = join(room, 'evil.cjs');
  const net =
    "require('node:net').connect(9, '192.0.2.1').on('error', () => {}); setTimeout(() => process.exit(), 10);";
  writeFileSync(
    evil,
    `require('node:child_process').execFileSync('/bin/true');
    require('node:fs').writeFileSync(${JSON.stringify(join(room, 'elsewhere'))}, require('node:fs').readFileSync(${JSON.stringify(evil)}));
    ${net}`,
  );
  const trace = traced(['--version'], { cwd: room, rooms, env: { NODE_OPTIONS: `--require ${evil}` } });
  expect(outside({ args: [] }, trace, room)).toEqual({
    args: [],
    executed: [expect.stringMatching(/\/true$/)],
    written: ['elsewhere'],
    read: ['evil.cjs'],
    sockets: [expect.stringContaining('AF_INET'), expect.stringContaining('192.0.2.1')],
  });
});
