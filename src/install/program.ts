/** Which file a command stands for. */

import { accessSync, constants, statSync } from 'node:fs';
import { posix, resolve, win32 } from 'node:path';
import type { Host, Machine } from './hosts.ts';

/** The node and the script that are running now. */
export type Self = { node: string; script: string };

/** The PATH of a program that was not started by a shell, on macOS. */
export const SYSTEM_PATH = '/usr/bin:/bin:/usr/sbin:/sbin';

/** Directories that npm and npx add to the PATH for one run do not count: the host will not have them. */
export function isOnPath(host: Host, machine: Machine, isProgram: (path: string) => boolean): boolean {
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

/** The file that the system would start, looked for as the system does: an entry of the PATH may be relative. */
export function findProgram(command: string, path: string, cwd: string): string | undefined {
  if (command.includes('/')) return resolve(cwd, command);
  return path
    .split(':')
    .map(directory => resolve(cwd, directory, command))
    .find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
