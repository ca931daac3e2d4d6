/** From a host, a scope and a repository to the entry that starts the server on this machine. */

import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from './format.ts';
import type { Host, Machine, Scope } from './hosts.ts';

/** The node and the script that are running now. */
export type Self = { node: string; script: string };

type EntryOptions = { host: Host; scope: Scope; root: string | undefined; shared: boolean };

export type Planned = { entry: Entry; notes: readonly string[] };

const START = ['mcp', 'start'];
/** The PATH of a program that was not started by a shell, on macOS. */
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';

export function planEntry(
  { host, scope, root, shared }: EntryOptions,
  machine: Machine,
  self: Self,
  isProgram: (path: string) => boolean = isExecutable,
): Planned {
  const pinned = scope === 'user' && !shared && !host.honoursCwd && root !== undefined;
  const args = [...START, ...(pinned ? ['--repo', root] : [])];
  const cwd = shared ? (scope === 'project' ? host.sharedCwd : undefined) : root;
  const { command, before, notes } = program(host, machine, self, shared, args, isProgram);
  return { entry: host.formatEntry[scope]({ command, args: [...before, ...args], cwd }), notes };
}

type Program = { command: string; before: readonly string[]; notes: readonly string[] };

function program(
  host: Host,
  machine: Machine,
  self: Self,
  shared: boolean,
  args: readonly string[],
  isProgram: (path: string) => boolean,
): Program {
  const found = onPath(host, machine, isProgram);
  if (shared) {
    const notes = found ? [] : ['`ultragit` is not on the PATH here, and a shared entry needs it there.'];
    return { command: 'ultragit', before: [], notes };
  }
  if (found && machine.platform !== 'win32') return { command: 'ultragit', before: [], notes: [] };
  // npm installs a .cmd on Windows, which only cmd can start; cmd would take `&` in a path for an operator.
  if (found && !args.some(arg => /[&|<>^%!"()]/.test(arg))) {
    return { command: 'cmd', before: ['/c', 'ultragit'], notes: [] };
  }
  const notes = [`${reason(host, machine, found)}, so the entry starts ${self.node} ${self.script}.`];
  if (/[\\/]_npx[\\/]/.test(self.script)) {
    notes.push(
      'That script is in the npx cache and may vanish: `npm install -g ultragit` and install again.',
    );
  }
  return { command: self.node, before: [self.script], notes };
}

function reason(host: Host, machine: Machine, found: boolean): string {
  if (found) return 'cmd could misread this path';
  return host.systemPathOn?.includes(machine.platform)
    ? `${host.name} does not see your shell's PATH`
    : '`ultragit` is not on the PATH';
}

/** Directories that npm and npx add to the PATH for one run do not count: the host will not have them. */
function onPath(host: Host, machine: Machine, isProgram: (path: string) => boolean): boolean {
  const windows = machine.platform === 'win32';
  const path = windows ? win32 : posix;
  const key = Object.keys(machine.env).find(name => (windows ? name.toUpperCase() : name) === 'PATH');
  const value = host.systemPathOn?.includes(machine.platform) ? SYSTEM_PATH : (key && machine.env[key]) || '';
  const names = windows ? ['ultragit.cmd', 'ultragit.exe'] : ['ultragit'];
  return value
    .split(path.delimiter)
    .filter(dir => path.isAbsolute(dir) && !/[\\/](?:_npx[\\/]|node_modules[\\/]\.bin[\\/]?$)/.test(dir))
    .some(dir => names.some(name => isProgram(path.join(dir, name))));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** The keys that say how the server is started. Others are written once, and then left to the user. */
const LAUNCH_KEYS = ['type', 'command', 'args', 'cwd'];

/** The keys to set and the stale keys to drop; undefined when the present entry is up to date. */
export function neededChange(current: unknown, entry: Entry): { set: Entry; drop: string[] } | undefined {
  if (typeof current !== 'object' || current === null) return { set: entry, drop: [] };
  const present = new Map(Object.entries(current));
  const wanted = Object.entries(entry).filter(([key]) => LAUNCH_KEYS.includes(key) || !present.has(key));
  const drop = LAUNCH_KEYS.filter(key => present.has(key) && !(key in entry) && key !== 'type');
  if (drop.length === 0 && wanted.every(([key, value]) => isDeepStrictEqual(present.get(key), value))) {
    return undefined;
  }
  return { set: Object.fromEntries(wanted), drop };
}
