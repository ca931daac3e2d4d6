/** From a host, a scope and a repository to the entry that starts the server on this machine. */

import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Entry } from './format.ts';
import type { Host, Place, Scope } from './hosts.ts';

/** The node and the script that are running now. */
export type Self = { node: string; script: string };

type Wish = { host: Host; scope: Scope; root: string | undefined; shared: boolean };

export type Planned = { entry: Entry; notes: readonly string[] };

const START = ['mcp', 'start'];
/** What a program sees that no shell started, on macOS. */
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';

export function planEntry(
  { host, scope, root, shared }: Wish,
  place: Place,
  self: Self,
  isProgram: (path: string) => boolean = isExecutable,
): Planned {
  const pinned = scope === 'user' && !shared && !host.honoursCwd && root !== undefined;
  const args = [...START, ...(pinned ? ['--repo', root] : [])];
  const cwd = shared ? (scope === 'project' ? host.sharedCwd : undefined) : root;
  const { command, before, notes } = program(host, place, self, shared, args, isProgram);
  return { entry: host.spell[scope]({ command, args: [...before, ...args], cwd }), notes };
}

type Program = { command: string; before: readonly string[]; notes: readonly string[] };

function program(
  host: Host,
  place: Place,
  self: Self,
  shared: boolean,
  args: readonly string[],
  isProgram: (path: string) => boolean,
): Program {
  const found = onPath(host, place, isProgram);
  if (shared) {
    const notes = found ? [] : ['`ultragit` is not on the PATH here, and a shared entry needs it there.'];
    return { command: 'ultragit', before: [], notes };
  }
  if (found && place.platform !== 'win32') return { command: 'ultragit', before: [], notes: [] };
  // npm installs a .cmd on Windows, which only cmd can start; cmd would read `&` in a path as its own.
  if (found && !args.some(arg => /[&|<>^%!"()]/.test(arg))) {
    return { command: 'cmd', before: ['/c', 'ultragit'], notes: [] };
  }
  const notes = [`${reason(host, place, found)}, so the entry starts ${self.node} ${self.script}.`];
  if (/[\\/]_npx[\\/]/.test(self.script)) {
    notes.push(
      'That script is in the npx cache and may vanish: `npm install -g ultragit` and install again.',
    );
  }
  return { command: self.node, before: [self.script], notes };
}

function reason(host: Host, place: Place, found: boolean): string {
  if (found) return 'cmd could misread this path';
  return host.systemPathOn?.includes(place.platform)
    ? `${host.name} does not see your shell's PATH`
    : '`ultragit` is not on the PATH';
}

/** What npm and npx add to the PATH for one run is not there when the host starts. */
function onPath(host: Host, place: Place, isProgram: (path: string) => boolean): boolean {
  const windows = place.platform === 'win32';
  const path = windows ? win32 : posix;
  const key = Object.keys(place.env).find(name => (windows ? name.toUpperCase() : name) === 'PATH');
  const value = host.systemPathOn?.includes(place.platform) ? SYSTEM_PATH : (key && place.env[key]) || '';
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

/** The keys that say how the server is started. Others are set once and then the user's. */
const LAUNCH_KEYS = ['type', 'command', 'args', 'cwd'];

/** What of `entry` is not there yet, and which stale keys go; undefined when all is well. */
export function missing(current: unknown, entry: Entry): { set: Entry; drop: string[] } | undefined {
  if (typeof current !== 'object' || current === null) return { set: entry, drop: [] };
  const there = new Map(Object.entries(current));
  const wanted = Object.entries(entry).filter(([key]) => LAUNCH_KEYS.includes(key) || !there.has(key));
  const drop = LAUNCH_KEYS.filter(key => there.has(key) && !(key in entry) && key !== 'type');
  if (drop.length === 0 && wanted.every(([key, value]) => isDeepStrictEqual(there.get(key), value))) {
    return undefined;
  }
  return { set: Object.fromEntries(wanted), drop };
}
