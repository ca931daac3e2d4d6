/** `ultragit mcp start`: the MCP server on stdin and stdout. */
import type { Command } from 'commander';
import type { FirstReply } from '../mcp/first-reply.ts';
import { serveStdio } from '../mcp/stdio.ts';
import { version } from '../version.ts';
import { workingDirectory } from './io.ts';
import { addRepositoryOptions } from './repository-options.ts';
import { serverAnswering, sourcesKnownIn } from './server-answering.ts';

type Flags = { repo?: string; noteref?: string };

const EXAMPLES = `
Examples:
  ultragit mcp start                    # what a host runs, until its input ends
  ultragit mcp start --repo ~/project   # for a host that starts it elsewhere
  npx @modelcontextprotocol/inspector ultragit mcp start`;

export function addMcpStart(mcp: Command): void {
  const start = mcp
    .command('start')
    .description('serve the tools over stdio; agents run this, people rarely do');
  addRepositoryOptions(start, 'working directory')
    .addHelpText('after', EXAMPLES)
    .action((flags: Flags) => startServer(flags));
}

/**
 * Hosts start the server without flags and wait for it, so the entry may call this before commander loads, and may have
 * answered a first message.
 */
export async function startServer(flags: Flags, first?: FirstReply): Promise<void> {
  const surroundings = { ...flags, cwd: workingDirectory() };
  const answering = (onBug: (error: unknown) => void) => serverAnswering({ surroundings, onBug });
  const knownSources = () => sourcesKnownIn(surroundings);
  await serveStdio({ process, answering, knownSources, version, first });
}
