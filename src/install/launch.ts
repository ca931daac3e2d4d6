/** From a registered entry to the process that its host would start: program, environment, directory. */

import { SYSTEM_PATH } from './entry.ts';
import type { Host, Place } from './hosts.ts';
import type { World } from './targets.ts';

export type Launch = {
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  cwd: string;
};

/** Variables that hosts pass on to servers. */
const INHERITED = ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'];

/** Undefined when the entry names no program. */
export function launchOf(entry: unknown, host: Host, { place, cwd, root }: World): Launch | undefined {
  if (!isRecord(entry)) return undefined;
  const fill = (text: string) => fillIn(text, place.env, root ?? cwd);
  const words = strings(Array.isArray(entry.command) ? entry.command : [entry.command]);
  const [command, ...args] = [...words, ...strings(entry.args)].map(fill);
  if (!command) return undefined;
  const own = Object.entries(
    isRecord(entry.env) ? entry.env : isRecord(entry.environment) ? entry.environment : {},
  );
  const home = host.startsIn === 'home' ? place.home : (root ?? cwd);
  return {
    command,
    args,
    env: {
      ...inherited(host, place),
      ...(root !== undefined && host.sets?.(root)),
      ...Object.fromEntries(own.map(([name, value]) => [name, fill(String(value))])),
    },
    cwd: host.honoursCwd && typeof entry.cwd === 'string' ? fill(entry.cwd) : home,
  };
}

export function isDisabled(entry: unknown): boolean {
  return isRecord(entry) && (entry.enabled === false || entry.disabled === true);
}

function inherited(host: Host, place: Place): Record<string, string> {
  const kept = Object.entries(place.env).filter(([name]) => INHERITED.includes(name));
  const env = Object.fromEntries(kept.map(([name, value]) => [name, value ?? '']));
  return host.systemPathOn?.includes(place.platform) ? { ...env, PATH: SYSTEM_PATH } : env;
}

/** `${VAR}`, `${VAR:-default}`, `${env:VAR}` and `${workspaceFolder}`, as hosts fill them in. */
function fillIn(text: string, env: Place['env'], root: string): string {
  return text.replace(/\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g, (whole, name: string, fallback?: string) =>
    name === 'workspaceFolder' ? root : (env[name] ?? fallback ?? whole),
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
