/**
 * Whose program is it? What a project's file names was written by whoever wrote the repository, and is started only after
 * the user said so. Our own program, by the words that install writes, needs no question: not if it lies in the repository.
 */

import { realpathSync } from 'node:fs';
import type { RunningServer } from '../../cache/running-servers.ts';
import { fullRef } from '../../config.ts';
import { type HookHost, hookCommand } from '../../hook/hosts.ts';
import { isInside } from '../config/config-file.ts';
import { isRecord } from '../config/format.ts';
import { START } from '../entry.ts';
import { environmentOf, type Launch } from '../launch.ts';
import { findProgram, type Self } from '../program.ts';

type Named = { file: string; hosts: readonly string[] };

/** What would be started, as the user should see it before it is. */
export type Proposal = Named & {
  command: string;
  cwd: string;
  /** What the entry adds to the environment. */
  env: Readonly<Record<string, string>>;
};

/** What would be asked over the network. */
export type Visit = Named & {
  url: string;
  /** The names of the headers that the entry sends; their values may be secret. */
  headers: readonly string[];
};

/** Says whether a program that a project's file names may be started, or an address that it names be asked. */
export type Consent = (proposal: Proposal | Visit) => Promise<boolean>;

/** Keys of an entry that do not change what is started. */
const HARMLESS = ['type', 'command', 'args', 'cwd', 'enabled', 'disabled', 'tools', 'env', 'environment'];

const HARMLESS_IN_HOOK = [
  'type',
  'name',
  'description',
  'matcher',
  'command',
  'bash',
  'powershell',
  'timeout',
  'timeoutSec',
];

/** The file to start, when the entry is one that install itself would write here. */
export function ownServer(entry: unknown, launch: Launch, root: string, self: Self): string | undefined {
  if (!isRecord(entry) || !Object.keys(entry).every(key => HARMLESS.includes(key))) return undefined;
  if (Object.keys(environmentOf(entry)).length > 0) return undefined;
  if (entry.cwd !== undefined && !isSameDirectory(launch.cwd, root)) return undefined;
  if (launch.command === self.node) {
    return launch.args[0] === self.script && isStart(launch.args.slice(1)) ? self.node : undefined;
  }
  return launch.command === 'ultragit' && isStart(launch.args) ? ownProgram(launch, root) : undefined;
}

/** A server that this user started, on this machine: its own state file says so. */
export function isOwnAddress(url: URL, running: readonly RunningServer[]): boolean {
  const isHere = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  return isHere && running.some(server => server.url === url.href);
}

/** The words to start, when the command is one that install itself would write here. */
export function ownHook(
  hook: unknown,
  command: string,
  { id }: HookHost,
  launch: Pick<Launch, 'cwd' | 'env'>,
  root: string,
  self: Self,
): string[] | undefined {
  if (!isRecord(hook) || !Object.keys(hook).every(key => HARMLESS_IN_HOOK.includes(key))) return undefined;
  const flags = ['hook', '--host', id];
  if (command === hookCommand([self.node, self.script], id)) return [self.node, self.script, ...flags];
  const program = command === hookCommand(['ultragit'], id) ? ownProgram(launch, root) : undefined;
  return program === undefined ? undefined : [program, ...flags];
}

/** By its name on the user's own PATH; a directory of the repository may stand there, too. */
function ownProgram({ env, cwd }: Pick<Launch, 'cwd' | 'env'>, root: string): string | undefined {
  const found = findProgram('ultragit', env.PATH ?? '', cwd);
  if (found === undefined) return undefined;
  const [inner, real] = [realpathSync(root), realpathSync(found)];
  return isInside(inner, real) || isInside(root, found) ? undefined : found;
}

function isStart(args: readonly string[]): boolean {
  const [first, second, flag, ref, ...more] = args;
  if (first !== START[0] || second !== START[1] || more.length > 0) return false;
  return flag === undefined || (flag === '--noteref' && ref !== undefined && fullRef(ref) === ref);
}

function isSameDirectory(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return false;
  }
}
