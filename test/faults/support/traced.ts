// Runs a command of the built program under strace, and gives what it executed, where it wrote, what it read and whom it called.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { program } from '../../support/cli.ts';

export const canTrace = spawnSync('strace', ['-f', '-qq', '-e', 'trace=execve', 'true']).status === 0;

/** Directories of the one who runs it, apart from the repository. */
export type Rooms = { home: string; cache: string; tmp: string; log: string };

export function roomsIn(room: string): Rooms {
  const rooms = { home: join(room, 'home'), cache: join(room, 'home/.cache'), tmp: join(room, 'tmp') };
  for (const path of Object.values(rooms)) mkdirSync(path, { recursive: true });
  return { ...rooms, log: join(room, 'trace') };
}

export type Trace = {
  status: number | null;
  stdout: string;
  stderr: string;
  /** Paths, in order; what could not be executed or opened is not there. */
  executed: string[];
  written: string[];
  read: string[];
  /** Sockets that are no Unix sockets, as strace shows them. */
  sockets: string[];
};

const EXECUTING = ['execve', 'execveat'];
const OPENING = ['open', 'openat', 'openat2', 'creat'];
const WRITING = [
  ...[
    'unlink',
    'unlinkat',
    'rename',
    'renameat',
    'renameat2',
    'mkdir',
    'mkdirat',
    'rmdir',
    'symlink',
    'symlinkat',
  ],
  ...['link', 'linkat', 'chmod', 'fchmodat', 'chown', 'lchown', 'fchownat', 'truncate', 'mknod', 'mknodat'],
  ...['utimensat', 'setxattr', 'lsetxattr', 'mount'],
];
const CALLING = ['socket', 'connect', 'bind'];
/** Who stands where, for calls that name no directory. */
const STANDING = ['chdir', 'clone', 'clone3', 'fork', 'vfork'];

type Options = { cwd: string; rooms: Rooms; env?: Record<string, string>; input?: string };

export function traced(args: readonly string[], { cwd, rooms, env, input = '' }: Options): Trace {
  const { status, stdout, stderr } = spawnSync('strace', wordsFor(args, rooms), {
    ...{ cwd, env: environmentOf(rooms, env), encoding: 'utf8', maxBuffer: 1 << 28, input },
  });
  return { status, stdout, stderr, ...readTrace(readFileSync(rooms.log, 'utf8'), cwd) };
}

/** The same of a command that runs until it is told to end, which `use` does once the command has said something. */
export async function tracedWhile(
  args: readonly string[],
  { cwd, rooms, env }: Options,
  use: (said: string) => Promise<void>,
): Promise<Trace> {
  const child = spawn('strace', wordsFor(args, rooms), { cwd, env: environmentOf(rooms, env) });
  let [stdout, stderr] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', text => {
    stderr += text;
  });
  const closed = once(child, 'close');
  [stdout] = await once(child.stdout.setEncoding('utf8'), 'data');
  await use(stdout);
  const [status] = await closed;
  return { status, stdout, stderr, ...readTrace(readFileSync(rooms.log, 'utf8'), cwd) };
}

function wordsFor(args: readonly string[], rooms: Rooms): string[] {
  const known = spawnSync('strace', ['-e', 'trace=?open,?mkdir', 'true']).status === 0;
  // A question mark lets strace pass over calls that this machine does not have.
  const names = [...EXECUTING, ...OPENING, ...WRITING, ...CALLING, ...STANDING].map(name =>
    known ? `?${name}` : name,
  );
  const flags = ['-f', '-qq', '-y', '-s', '4096', '-e', 'signal=none', '-o', rooms.log];
  return [...flags, '-e', `trace=${names.join()}`, process.execPath, program, ...args];
}

function environmentOf(rooms: Rooms, env: Record<string, string> = {}): Record<string, string> {
  return {
    ...{ PATH: process.env.PATH ?? '', HOME: rooms.home, XDG_CACHE_HOME: rooms.cache, TMPDIR: rooms.tmp },
    ...{ NO_COLOR: '1', ...env },
  };
}

function readTrace(log: string, start: string): Omit<Trace, 'status' | 'stdout' | 'stderr'> {
  const trace = {
    executed: [] as string[],
    written: [] as string[],
    read: [] as string[],
    sockets: [] as string[],
  };
  const places = new Map<string, string>();
  for (const line of joined(log.split('\n'))) {
    const [, pid = '', name = '', rest = ''] = /^(\d+) +(\w+)\((.*)$/.exec(line) ?? [];
    const cwd = places.get(pid) ?? start;
    const failed = / = -1 [A-Z]/.test(rest);
    if (name === 'chdir' && !failed) places.set(pid, pathsIn(rest, cwd)[0] ?? cwd);
    const child = STANDING.includes(name) ? / = (\d+)$/.exec(rest)?.[1] : undefined;
    if (child !== undefined && !places.has(child)) places.set(child, cwd);
    if (CALLING.includes(name)) {
      if (/AF_(?!UNIX|LOCAL)/.test(rest)) trace.sockets.push(line);
    } else if (failed) continue;
    else if (EXECUTING.includes(name)) trace.executed.push(...pathsIn(rest, cwd).slice(0, 1));
    else if (WRITING.includes(name)) trace.written.push(...changedBy(name, rest, cwd));
    else if (OPENING.includes(name)) {
      const opened = / = \d+<(.*)>$/.exec(rest)?.[1] ?? pathsIn(rest, cwd)[0] ?? '';
      const path = opened.replace(/\(deleted\)$/, '').replace(/<char [^>]*>?$/, '');
      (/O_WRONLY|O_RDWR|O_CREAT|O_TRUNC/.test(rest) || name === 'creat' ? trace.written : trace.read).push(
        path,
      );
    }
  }
  return trace;
}

/** A link is made at its second path; what it leads to is only text. */
function changedBy(name: string, rest: string, cwd: string): string[] {
  const paths = pathsIn(rest, cwd);
  return /^(sym)?link/.test(name) ? paths.slice(-1) : paths;
}

/** The paths among the arguments, each from the directory that is given before it. */
function pathsIn(rest: string, cwd: string): string[] {
  const found = rest.matchAll(/(?:(?:AT_FDCWD|\d+)<([^>]*)>, )?"((?:[^"\\]|\\.)*)"/g);
  return [...found].map(([, from = cwd, path = '']) => resolve(from, path));
}

/** Calls that strace shows in two parts, since another process came between. */
function joined(lines: string[]): string[] {
  const begun = new Map<string, string>();
  return lines.flatMap(line => {
    const [, pid = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? [];
    const start = /^(.*) <unfinished \.\.\.>$/.exec(text)?.[1];
    if (start !== undefined) {
      begun.set(pid, start);
      return [];
    }
    const end = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)?.[1];
    return [end === undefined ? line : `${pid} ${begun.get(pid) ?? ''}${end}`];
  });
}
