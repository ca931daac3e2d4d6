/** `ultragit mcp uninstall`: takes the entry out again, and nothing else. */

import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addTargetOptions } from './mcp-install.ts';
import type { RegisterFlags } from './mcp-register.ts';

export function addMcpUninstall(mcp: Command, io: Io): void {
  addTargetOptions(mcp.command('uninstall').description("take the server out of a host's config")).action(
    async (flags: RegisterFlags) => {
      const { runUninstall } = await import('./mcp-register.ts');
      await runUninstall(flags, io);
    },
  );
}
