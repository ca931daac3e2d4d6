/** `ultragit mcp uninstall`: takes the entry out again, and nothing else. */

import type { Command } from 'commander';
import { uninstall } from '../install/merge.ts';
import { rootIfAny } from '../install/repository-root.ts';
import { allFiles, type TargetFlags, targets } from '../install/targets.ts';
import type { Io } from './io.ts';
import { addTargetOptions, each, print } from './mcp-install.ts';
import { shownPath } from './shown-path.ts';

type Flags = TargetFlags & { repo?: string; dryRun?: boolean };

export function addMcpUninstall(mcp: Command, io: Io): void {
  addTargetOptions(mcp.command('uninstall').description("take the server out of a host's config")).action(
    async (flags: Flags) => {
      const root = await rootIfAny(io, flags.repo);
      const dryRun = flags.dryRun ?? false;
      await each(targets(flags, { place: io, cwd: io.cwd, root }, allFiles), async target => {
        const outcome = await uninstall(target, dryRun);
        if (outcome.state !== 'unchanged') print(io, outcome, dryRun);
        else io.stdout.write(`Not registered: ${shownPath(target.path, io)} (${target.host.name})\n`);
      });
    },
  );
}
