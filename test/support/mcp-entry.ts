/**
 * `mcp start` and `mcp serve` as a program of its own, with the test tools when TEST_TOOLS is set, or with short
 * deadlines and other limits.
 */
import { addMcpStart, startServer } from '../../src/commands/mcp-start.ts';
import type { WorkerData } from '../../src/mcp/worker/answer-queries.ts';
import type { StoppableOptions } from '../../src/mcp/worker/stoppable-calls.ts';

const { TEST_TOOLS, TEST_DEADLINE_MS, TEST_TIME_LIMIT_MS } = process.env;

async function serveWith(options: Omit<StoppableOptions, 'onBug'>): Promise<void> {
  const { serveStdio } = await import('../../src/mcp/stdio.ts');
  const { StoppableCalls } = await import('../../src/mcp/worker/stoppable-calls.ts');
  const answering = async (onBug: (error: unknown) => void) => new StoppableCalls({ ...options, onBug });
  await serveStdio({ process, answering, version: '1.2.3' });
}

async function serveOverHttp(limits: string): Promise<void> {
  const { listeningOf } = await import('../../src/commands/mcp-serve.ts');
  const { runServe } = await import('../../src/commands/serve-run.ts');
  const { StoppableCalls } = await import('../../src/mcp/worker/stoppable-calls.ts');
  const script = new URL('./test-worker.js', import.meta.url);
  const { stdout, stderr, env, platform } = process;
  const io = { stdout, stderr, env, cwd: process.cwd(), home: env.HOME ?? '', platform };
  await runServe(
    {
      ...listeningOf({ addr: '127.0.0.1:0' }, io),
      limits: JSON.parse(limits),
      answering: async onBug => new StoppableCalls({ script, data: TEST_TOOLS, onBug }),
    },
    io,
  );
}

if (process.env.TEST_HTTP_LIMITS !== undefined) await serveOverHttp(process.env.TEST_HTTP_LIMITS);
else if (TEST_TOOLS !== undefined) {
  const timeLimit = TEST_TIME_LIMIT_MS === undefined ? undefined : Number(TEST_TIME_LIMIT_MS);
  await serveWith({
    script: new URL('./test-worker.js', import.meta.url),
    data: TEST_TOOLS,
    timeLimit,
    mostMemory: 64,
  });
} else if (TEST_DEADLINE_MS !== undefined) {
  const deadlines = { command: Number(TEST_DEADLINE_MS), silence: Number(TEST_DEADLINE_MS) };
  const data: WorkerData = { cwd: process.cwd(), deadlines };
  await serveWith({ script: new URL('./worker.js', import.meta.url), data });
} else if (process.argv.slice(2).join(' ') === 'mcp start') {
  await startServer({});
} else {
  const { Command } = await import('commander');
  const program = new Command();
  addMcpStart(program.command('mcp'));
  await program.parseAsync();
}
