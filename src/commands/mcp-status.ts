/** `ultragit mcp status`: what an agent would see of server and hook in each host that has them registered. */

import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import type { Self } from '../install/program.ts';
import type { Io } from './io.ts';
import type { LookFlags } from './terminal/look.ts';

export type StatusFlags = LookFlags & {
  repo?: string;
  json?: boolean;
  timeout: string;
  trust?: boolean;
  /** True where no address was given. */
  url?: string | true;
  token?: string;
};

const EXAMPLES = `
What a file of the repository names is started, or asked over the network, only
if it is ultragit itself, if you say yes on a terminal, or with --trust.

Servers that \`ultragit mcp serve\` started are listed, too. A server that needs a
token gets that of --token or MCP_TOKEN.

Exit codes: 0 all is well; 1 an entry fails, or the server of --url; 3 nothing
fails, but an entry was not looked into: it was not started, or not asked.

Examples:
  ultragit mcp status
  ultragit mcp status --trust           # after a look at the repository's files
  ultragit mcp status --json --timeout 30
  ultragit mcp status --url             # the server that runs here, in detail
  ultragit mcp status --url http://127.0.0.1:3000/mcp     # any MCP server`;

export function addMcpStatus(mcp: Command, io: Io, setExitCode: (code: number) => void, self: Self): void {
  mcp
    .command('status')
    .description('start what is registered as the hosts would, and show what an agent sees')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--timeout <seconds>', 'how long a server may take to answer', '10')
    .option('--trust', "start, or ask, what the repository's own files name, without a question")
    .option(
      '--url [url]',
      'ask the MCP server at this address instead: what it is, and its tools (default: the one that runs for this worktree)',
    )
    .option('--token <token>', 'for a server that needs one (default: $MCP_TOKEN)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: StatusFlags) => {
      if (!(Number(flags.timeout) > 0)) {
        throw new UltragitError('usage', '--timeout is a number of seconds above 0.');
      }
      const { runInspect } = await import('./mcp-inspect-run.ts');
      const { runStatus } = await import('./mcp-status-run.ts');
      const { url } = flags;
      setExitCode(await (url === undefined ? runStatus(flags, io, self) : runInspect(url, flags, io)));
    });
}
