/** The end of a server's process. A thread that waits in the kernel would hold up `process.exit` for ever, so nothing is left to it. */
import type { Closable } from './answering.ts';

export async function endProcess(
  process: NodeJS.Process,
  answering: Closable | undefined,
  how?: 'at_once',
): Promise<never> {
  if ((await answering?.close(how)) === false) {
    process.emit('exit', 0);
    process.kill(process.pid, 'SIGKILL');
  }
  return process.exit(0);
}
