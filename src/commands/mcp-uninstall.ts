/** `ultragit mcp uninstall`: takes the entry and the hook out again, and nothing else. */

import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addTargetOptions } from './mcp-install.ts';
import type { RegisterFlags } from './mcp-outcome.ts';

const EXAMPLES = `
Examples:
  ultragit mcp uninstall                # .mcp.json and .claude/settings.json here
  ultragit mcp uninstall --host codex --scope user
  ultragit mcp uninstall --host all --dry-run`;

export function addMcpUninstall(mcp: Command, io: Io): void {
  addTargetOptions(mcp.command('uninstall').description("take server and hook out of a host's config"))
    .addHelpText('after', EXAMPLES)
    .action(async (flags: RegisterFlags) => {
      const { runUninstall } = await import('./mcp-uninstall-run.ts');
      await runUninstall(flags, io);
    });
}
