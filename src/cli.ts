#!/usr/bin/env node
import { startServer } from './commands/mcp-start.ts';

// Hosts start the server with exactly these words and wait for its first reply: nothing else loads before it.
if (process.argv.length === 4 && process.argv[2] === 'mcp' && process.argv[3] === 'start') {
  await startServer({});
} else {
  const { main } = await import('./commands/main.ts');
  await main();
}
