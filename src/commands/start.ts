/** Runs what the command line asks for, unless its answer was known. */
import type { Asked } from '../kept/asked.ts';
import { QUERY_WORDS } from '../kept/query-words.ts';
import type { FirstReply } from '../mcp/first-reply.ts';

const [command, ...rest] = process.argv.slice(2);
/** If git hangs, the program asks again, and waits as long as it usually would. */
const EARLY = { deadline: 5_000 };

/** Commands that may not need git at all. */
const NO_GIT = /^(-.*|mcp|hook|demo|complete|completion|help)$/;
const isHelp = (word: string) => word === '--help' || word === '-h';

/** What the entry has found out, or done, already. */
type Begun = { asked?: Asked; first?: FirstReply };

export async function start({ asked, first }: Begun): Promise<void> {
  // Hosts wait for the first reply of the server: nothing else loads before it.
  if (command === 'mcp' && rest.length === 1 && rest[0] === 'start') await startServer(first);
  else await runCommand(asked);
}

async function startServer(first: FirstReply | undefined): Promise<void> {
  const server = await import('./mcp-start.ts');
  await server.startServer({}, first);
}

async function runCommand(asked: Asked | undefined): Promise<void> {
  const needsGit = command !== undefined && !NO_GIT.test(command) && !rest.some(isHelp);
  const isHere = !rest.some(word => word.startsWith('--repo'));
  const { askWhere } = await import('../git/discover.ts');
  // Git looks for the repository while the program loads.
  const said = needsGit && isHere ? askWhere('.', process.env, EARLY).catch(() => undefined) : undefined;
  const isQuery = command !== undefined && QUERY_WORDS.includes(command);
  const { main } = isQuery ? await import('./query-main.ts') : await import('./main.ts');
  await main({ said, asked });
  // All is written and git is gone; without this, node would take its memory apart piece by piece.
  process.once('beforeExit', () => process.exit());
}
