/** `ultragit mcp status`: what an agent would see of server and hook in each host that has them registered. */

import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import type { Self } from '../install/program.ts';
import type { Io } from './io.ts';
import type { LookFlags } from './terminal/look.ts';

export type StatusFlags = LookFlags & { repo?: string; json?: boolean; timeout: string; trust?: boolean };

const EXAMPLES = `
What a file of the repository names is started only if it is ultragit itself,
if you say yes on a terminal, or with --trust. Until then it is "not started".

Exit codes: 0 all is well; 1 an entry fails; 3 nothing fails, but an entry was
not looked into, because it was not started or is a url.

Examples:
  ultragit mcp status
  ultragit mcp status --trust           # after a look at the repository's files
  ultragit mcp status --json --timeout 30`;

export function addMcpStatus(mcp: Command, io: Io, setExitCode: (code: number) => void, self: Self): void {
  mcp
    .command('status')
    .description('start what is registered as the hosts would, and show what an agent sees')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--timeout <seconds>', 'how long a server may take to answer', '10')
    .option('--trust', "start what the repository's own files name, without a question")
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: StatusFlags) => {
      if (!(Number(flags.timeout) > 0)) {
        throw new UltragitError('usage', '--timeout is a number of seconds above 0.');
      }
      const { runStatus } = await import('./mcp-status-run.ts');
      setExitCode(await runStatus(flags, io, self));
    });
}
