/** `mcp start` as a program of its own, with the test tools when TEST_TOOLS is set, or with short deadlines. */
import { addMcpStart, startServer } from '../../src/commands/mcp-start.ts';

const tools = process.env.TEST_TOOLS;

if (tools !== undefined) {
  const { serveStdio } = await import('../../src/mcp/stdio.ts');
  const loadTools = async () => {
    if (tools === 'broken') throw new Error('tools are broken');
    return (await import('./test-tools.ts')).testTools;
  };
  await serveStdio({ process, loadTools, version: '1.2.3' });
  process.exit(0);
} else if (process.env.TEST_DEADLINE_MS !== undefined) {
  const { serveStdio } = await import('../../src/mcp/stdio.ts');
  const { connect } = await import('../../src/mcp/connect.ts');
  const deadline = Number(process.env.TEST_DEADLINE_MS);
  const deadlines = { command: deadline, silence: deadline };
  const connection = await connect({ cwd: process.cwd(), env: process.env, deadlines });
  await serveStdio({ process, loadTools: async () => connection.tools, version: '1.2.3' });
  await connection.close();
  process.exit(0);
} else if (process.argv.slice(2).join(' ') === 'mcp start') {
  await startServer({});
} else {
  const { Command } = await import('commander');
  const program = new Command();
  addMcpStart(program.command('mcp'));
  await program.parseAsync();
}
