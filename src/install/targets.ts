/** From the flags to the config files, each with its host. */

import { existsSync, lstatSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UltragitError } from '../errors.ts';
import { isInside, readConfig } from './config/config-file.ts';
import { memberOf, parseObject } from './config/json-tree.ts';
import { HOSTS, type Host, type Machine, OTHER_HOST, type Scope } from './hosts.ts';
import type { Target } from './server-entry.ts';
import type { Workplace } from './workplace.ts';

export type TargetFlags = {
  config?: string;
  global?: boolean;
  /** One or more, or `all`. */
  host?: readonly string[];
  scope?: string;
};

/** The machine, the current directory, and the repository around it. */
export type InstallContext = Workplace & { machine: Machine; cwd: string };

/** `all` decides which hosts `--host all` stands for. */
export function targets(
  flags: TargetFlags,
  context: InstallContext,
  all: (context: InstallContext) => Target[],
): Target[] {
  const scope = checkFlags(flags);
  const { config, host: ids = [flags.global ? 'claude-desktop' : 'claude-code'] } = flags;
  if (config !== undefined) return [fromPath(resolve(context.cwd, config), flags.host?.[0], context)];
  if (meansAll(flags)) return distinct(all(context).filter(target => !scope || target.scope === scope));
  const hosts = [...new Set(ids)].map(hostNamed);
  return hosts.map(host => target(host, scope ?? usualScope(host), context));
}

export const meansAll = ({ host = [] }: TargetFlags): boolean => host.includes('all');

/** Hosts with a config file on this machine or in this repository, each in its usual scope. */
export function foundHosts(context: InstallContext): Target[] {
  const found = HOSTS.filter(host => existingTargets(host, context).length > 0);
  if (found.length === 0) {
    throw new UltragitError('host_config', 'No host has a config file here.', [
      `Name one with --host: ${HOST_IDS.join(', ')}.`,
    ]);
  }
  return found.map(host => target(host, usualScope(host), context));
}

/** Every config file of every host that exists: the user's first, as hosts read them. */
export function allFiles(context: InstallContext): Target[] {
  return HOSTS.flatMap(host => existingTargets(host, context));
}

function existingTargets(host: Host, context: InstallContext): Target[] {
  const user = host
    .user(context.machine)
    .filter(isAbsolute)
    .map(path => targetAt(host, 'user', path, context));
  const project = host.project.map(name => targetAt(host, 'project', join(context.root, name), context));
  return [...user, ...project].filter(({ path }) => existsSync(path));
}

/** A user's file belongs to a repository only where there is one. */
const targetAt = (
  host: Host,
  scope: Scope,
  path: string,
  { root, isRepository }: InstallContext,
): Target => ({
  host,
  scope,
  path,
  root: scope === 'project' || isRepository ? root : undefined,
});

function checkFlags(flags: TargetFlags): Scope | undefined {
  const { config, global, host, scope } = flags;
  const usage = (message: string) =>
    new UltragitError('usage', message, ['See `ultragit mcp install --help`.']);
  if (scope !== undefined && scope !== 'project' && scope !== 'user') {
    throw usage(`--scope is project or user, not '${scope}'.`);
  }
  if (global && (host !== undefined || config !== undefined || scope === 'project')) {
    throw usage(
      "--global means Claude Desktop's own file; it can't be combined with --host, --config or a project.",
    );
  }
  const isSeveral = new Set(host).size > 1;
  if (config !== undefined && (scope !== undefined || isSeveral || meansAll(flags))) {
    throw usage('--config names one file, so --scope and several hosts make no sense with it.');
  }
  if (isSeveral && meansAll(flags)) throw usage("--host all can't be combined with another host.");
  return scope;
}

const HOST_IDS = HOSTS.map(({ id }) => id);

const usualScope = (host: Host): Scope => (host.project.length > 0 ? 'project' : 'user');

function hostNamed(id: string): Host {
  const found = HOSTS.find(host => host.id === id);
  if (found) return found;
  throw new UltragitError('usage', `Unknown host '${id}'.`, [`Known hosts: ${HOST_IDS.join(', ')}, all.`]);
}

function target(host: Host, scope: Scope, context: InstallContext): Target {
  if (scope === 'project' && host.project.length === 0) {
    throw new UltragitError('usage', `${host.name} has no project file.`, ['Use --scope user.']);
  }
  const { machine, root } = context;
  const paths = scope === 'user' ? host.user(machine) : host.project.map(name => join(root, name));
  const path = firstExisting(paths);
  if (scope === 'user') requireHome(path, machine);
  return targetAt(host, scope, path, context);
}

/** Where there is no home directory, a user's file would be made where no host looks, or in the current directory. */
function requireHome(path: string, { home }: Machine): void {
  const hint = 'Set HOME to your home directory, or name the file with --config.';
  if (!isAbsolute(path)) {
    throw new UltragitError('host_config', 'The home directory is not known: HOME is no absolute path.', [
      hint,
    ]);
  }
  if (isInside(home, path) && !existsSync(home)) {
    throw new UltragitError('host_config', `The home directory ${home} does not exist.`, [hint]);
  }
}

/** A link that leads nowhere is there, too, and its flaw is told when it is read. */
const isThere = (path: string): boolean => existsSync(path) || isLink(path);

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

const firstExisting = (paths: readonly string[]): string => paths.find(isThere) ?? paths[0] ?? '';

function fromPath(path: string, id: string | undefined, context: InstallContext): Target {
  const host = id === undefined ? hostOfFile(path, context.machine) : hostNamed(id);
  const way = relative(context.root, path);
  return targetAt(host, way.startsWith('..') || isAbsolute(way) ? 'user' : 'project', path, context);
}

/** By the file's last directory and name, then by its name if only one host uses it, then by its content. */
function hostOfFile(path: string, machine: Machine): Host {
  const files = (host: Host) =>
    [...host.project, ...host.user(machine)].map(file => file.split(/[\\/]/).slice(-2));
  const byPlace = HOSTS.find(host =>
    files(host).some(file => `/${path.split(sep).join('/')}`.endsWith(`/${file.join('/')}`)),
  );
  if (byPlace) return byPlace;
  const byName = HOSTS.filter(host => files(host).some(file => file.at(-1) === basename(path)));
  if (byName.length === 1 && byName[0]) return byName[0];
  if (path.endsWith('.toml')) return HOSTS.find(host => host.format === 'toml') ?? OTHER_HOST;
  return HOSTS.find(host => host.container !== OTHER_HOST.container && holds(path, host)) ?? OTHER_HOST;
}

function holds(path: string, host: Host): boolean {
  if (host.format !== 'json') return false;
  try {
    const text = readConfig(path).text ?? '';
    return memberOf(text, parseObject(text), host.container) !== undefined;
  } catch {
    return false;
  }
}

function distinct(all: readonly Target[]): Target[] {
  return all.filter((target, index) => all.findIndex(other => other.path === target.path) === index);
}
