/** What install does: chooses the files, changes them, says so. Loaded when it runs. */

import { cacheDirectory } from '../cache/directory.ts';
import { runningServers } from '../cache/running-servers.ts';
import { completeRef } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { type Address, type AddressFlags, findAddress } from '../install/address.ts';
import { isPinned, planEntry, shellProgram } from '../install/entry.ts';
import { hookTarget, installHook } from '../install/hook-entry.ts';
import type { Self } from '../install/program.ts';
import { flagsFor } from '../install/remedies.ts';
import { install, type Target } from '../install/server-entry.ts';
import { foundHosts, type InstallContext, targets } from '../install/targets.ts';
import { isTracked } from '../install/tracked.ts';
import { planUrlEntry } from '../install/url-entry.ts';
import { workplace } from '../install/workplace.ts';
import type { Io } from './io.ts';
import { each, note, type RegisterFlags, tell } from './mcp-outcome.ts';
import { shownPath } from './shown-path.ts';

export type InstallFlags = RegisterFlags &
  AddressFlags & {
    hooks?: boolean;
    http?: boolean;
    keepEnv?: boolean;
    noteref?: string;
    shared?: boolean;
  };

export async function runInstall(flags: InstallFlags, io: Io, self: Self): Promise<void> {
  const context = { machine: io, cwd: io.cwd, ...(await workplace(io, flags.repo)) };
  const chosen = targets(flags, context, foundHosts);
  const address = addressFor(flags, context, io);
  if (flags.hooks && flags.config !== undefined) {
    throw new UltragitError(
      'usage',
      '--config names one file of servers, so --hooks makes no sense with it.',
    );
  }
  await each(chosen, target => installAt(target, address, flags, context, io, self));
  if (!context.isRepository && chosen.some(({ scope }) => scope === 'project')) {
    note(
      io,
      'There is no git repository here yet; until there is one, the tools have nothing to answer from.',
    );
  }
}

/** Undefined where the host starts the server itself. */
function addressFor(flags: InstallFlags, context: InstallContext, io: Io): Address | undefined {
  const { http = false, url, tokenEnv, noteref, shared } = flags;
  if (!http && url === undefined) {
    if (tokenEnv === undefined) return undefined;
    throw new UltragitError('usage', '--token-env is for a server that hosts reach by its address.', [
      'Add --http.',
    ]);
  }
  if (noteref !== undefined) {
    throw new UltragitError('usage', 'Which notes ref is read, the server decides that hosts connect to.', [
      'Give it to `ultragit mcp serve --noteref`.',
    ]);
  }
  if (shared && url === undefined) {
    throw new UltragitError('usage', 'The port of the server that runs here is of this machine only.', [
      'Name an address that holds everywhere with --url, or leave out --shared.',
    ]);
  }
  const running = runningServers(cacheDirectory(io.env));
  return findAddress(flags, context.isRepository ? context.root : undefined, running);
}

type Doing = {
  address: Address | undefined;
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
  address: Address | undefined,
  flags: InstallFlags,
  context: InstallContext,
  io: Io,
  self: Self,
): Promise<void> {
  const shared = address ? (flags.shared ?? false) : checkShared(flags, target);
  const doing: Doing = { address, flags, shared, dryRun: flags.dryRun ?? false, context, io, self };
  const written = [await installServerAt(target, doing), ...(await installHookAt(target, doing))];
  if (!written.some(({ isChanged }) => isChanged)) return;
  const isPrivate = target.scope === 'project' && !shared;
  if (isPrivate && written.some(({ text }) => namesThisMachine(text, target, self))) {
    note(io, machinePath(flags, target, io));
  }
  if (isPrivate && address && flags.url === undefined) note(io, machineAddress(target, io));
  if (!doing.dryRun) io.stdout.write(`${nextStep(target, written)}\n`);
}

async function installServerAt(target: Target, doing: Doing): Promise<Written> {
  const { address, flags, shared, dryRun, context, io, self } = doing;
  const noteref =
    flags.noteref === undefined ? undefined : completeRef(flags.noteref, 'given on the command line');
  const { entry, notes } = address
    ? planUrlEntry(target, address)
    : planEntry({ ...target, shared, noteref }, io, self);
  const { keepEnv } = flags;
  const options = {
    dryRun,
    shared,
    keepEnv,
    isOpen: address?.isOpen,
    isTracked: target.scope === 'project' && (await isTracked(target.path, context)),
  };
  const outcome = await install(target, entry, options);
  tell(io, outcome, dryRun);
  for (const text of notes) note(io, text);
  return { text: JSON.stringify(outcome.set), isChanged: outcome.state !== 'unchanged' };
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
  tell(io, outcome, dryRun);
  return [{ text: JSON.stringify(program), isChanged: outcome.state !== 'unchanged', asks: hook.host.asks }];
}

const namesThisMachine = (written: string, { root }: Target, { script }: Self): boolean =>
  [root, script].some(path => path !== undefined && written.includes(JSON.stringify(path)));

function machinePath({ hooks }: InstallFlags, target: Target, io: Io): string {
  const command = `ultragit mcp install ${flagsFor(target)}${hooks ? ' --hooks' : ''} --shared`;
  return `${shownPath(target.path, io)} has a path of this machine now. To commit it: \`${command}\`.`;
}

/** The next start of the server may get another port. */
function machineAddress({ path }: Target, io: Io): string {
  return `${shownPath(path, io)} has an address of this machine now, which is there while the server runs.`;
}

function nextStep({ host, scope }: Target, written: readonly Written[]): string {
  const isForAll = scope === 'user' && !isPinned(host, scope);
  return [
    isForAll ? host.next.replace('this repository', 'any repository') : host.next,
    ...(host.asks && scope === 'project' ? [host.asks] : []),
    ...written.flatMap(({ asks }) => asks ?? []),
  ].join(' ');
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
