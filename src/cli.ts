#!/usr/bin/env node
import { startServer } from './commands/mcp-start.ts';

const [command, ...rest] = process.argv.slice(2);

// Hosts start the server with exactly these words and wait for its first reply: nothing else loads before it.
if (command === 'mcp' && rest.length === 1 && rest[0] === 'start') startServer({});
else runCommand(['read', 'deps', 'history', 'summary'].includes(command ?? ''));

/** Git looks for the repository while the program loads. */
async function runCommand(isQuery: boolean): Promise<void> {
  const { askWhere } = await import('./git/discover.ts');
  const said = isQuery ? askWhere(process.cwd(), process.env).catch(() => undefined) : undefined;
  const { main } = await import('./commands/main.ts');
  await main(said);
  // Node would first wait for git to be gone, and then take its own memory apart.
  process.stdout.write('', () => process.exit());
}
