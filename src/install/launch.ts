/** From a registered entry to the process that its host would start: program, environment, directory. */

import { isRecord } from './config/format.ts';
import type { Host, Machine, Scope } from './hosts.ts';
import { SYSTEM_PATH } from './program.ts';
import type { InstallContext } from './targets.ts';

export type Launch = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  /** What of the environment the entry itself sets. */
  own: Record<string, string>;
  cwd: string;
};

/** Variables that hosts pass on to servers. */
const INHERITED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** Undefined when the entry names no program. */
export function launchOf(
  entry: unknown,
  { host, scope }: { host: Host; scope: Scope },
  { machine, root }: InstallContext,
): Launch | undefined {
  if (!isRecord(entry)) return undefined;
  const fill = (text: string) => fillIn(text, machine.env, root);
  const [command, ...args] = wordsOf(entry).map(fill);
  if (!command) return undefined;
  const own = Object.fromEntries(
    Object.entries(environmentOf(entry)).map(([name, value]) => [name, fill(String(value))]),
  );
  const home = host.startsIn[scope] === 'home' ? machine.home : root;
  return {
    command,
    args,
    env: {
      ...inherited(host, machine),
      ...host.sets?.(root),
      ...own,
    },
    own,
    cwd: host.honoursCwd && typeof entry.cwd === 'string' ? fill(entry.cwd) : home,
  };
}

/** What an entry sets, under the key that its host has for it. */
export function environmentOf(entry: unknown): Record<string, unknown> {
  if (!isRecord(entry)) return {};
  return { ...(isRecord(entry.env) && entry.env), ...(isRecord(entry.environment) && entry.environment) };
}

/** The words of the command line, as they stand in the entry. */
export function wordsOf(entry: unknown): string[] {
  if (!isRecord(entry)) return [];
  return [...strings(Array.isArray(entry.command) ? entry.command : [entry.command]), ...strings(entry.args)];
}

export function isDisabled(entry: unknown): boolean {
  return isRecord(entry) && (entry.enabled === false || entry.disabled === true);
}

export function inherited(host: Host, machine: Machine): Record<string, string> {
  const kept = Object.entries(machine.env).filter(([name]) => INHERITED.includes(name));
  const env = Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
  return host.systemPathOn?.includes(machine.platform) ? { ...env, PATH: SYSTEM_PATH } : env;
}

/** `${VAR}`, `${VAR:-default}`, `${env:VAR}`, `{env:VAR}` and `${workspaceFolder}`, as hosts fill them in. */
export function fillIn(text: string, env: Machine['env'], root: string): string {
  return text.replace(
    /(?:\$\{(?:env:)?|\{env:)(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, fallback?: string) =>
      name === 'workspaceFolder' ? root : (env[name] ?? fallback ?? whole),
  );
}

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
