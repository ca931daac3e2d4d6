/** `ultragit mcp start`: the MCP server on stdin and stdout. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { KnownAnswers } from '../kept/known-answers.ts';
import type { FirstReply } from '../mcp/first-reply.ts';
import { knownFirst } from '../mcp/known-first.ts';
import { placesFor } from '../mcp/places.ts';
import { serveStdio } from '../mcp/stdio.ts';
import type { WorkerData } from '../mcp/worker/answer-queries.ts';
import { version } from '../version.ts';
import { workingDirectory } from './io.ts';
import { addRepositoryOptions } from './repository-options.ts';

/** The name of the program's bundle, which has its hash; the bundle itself is told by its address. */
declare const __BUILD__: string | undefined;
const BUILD = typeof __BUILD__ === 'string' ? __BUILD__ : basename(import.meta.url);

type Flags = { repo?: string; noteref?: string };

/** Beside the bundle that this is in. */
const WORKER = new URL('./worker.js', import.meta.url);
const TOOLS_LIST = new URL('./tools.json', import.meta.url);

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
  const answering = async (onBug: (error: unknown) => void) => {
    const { StoppableCalls } = await import('../mcp/worker/stoppable-calls.ts');
    const data: WorkerData = surroundings;
    const calls = new StoppableCalls({ script: WORKER, data, knownList, onBug });
    const [directory = ''] = placesFor({ ...surroundings, env: process.env });
    const known = new KnownAnswers({ directory, env: process.env, noteref: flags.noteref, build: BUILD });
    return knownFirst(calls, known);
  };
  const knownSources = async () => {
    const { env } = process;
    const sources = await import('../index/known-sources.ts');
    return sources.knownSources(placesFor({ ...surroundings, env }), { ...surroundings, env });
  };
  await serveStdio({ process, answering, knownSources, version, first });
  process.exit(0);
}

/** As the build made it. */
function knownList(): string | undefined {
  try {
    return readFileSync(TOOLS_LIST, 'utf8');
  } catch {
    return undefined;
  }
}
