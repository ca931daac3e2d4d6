/** What install and uninstall do: choose the files, change them, say so. Loaded when one of them runs. */

import { sanitise } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import { planEntry, type Self } from '../install/entry.ts';
import { install, type Outcome, type Target, uninstall } from '../install/merge.ts';
import { repositoryRoot, rootIfAny } from '../install/repository-root.ts';
import { allFiles, foundHosts, type TargetFlags, targets } from '../install/targets.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

export type RegisterFlags = TargetFlags & { repo?: string; dryRun?: boolean };
export type InstallFlags = RegisterFlags & { shared?: boolean };

export async function runInstall(flags: InstallFlags, io: Io, self: Self): Promise<void> {
  const root = await repositoryRoot(io, flags.repo);
  const dryRun = flags.dryRun ?? false;
  await each(targets(flags, { machine: io, cwd: io.cwd, root }, foundHosts), async target => {
    const { entry, notes } = planEntry({ ...target, shared: checkShared(flags, target) }, io, self);
    const outcome = await install(target, entry, dryRun);
    print(io, outcome, dryRun);
    for (const note of notes) io.stderr.write(`Note: ${note}\n`);
    if (!dryRun && outcome.state !== 'unchanged') io.stdout.write(`${nextStep(target)}\n`);
  });
}

export async function runUninstall(flags: RegisterFlags, io: Io): Promise<void> {
  const root = await rootIfAny(io, flags.repo);
  const dryRun = flags.dryRun ?? false;
  const found = targets(flags, { machine: io, cwd: io.cwd, root }, allFiles);
  if (found.length === 0) io.stdout.write('No host has a config file here.\n');
  await each(found, async target => {
    const outcome = await uninstall(target, dryRun);
    if (outcome.state !== 'unchanged') print(io, outcome, dryRun);
    else io.stdout.write(`Not registered: ${shownPath(target.path, io)} (${target.host.name})\n`);
  });
}

const nextStep = ({ host, scope }: Target): string =>
  [host.next, ...(host.asks && scope === 'project' ? [host.asks] : [])].join(' ');

/** One file that can't be changed does not keep the others from it; then all failures are told at once. */
async function each(all: readonly Target[], act: (target: Target) => Promise<void>): Promise<void> {
  const failures: UltragitError[] = [];
  for (const target of all) {
    try {
      await act(target);
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
  if (shared && scope === 'user' && host.startsIn === 'home') {
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
function print(io: Io, { target, state, diff, notes }: Outcome, dryRun: boolean): void {
  if (diff && (dryRun || io.stdout.isTTY)) io.stdout.write(sanitise(diff));
  io.stdout.write(`${SAID[state][dryRun ? 1 : 0]}: ${shownPath(target.path, io)} (${target.host.name})\n`);
  for (const note of notes) io.stderr.write(`Note: ${note}\n`);
}
