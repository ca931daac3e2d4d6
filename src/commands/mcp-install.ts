/** `ultragit mcp install`: registers the server in a host's config file. */

import { relative } from 'node:path';
import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import { planEntry, type Self } from '../install/entry.ts';
import { install, type Outcome, type Target } from '../install/merge.ts';
import { repositoryRoot } from '../install/repository-root.ts';
import { foundHosts, type TargetFlags, targets } from '../install/targets.ts';
import type { Io } from './io.ts';

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
  addTargetOptions(mcp.command('install').description('register the server in a host’s config'))
    .option('--shared', 'leave out what is true on this machine only, for a file that is committed')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: Flags) => run(flags, io, self));
}

async function run(flags: Flags, io: Io, self: Self): Promise<void> {
  const root = repositoryRoot(flags.repo ?? io.cwd, io.env);
  if (root === undefined) {
    throw new UltragitError('not_a_repository', `${flags.repo ?? io.cwd} is not in a git repository.`, [
      'Run this inside the repository whose annotations the host should read, or name it with --repo.',
    ]);
  }
  for (const target of targets(flags, { place: io, cwd: io.cwd, root }, foundHosts)) {
    const { entry, notes } = planEntry({ ...target, shared: checkShared(flags, target) }, io, self);
    print(io, await install(target, entry, flags.dryRun ?? false), flags.dryRun ?? false);
    for (const note of notes) io.stderr.write(`Note: ${note}\n`);
    if (!flags.dryRun) io.stdout.write(`${target.host.next}\n`);
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

const SAID: Record<Outcome['state'], string> = {
  unchanged: 'Already there',
  created: 'Created',
  updated: 'Updated',
  removed: 'Removed from',
  deleted: 'Deleted, as nothing else was in it',
};

/** The change itself is shown on a terminal, and by a dry run; a script gets one line. */
export function print(io: Io, { target, state, diff, notes }: Outcome, dryRun: boolean): void {
  if (diff && (dryRun || io.stdout.isTTY)) io.stdout.write(diff);
  const way = relative(io.cwd, target.path);
  const shown = way === '' || way.startsWith('..') ? target.path : way;
  const would = dryRun && state !== 'unchanged' ? 'Dry run, nothing written. ' : '';
  io.stdout.write(`${would}${SAID[state]}: ${shown} (${target.host.name})\n`);
  for (const note of notes) io.stderr.write(`Note: ${note}\n`);
}
