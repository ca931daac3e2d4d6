/** Our hook in a host's hooks file: where it belongs, put in, or taken out. */

import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { HOOK_HOSTS, type HookHost, hookCommand, hookEntries, hostOfHookCommand } from '../hook/hosts.ts';
import { apply, type Job, type Outcome } from './config/merge.ts';
import { refuseEnvironment } from './environment.ts';
import { hooksSnippet, otherHooks, ourHooks, removeHooks, writeHooks } from './hook-config.ts';
import type { Machine, Scope } from './hosts.ts';
import { environmentOf } from './launch.ts';
import type { InstallContext } from './targets.ts';

export type HookTarget = { host: HookHost; scope: Scope; path: string; root: string | undefined };

/** Undefined where the host has no hooks. */
export function hookTarget(id: string, scope: Scope, context: InstallContext): HookTarget | undefined {
  const host = HOOK_HOSTS.find(row => row.id === id);
  if (!host) return undefined;
  const path = scope === 'user' ? userFile(host, context.machine) : join(context.root, host.project);
  return { host, scope, path, root: scope === 'project' ? context.root : undefined };
}

/** Every hooks file that exists, the user's first. */
export function hookFiles(context: InstallContext): HookTarget[] {
  return HOOK_HOSTS.flatMap(({ id }) =>
    (['user', 'project'] as const).flatMap(scope => hookTarget(id, scope, context) ?? []),
  ).filter(({ path }) => isAbsolute(path) && existsSync(path));
}

function userFile({ user }: HookHost, { env, home }: Machine): string {
  const base = (user.variable && env[user.variable]) || join(home, user.directory);
  return join(base, user.file);
}

export const isHookOf =
  (host: HookHost) =>
  (command: string): boolean =>
    hostOfHookCommand(command) === host.id;

export async function installHook(
  target: HookTarget,
  program: readonly string[],
  { dryRun, keepEnv = false }: { dryRun: boolean; keepEnv?: boolean },
): Promise<Outcome> {
  const { host } = target;
  const isOurs = isHookOf(host);
  const wanted = hookEntries(host, hookCommand(program, host.id), { reminder: false });
  const write = (text: string | undefined) =>
    writeHooks(text, wanted, isOurs, { frame: host.frame, another: host.shell.matcher });
  const job: Job = {
    ...jobFor(target),
    change: old => {
      const present = old === undefined || keepEnv ? [] : ourHooks(old, isOurs);
      for (const { hook } of present) refuseEnvironment(target, environmentOf(hook));
      return write(old);
    },
    isDone: written => write(written) === written,
    snippet: hooksSnippet(wanted, host.frame),
  };
  return apply(job, dryRun);
}

export async function uninstallHook(target: HookTarget, dryRun: boolean): Promise<Outcome> {
  const { host } = target;
  const isOurs = isHookOf(host);
  const job: Job = {
    ...jobFor(target),
    change: old => (old === undefined ? old : removeHooks(old, isOurs, host.frame)),
    isDone: written => ourHooks(written, isOurs).length === 0,
  };
  return apply(job, dryRun);
}

function jobFor({ host, scope, path, root }: HookTarget) {
  return {
    place: { name: `${host.name}, hook`, path, scope, root },
    reads: host.reads,
    others: (text: string) => otherHooks(text, isHookOf(host), host.frame),
    emptyFile: '{}\n',
  };
}
