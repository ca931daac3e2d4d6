/** `mcp start` as a program of its own, with the test tools when TEST_TOOLS is set. */
import { Command } from 'commander';
import { mcpStart } from '../../src/commands/mcp-start.ts';
import { serveStdio } from '../../src/mcp/stdio.ts';

if (process.env.TEST_TOOLS === undefined) {
  const program = new Command();
  mcpStart(program.command('mcp'));
  await program.parseAsync();
} else {
  const loadTools = async () => {
    if (process.env.TEST_TOOLS === 'broken') throw new Error('tools are broken');
    return (await import('./test-tools.ts')).testTools;
  };
  await serveStdio({ process, loadTools, version: '1.2.3' });
  process.exit(0);
}
