/** From the flags to the files that are meant, each with the host whose spelling it takes. */

import { existsSync } from 'node:fs';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { UltragitError } from '../errors.ts';
import { readConfig } from './config-file.ts';
import { HOSTS, type Host, OTHER_HOST, type Place, type Scope } from './hosts.ts';
import { memberOf, parseObject } from './json-tree.ts';
import type { Target } from './merge.ts';

export type TargetFlags = {
  config?: string;
  global?: boolean;
  host?: string;
  scope?: string;
};

/** The machine, and where on it the user stands. */
export type World = { place: Place; cwd: string; root: string | undefined };

/** `all` decides which hosts `--host all` stands for. */
export function targets(flags: TargetFlags, world: World, all: (world: World) => Target[]): Target[] {
  const scope = checkFlags(flags);
  if (flags.config !== undefined) return [fromPath(resolve(world.cwd, flags.config), flags.host, world)];
  if (flags.host === 'all') return distinct(all(world).filter(target => !scope || target.scope === scope));
  const host = hostNamed(flags.host ?? (flags.global ? 'claude-desktop' : 'claude-code'));
  return [target(host, scope ?? usualScope(host), world)];
}

/** Hosts that leave a trace on this machine or in this repository, each in its usual scope. */
export function foundHosts(world: World): Target[] {
  const found = HOSTS.filter(host => existingTargets(host, world).length > 0);
  if (found.length === 0) {
    const ids = HOSTS.map(host => host.id).join(', ');
    throw new UltragitError('host_config', 'No host has a config file here.', [
      `Name one with --host: ${ids}.`,
    ]);
  }
  return found.map(host => target(host, usualScope(host), world));
}

/** Every config file of every host that exists: the user's first, as hosts read them. */
export function allFiles(world: World): Target[] {
  return HOSTS.flatMap(host => existingTargets(host, world));
}

function existingTargets(host: Host, { place, root }: World): Target[] {
  const user = host.user(place).map(path => ({ host, scope: 'user' as Scope, path, root }));
  const project = root === undefined ? [] : host.project.map(name => join(root, name));
  const all = [...user, ...project.map(path => ({ host, scope: 'project' as Scope, path, root }))];
  return all.filter(({ path }) => existsSync(path));
}

function checkFlags({ config, global, host, scope }: TargetFlags): Scope | undefined {
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
  if (config !== undefined && (scope !== undefined || host === 'all')) {
    throw usage('--config names one file, so --scope and --host all make no sense with it.');
  }
  return scope;
}

const usualScope = (host: Host): Scope => (host.project.length > 0 ? 'project' : 'user');

function hostNamed(id: string): Host {
  const found = HOSTS.find(host => host.id === id);
  if (found) return found;
  const ids = HOSTS.map(host => host.id).join(', ');
  throw new UltragitError('usage', `Unknown host '${id}'.`, [`Known hosts: ${ids}, all.`]);
}

function target(host: Host, scope: Scope, { place, root }: World): Target {
  if (scope === 'user') return { host, scope, path: firstThere(host.user(place)), root };
  if (host.project.length === 0) {
    throw new UltragitError('usage', `${host.name} has no project file.`, ['Use --scope user.']);
  }
  if (root === undefined) {
    throw new UltragitError('not_a_repository', 'This is not a git repository.', [
      'Run this inside one, or name it with --repo.',
    ]);
  }
  return { host, scope, path: firstThere(host.project.map(name => join(root, name))), root };
}

const firstThere = (paths: readonly string[]): string =>
  paths.find(path => existsSync(path)) ?? paths[0] ?? '';

function fromPath(path: string, id: string | undefined, world: World): Target {
  const host = id === undefined ? hostOfFile(path, world.place) : hostNamed(id);
  const way = world.root === undefined ? '..' : relative(world.root, path);
  const scope = way.startsWith('..') || isAbsolute(way) ? 'user' : 'project';
  return { host, scope, path, root: world.root };
}

/** Told by the file's place, then by its name where only one host uses it, then by what is in it. */
function hostOfFile(path: string, place: Place): Host {
  const files = (host: Host) =>
    [...host.project, ...host.user(place)].map(file => file.split(/[\\/]/).slice(-2));
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
