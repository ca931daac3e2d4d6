/** From a registered entry to the process that its host would start: program, environment, directory. */

import { SYSTEM_PATH } from './entry.ts';
import type { Host, Machine } from './hosts.ts';
import type { InstallContext } from './targets.ts';

export type Launch = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
};

/** Variables that hosts pass on to servers. */
const INHERITED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** Undefined when the entry names no program. */
export function launchOf(
  entry: unknown,
  host: Host,
  { machine, cwd, root }: InstallContext,
): Launch | undefined {
  if (!isRecord(entry)) return undefined;
  const fill = (text: string) => fillIn(text, machine.env, root ?? cwd);
  const words = strings(Array.isArray(entry.command) ? entry.command : [entry.command]);
  const [command, ...args] = [...words, ...strings(entry.args)].map(fill);
  if (!command) return undefined;
  const own = Object.entries(
    isRecord(entry.env) ? entry.env : isRecord(entry.environment) ? entry.environment : {},
  );
  const home = host.startsIn === 'home' ? machine.home : (root ?? cwd);
  return {
    command,
    args,
    env: {
      ...inherited(host, machine),
      ...(root !== undefined && host.sets?.(root)),
      ...Object.fromEntries(own.map(([name, value]) => [name, fill(String(value))])),
    },
    cwd: host.honoursCwd && typeof entry.cwd === 'string' ? fill(entry.cwd) : home,
  };
}

export function isDisabled(entry: unknown): boolean {
  return isRecord(entry) && (entry.enabled === false || entry.disabled === true);
}

function inherited(host: Host, machine: Machine): Record<string, string> {
  const kept = Object.entries(machine.env).filter(([name]) => INHERITED.includes(name));
  const env = Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
  return host.systemPathOn?.includes(machine.platform) ? { ...env, PATH: SYSTEM_PATH } : env;
}

/** `${VAR}`, `${VAR:-default}`, `${env:VAR}` and `${workspaceFolder}`, as hosts fill them in. */
function fillIn(text: string, env: Machine['env'], root: string): string {
  return text.replace(/\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g, (whole, name: string, fallback?: string) =>
    name === 'workspaceFolder' ? root : (env[name] ?? fallback ?? whole),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
