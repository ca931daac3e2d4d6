/** What uninstall does: takes server and hook out of the files, and says so. Loaded when it runs. */

import { type HookTarget, hookFiles, uninstallHook } from '../install/hook-entry.ts';
import { leftEntries } from '../install/left.ts';
import { type Target, uninstall } from '../install/server-entry.ts';
import { allFiles, type InstallContext, meansAll, targets } from '../install/targets.ts';
import { anyWorkplace } from '../install/workplace.ts';
import type { Io } from './io.ts';
import { each, note, type RegisterFlags, tell } from './mcp-outcome.ts';
import { shownPath } from './shown-path.ts';

export async function runUninstall(flags: RegisterFlags, io: Io): Promise<void> {
  const context = { machine: io, cwd: io.cwd, ...(await anyWorkplace(io, flags.repo)) };
  const dryRun = flags.dryRun ?? false;
  const found = targets(flags, context, allFiles);
  const hooks = hooksBeside(found, flags, context);
  if (found.length + hooks.length === 0) io.stdout.write('No host has a config file here.\n');
  const steps = [
    ...hooks.map(target => async () => {
      const outcome = await uninstallHook(target, dryRun);
      if (outcome.state !== 'unchanged') tell(io, outcome, dryRun);
    }),
    ...found.map(target => async () => {
      const outcome = await uninstall(target, dryRun);
      if (outcome.state !== 'unchanged') tell(io, outcome, dryRun);
      else io.stdout.write(`Not registered: ${shownPath(target.path, io)} (${target.host.name})\n`);
    }),
  ];
  await each(steps, step => step());
  if (!meansAll(flags)) tellLeft([...hooks, ...found], flags, context, io);
}

function tellLeft(
  done: readonly { path: string }[],
  { repo }: RegisterFlags,
  context: InstallContext,
  io: Io,
): void {
  const paths = done.map(({ path }) => path);
  for (const { name, scope, files, command } of leftEntries(paths, context)) {
    const where = files.map(path => shownPath(path, io)).join(' and ');
    const whole = repo !== undefined && scope === 'project' ? `${command} --repo ${repo}` : command;
    note(io, `${name} still has ultragit in ${where}. To remove it: \`${whole}\`.`);
  }
}

/** The hooks files of the same hosts and scopes. */
function hooksBeside(found: readonly Target[], flags: RegisterFlags, context: InstallContext): HookTarget[] {
  if (flags.config !== undefined) return [];
  return hookFiles(context).filter(({ host, scope }) =>
    meansAll(flags)
      ? flags.scope === undefined || flags.scope === scope
      : found.some(target => target.host.id === host.id && target.scope === scope),
  );
}
