/**
 * What a server holds after a garbage collection. Its resident memory says little: how much garbage V8 lets pile up
 * before it collects differs between versions of Node by more than any leak that a test could wait for.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { command, McpProcess } from './mcp-server.ts';
import { temporaryDirectory } from './repository.ts';

/** Both threads count: the one that reads, and the one in which queries run. */
const ON_SIGNAL = `
  const { BroadcastChannel, isMainThread } = require('node:worker_threads');
  const channel = new BroadcastChannel('live memory');
  channel.unref();
  const held = () => {
    gc();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  if (isMainThread) {
    process.on('SIGUSR2', () => channel.postMessage('measure'));
    channel.onmessage = ({ data }) => {
      process.stderr.write('live memory: ' + (held() + data) + ' bytes\\n');
    };
  } else channel.onmessage = () => channel.postMessage(held());`;

export const canMeasure = process.platform !== 'win32';

export function measurable(program: typeof command): typeof command {
  const preload = join(temporaryDirectory(), 'live-memory.cjs');
  writeFileSync(preload, ON_SIGNAL);
  return { ...program, args: ['--expose-gc', '--require', preload, ...program.args] };
}

/** A server of either kind. */
type Measured = Pick<McpProcess, 'stderr' | 'until'> & { child: { kill(signal: NodeJS.Signals): boolean } };

/** In bytes. What the server said to tell it is gone from its stderr afterwards. */
export async function liveMemory(server: Measured): Promise<number> {
  const said = /live memory: (?<bytes>\d+) bytes\n/;
  server.child.kill('SIGUSR2');
  const bytes = await server.until(() => said.exec(server.stderr)?.groups?.bytes, 'its live memory');
  server.stderr = server.stderr.replace(said, '');
  return Number(bytes);
}
