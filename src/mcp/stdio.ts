/** The server as a process: stdin, stdout, stderr and signals. */
import { Writable } from 'node:stream';
import { createLog } from '../log.ts';
import type { Answering } from './answering.ts';
import type { FirstReply } from './first-reply.ts';
import { type ServeOptions, serve } from './server.ts';

export type StdioOptions = Pick<ServeOptions, 'knownSources' | 'version'> & {
  process: NodeJS.Process;
  /** As for `serve`; gets who is told about every exception that is a bug. */
  answering: (onBug: ServeOptions['onBug']) => Promise<ClosableAnswering>;
  /** What has happened on the two pipes already. */
  first?: FirstReply;
};

/** `close` gives false where work goes on that nothing can stop. */
type ClosableAnswering = Answering & { close(): Promise<boolean> };

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const OUTPUT_BUFFER = 256 * 1024;

/** Resolves when the last byte is sent and all work has ended; the caller then exits with 0. */
export async function serveStdio({ process, answering, first, ...server }: StdioOptions): Promise<void> {
  const output = claimStdout(process);
  if (first && first.unsent.length > 0) output.write(first.unsent.toString());
  if (first && first.unread.length > 0) process.stdin.unshift(first.unread);
  const say = (text: string) => process.stderr.write(text);
  const onBug = (error: unknown) => say(`ultragit bug ${describe(error)}\n`);
  const ending = new AbortController();
  const end = () => (ending.signal.aborted ? process.exit(0) : ending.abort());
  for (const name of SIGNALS) process.on(name, end);
  // A stray exception or rejection in one call must not take the others down.
  process.on('uncaughtException', onBug);
  // Nobody reads the diagnostics any more: not a reason to stop.
  process.stderr.on('error', () => {});

  const log = createLog(process.env.ULTRAGIT_LOG, say);
  const clock = () => performance.now();
  let closable: ClosableAnswering | undefined;
  await serve({
    ...server,
    answering: async () => {
      closable = await answering(onBug);
      return closable;
    },
    input: process.stdin,
    isIntroduced: first?.isIntroduced,
    negotiated: first?.negotiated,
    output,
    log,
    onBug,
    clock,
    signal: ending.signal,
  });
  // A thread that waits in the kernel would hold up the exit of the process for ever.
  if ((await closable?.close()) === false) process.kill(process.pid, 'SIGKILL');
}

/**
 * The only way to the real stdout from now on. What anything else writes there (console.log in a library)
 * goes to stderr, because one foreign line breaks the protocol.
 */
function claimStdout({ stdout, stderr }: NodeJS.Process): Writable {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const output = new Writable({
    decodeStrings: false,
    highWaterMark: OUTPUT_BUFFER,
    write: (chunk: string, _encoding, done) => void write(chunk, done),
  });
  stdout.on('error', error => output.destroy(error));
  stdout.on('close', () => output.destroy());
  return output;
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
