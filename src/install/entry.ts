/** From a host, a scope and a repository to the entry that starts the server on this machine. */

import { UltragitError } from '../errors.ts';
import type { Entry } from './config/format.ts';
import type { Host, Machine, Scope } from './hosts.ts';
import { isExecutable, isOnPath, type Self } from './program.ts';

type EntryOptions = {
  host: Host;
  scope: Scope;
  /** The repository, or for a project file the directory that may become one. */
  root: string | undefined;
  shared: boolean;
  noteref?: string;
};

export type Planned = { entry: Entry; notes: readonly string[] };

export const START = ['mcp', 'start'];

export function planEntry(
  { host, scope, root, shared, noteref }: EntryOptions,
  machine: Machine,
  self: Self,
  isProgram: (path: string) => boolean = isExecutable,
): Planned {
  const pinned = isPinned(host, scope) && !shared ? requireRoot(host, root) : undefined;
  const args = [...START, ...flag('--repo', pinned), ...flag('--noteref', noteref)];
  const own = scope === 'project' ? root : pinned;
  const cwd = shared ? (scope === 'project' ? host.sharedCwd : undefined) : own;
  const { command, before, notes } = program(host, machine, self, shared, args, isProgram);
  return { entry: host.formatEntry[scope]({ command, args: [...before, ...args], cwd }), notes };
}

/** An entry for all projects needs a host that starts the server in the project. */
export const isPinned = (host: Host, scope: Scope): boolean =>
  scope === 'user' && host.startsIn.user === 'home';

function requireRoot({ name }: Host, root: string | undefined): string {
  if (root !== undefined) return root;
  throw new UltragitError(
    'not_a_repository',
    `${name} does not tell a server which project it is for, so its entry names one repository, and there is none here.`,
    ['Run this inside one, or name it with --repo.'],
  );
}

const flag = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [name, value];

type Program = { command: string; before: readonly string[]; notes: readonly string[] };

function program(
  host: Host,
  machine: Machine,
  self: Self,
  shared: boolean,
  args: readonly string[],
  isProgram: (path: string) => boolean,
): Program {
  const found = isOnPath(host, machine, isProgram);
  if (shared) return { command: 'ultragit', before: [], notes: found ? [] : [NOT_THERE] };
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

const NOT_THERE = '`ultragit` is not on the PATH here, and a shared entry needs it there.';

/** The words that start ultragit in a shell of the host. */
export function shellProgram(host: Host, machine: Machine, self: Self, shared: boolean): string[] {
  return shared || isOnPath(host, machine, isExecutable) ? ['ultragit'] : [self.node, self.script];
}

function reason(host: Host, machine: Machine, found: boolean): string {
  if (found) return 'cmd could misread this path';
  return host.systemPathOn?.includes(machine.platform)
    ? `${host.name} does not see your shell's PATH`
    : '`ultragit` is not on the PATH';
}
