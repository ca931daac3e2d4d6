/** `ultragit mcp install`: registers the server in a host's config file. */

import type { Command } from 'commander';
import type { Self } from '../install/entry.ts';
import type { Io } from './io.ts';
import type { InstallFlags } from './mcp-register.ts';

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
    .action(async (flags: InstallFlags) => {
      const { runInstall } = await import('./mcp-register.ts');
      await runInstall(flags, io, self);
    });
}
