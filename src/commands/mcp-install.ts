/** `ultragit mcp install`: registers the server in a host's config file. */

import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import { planEntry, type Self } from '../install/entry.ts';
import { install, type Outcome, type Target } from '../install/merge.ts';
import { repositoryRoot } from '../install/repository-root.ts';
import { foundHosts, type TargetFlags, targets } from '../install/targets.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

type Flags = TargetFlags & { repo?: string; shared?: boolean; dryRun?: boolean };

const EXAMPLES = `
Examples:
  ultragit mcp install                     # .mcp.json here, for Claude Code and Copilot CLI
  ultragit mcp install --shared            # the same without a path of this machine, to commit
  ultragit mcp install --host codex        # .codex/config.toml here
  ultragit mcp install --host all --dry-run
  ultragit mcp install --global            # Claude Desktop`;

/** The flags that say which file is meant; uninstall has the same. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('--config <path>', 'this file; its form is told from its name and content')
    .option('--global', "Claude Desktop's file instead of the repository's .mcp.json")
    .option('--host <name>', 'one host, or all whose config is found (default: claude-code)')
    .option('--scope <scope>', 'project or user (default: project where the host has one)')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--dry-run', 'show the change, write nothing');
}

export function addMcpInstall(mcp: Command, io: Io, self: Self): void {
  addTargetOptions(mcp.command('install').description("register the server in a host's config"))
    .option('--shared', 'leave out what is true on this machine only, for a file that is committed')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => run(flags, io, self));
}

async function run(flags: Flags, io: Io, self: Self): Promise<void> {
  const root = await repositoryRoot(io, flags.repo);
  const dryRun = flags.dryRun ?? false;
  await each(targets(flags, { place: io, cwd: io.cwd, root }, foundHosts), async target => {
    const { entry, notes } = planEntry({ ...target, shared: checkShared(flags, target) }, io, self);
    const outcome = await install(target, entry, dryRun);
    print(io, outcome, dryRun);
    for (const note of notes) io.stderr.write(`Note: ${note}\n`);
    if (!dryRun && outcome.state !== 'unchanged') io.stdout.write(`${nextStep(target)}\n`);
  });
}

const nextStep = ({ host, scope }: Target): string =>
  [host.next, ...(host.asks && scope === 'project' ? [host.asks] : [])].join(' ');

/** One file that can't be changed does not keep the others from it; then all failures are told at once. */
export async function each(all: readonly Target[], act: (target: Target) => Promise<void>): Promise<void> {
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

function checkShared({ shared = false }: Flags, { host, scope }: Target): boolean {
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
export function print(io: Io, { target, state, diff, notes }: Outcome, dryRun: boolean): void {
  if (diff && (dryRun || io.stdout.isTTY)) io.stdout.write(diff);
  io.stdout.write(`${SAID[state][dryRun ? 1 : 0]}: ${shownPath(target.path, io)} (${target.host.name})\n`);
  for (const note of notes) io.stderr.write(`Note: ${note}\n`);
}
