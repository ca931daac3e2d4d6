/** What install and uninstall do: choose the files, change them, say so. Loaded when one of them runs. */

import { oneLine, sanitise } from '../annotation/sanitise.ts';
import { completeRef } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { isPinned, planEntry, shellProgram } from '../install/entry.ts';
import { type HookTarget, hookFiles, hookTarget, installHook, uninstallHook } from '../install/hook-entry.ts';
import type { Outcome } from '../install/merge.ts';
import type { Self } from '../install/program.ts';
import { flagsFor } from '../install/remedies.ts';
import { install, type Target, uninstall } from '../install/server-entry.ts';
import { allFiles, foundHosts, type InstallContext, type TargetFlags, targets } from '../install/targets.ts';
import { anyWorkplace, workplace } from '../install/workplace.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

export type RegisterFlags = TargetFlags & { repo?: string; dryRun?: boolean };
export type InstallFlags = RegisterFlags & {
  hooks?: boolean;
  keepEnv?: boolean;
  noteref?: string;
  shared?: boolean;
};

export async function runInstall(flags: InstallFlags, io: Io, self: Self): Promise<void> {
  const context = { machine: io, cwd: io.cwd, ...(await workplace(io, flags.repo)) };
  const chosen = targets(flags, context, foundHosts);
  if (flags.hooks && flags.config !== undefined) {
    throw new UltragitError(
      'usage',
      '--config names one file of servers, so --hooks makes no sense with it.',
    );
  }
  await each(chosen, target => installAt(target, flags, context, io, self));
  if (!context.isRepository && chosen.some(({ scope }) => scope === 'project')) {
    note(
      io,
      'There is no git repository here yet; until there is one, the tools have nothing to answer from.',
    );
  }
}

type Doing = {
  flags: InstallFlags;
  shared: boolean;
  dryRun: boolean;
  context: InstallContext;
  io: Io;
  self: Self;
};

/** What was written, as text, and whether that changed anything. */
type Written = { text: string; isChanged: boolean; asks?: string };

async function installAt(
  target: Target,
  flags: InstallFlags,
  context: InstallContext,
  io: Io,
  self: Self,
): Promise<void> {
  const shared = checkShared(flags, target);
  const doing: Doing = { flags, shared, dryRun: flags.dryRun ?? false, context, io, self };
  const written = [await installServerAt(target, doing), ...(await installHookAt(target, doing))];
  if (!written.some(({ isChanged }) => isChanged)) return;
  const hasPath = target.scope === 'project' && !shared;
  if (hasPath && written.some(({ text }) => namesThisMachine(text, target, self))) {
    note(io, machinePath(flags, target, io));
  }
  if (!doing.dryRun) io.stdout.write(`${nextStep(target, written)}\n`);
}

async function installServerAt(target: Target, { flags, shared, dryRun, io, self }: Doing): Promise<Written> {
  const noteref =
    flags.noteref === undefined ? undefined : completeRef(flags.noteref, 'given on the command line');
  const { entry, notes } = planEntry({ ...target, shared, noteref }, io, self);
  const outcome = await install(target, entry, { dryRun, shared, keepEnv: flags.keepEnv });
  print(io, outcome, dryRun);
  for (const text of notes) note(io, text);
  return { text: JSON.stringify(entry), isChanged: outcome.state !== 'unchanged' };
}

async function installHookAt({ host, scope }: Target, doing: Doing): Promise<Written[]> {
  const { flags, shared, dryRun, context, io, self } = doing;
  if (!flags.hooks) return [];
  const hook = hookTarget(host.id, scope, context);
  if (!hook) {
    note(io, `${host.name} has no hooks; only the server is registered.`);
    return [];
  }
  const program = shellProgram(host, io, self, shared);
  const outcome = await installHook(hook, program, { dryRun, keepEnv: flags.keepEnv });
  print(io, outcome, dryRun);
  return [{ text: JSON.stringify(program), isChanged: outcome.state !== 'unchanged', asks: hook.host.asks }];
}

const namesThisMachine = (written: string, { root }: Target, { script }: Self): boolean =>
  [root, script].some(path => path !== undefined && written.includes(JSON.stringify(path)));

function machinePath({ hooks }: InstallFlags, target: Target, io: Io): string {
  const command = `ultragit mcp install ${flagsFor(target)}${hooks ? ' --hooks' : ''} --shared`;
  return `${shownPath(target.path, io)} has a path of this machine now. To commit it: \`${command}\`.`;
}

export async function runUninstall(flags: RegisterFlags, io: Io): Promise<void> {
  const context = { machine: io, cwd: io.cwd, ...(await anyWorkplace(io, flags.repo)) };
  const dryRun = flags.dryRun ?? false;
  const found = targets(flags, context, allFiles);
  const hooks = hooksBeside(found, flags, context);
  if (found.length + hooks.length === 0) io.stdout.write('No host has a config file here.\n');
  const steps = [
    ...hooks.map(target => async () => {
      const outcome = await uninstallHook(target, dryRun);
      if (outcome.state !== 'unchanged') print(io, outcome, dryRun);
    }),
    ...found.map(target => async () => {
      const outcome = await uninstall(target, dryRun);
      if (outcome.state !== 'unchanged') print(io, outcome, dryRun);
      else io.stdout.write(`Not registered: ${shownPath(target.path, io)} (${target.host.name})\n`);
    }),
  ];
  await each(steps, step => step());
}

/** The hooks files of the same hosts and scopes. */
function hooksBeside(found: readonly Target[], flags: RegisterFlags, context: InstallContext): HookTarget[] {
  if (flags.config !== undefined) return [];
  return hookFiles(context).filter(({ host, scope }) =>
    flags.host === 'all'
      ? flags.scope === undefined || flags.scope === scope
      : found.some(target => target.host.id === host.id && target.scope === scope),
  );
}

function nextStep({ host, scope }: Target, written: readonly Written[]): string {
  const isForAll = scope === 'user' && !isPinned(host, scope);
  return [
    isForAll ? host.next.replace('this repository', 'any repository') : host.next,
    ...(host.asks && scope === 'project' ? [host.asks] : []),
    ...written.flatMap(({ asks }) => asks ?? []),
  ].join(' ');
}

/** One file that can't be changed does not keep the others from it; then all failures are told at once. */
async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const failures: UltragitError[] = [];
  for (const one of all) {
    try {
      await act(one);
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first && failures.length === 1) throw first;
  if (first) {
    const hints = failures.flatMap(failure => [failure.message, ...failure.hints]);
    throw new UltragitError(first.code, `${failures.length} of ${all.length} files can't be changed.`, hints);
  }
}

function checkShared({ shared = false }: InstallFlags, { host, scope }: Target): boolean {
  if (shared && isPinned(host, scope)) {
    throw new UltragitError(
      'usage',
      `${host.name} starts servers outside any repository, so it needs the path.`,
      ['Leave out --shared.'],
    );
  }
  return shared;
}

const SAID: Record<Outcome['state'], readonly [done: string, dry: string]> = {
  unchanged: ['Already there', 'Already there'],
  created: ['Created', 'Would create'],
  updated: ['Updated', 'Would update'],
  removed: ['Removed from', 'Would remove from'],
  deleted: ['Deleted, as nothing else was in it', 'Would delete, as nothing else is in it'],
};

/** The change itself is shown on a terminal, and by a dry run; a script gets one line. */
function print(io: Io, { place, state, diff, notes }: Outcome, dryRun: boolean): void {
  if (diff && (dryRun || io.stdout.isTTY)) io.stdout.write(sanitise(diff));
  io.stdout.write(`${SAID[state][dryRun ? 1 : 0]}: ${shownPath(place.path, io)} (${place.name})\n`);
  for (const text of notes) note(io, text);
}

function note(io: Io, text: string): void {
  io.stderr.write(`Note: ${oneLine(text)}\n`);
}
