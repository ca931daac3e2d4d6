/** Runs what the command line asks for, unless its answer was known. */
import { homedir } from 'node:os';
import type { AskedCommand } from '../kept/command.ts';

const [command, ...rest] = process.argv.slice(2);
/** If git hangs, the program asks again, and waits as long as it usually would. */
const EARLY = { deadline: 5_000 };

/** Commands that may not need git at all. */
const NO_QUERY = /^(-.*|mcp|hook|demo|complete|completion|help)$/;
const isHelp = (word: string) => word === '--help' || word === '-h';

export async function start(asked: AskedCommand | undefined): Promise<void> {
  if (!process.env.HOME) standInForHome();
  // Hosts wait for the first reply of the server, and for every hook: nothing else loads before those.
  if (command === 'hook' && !rest.some(isHelp)) await runHook();
  else if (command === 'mcp' && rest.length === 1 && rest[0] === 'start') await startServer();
  else await runCommand(asked);
}

async function runHook(): Promise<void> {
  const hook = await import('./hook-start.ts');
  hook.runHook(rest);
}

async function startServer(): Promise<void> {
  const server = await import('./mcp-start.ts');
  await server.startServer({});
}

async function runCommand(asked: AskedCommand | undefined): Promise<void> {
  const isQuery = command !== undefined && !NO_QUERY.test(command) && !rest.some(isHelp);
  const isHere = !rest.some(word => word.startsWith('--repo'));
  const { askWhere } = await import('../git/discover.ts');
  // Git looks for the repository while the program loads.
  const said = isQuery && isHere ? askWhere('.', process.env, EARLY).catch(() => undefined) : undefined;
  const { main } = await import('./main.ts');
  await main({ said, keep: asked && (printed => asked.keep(printed)) });
  // All is written and git is gone; without this, node would take its memory apart piece by piece.
  process.once('beforeExit', () => process.exit());
}

/** A user that the system does not know, as in some containers, has none, and libraries fail on that. */
function standInForHome(): void {
  try {
    homedir();
  } catch {
    process.env.HOME = '/nonexistent';
  }
}
