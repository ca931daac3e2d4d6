/** The server as a process: stdin, stdout, stderr and signals. */
import { Writable } from 'node:stream';
import { createLog } from '../log.ts';
import type { Answering, Closable } from './answering.ts';
import { endProcess } from './end-process.ts';
import type { FirstReply } from './first-reply.ts';
import { type ServeOptions, serve } from './server.ts';

export type StdioOptions = Pick<ServeOptions, 'knownSources' | 'version'> & {
  process: NodeJS.Process;
  /** As for `serve`; gets who is told about every exception that is a bug. */
  answering: (onBug: ServeOptions['onBug']) => Promise<Answering & Closable>;
  /** What has happened on the two pipes already. */
  first?: FirstReply;
};

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
const OUTPUT_BUFFER = 256 * 1024;
/** What is written at once, so that it is seen whether the other side reads: about what a pipe holds. */
const PIECE = 64 * 1024;

/** Ends the process with 0 when the last byte is sent and all work has ended; a second signal ends it at once. */
export async function serveStdio({ process, answering, first, ...server }: StdioOptions): Promise<never> {
  const { output, sent } = claimStdout(process);
  if (first && first.unsent.length > 0) output.write(first.unsent.toString());
  if (first && first.unread.length > 0) process.stdin.unshift(first.unread);
  const say = (text: string) => process.stderr.write(text);
  const onBug = (error: unknown) => say(`ultragit bug ${describe(error)}\n`);
  const ending = new AbortController();
  let closable: Closable | undefined;
  const end = () => (ending.signal.aborted ? endProcess(process, closable, 'at_once') : ending.abort());
  for (const name of SIGNALS) process.on(name, end);
  // A stray exception or rejection in one call must not take the others down.
  process.on('uncaughtException', onBug);
  // Nobody reads the diagnostics any more: not a reason to stop.
  process.stderr.on('error', () => {});

  const log = createLog(process.env.ULTRAGIT_LOG, say);
  const clock = () => performance.now();
  await serve({
    ...server,
    answering: async () => {
      const made = await answering(onBug);
      closable = made;
      return made;
    },
    input: process.stdin,
    isIntroduced: first?.isIntroduced,
    negotiated: first?.negotiated,
    output,
    sent,
    log,
    onBug,
    clock,
    signal: ending.signal,
  });
  return endProcess(process, closable);
}

/**
 * The only way to the real stdout from now on. What anything else writes there (console.log in a library)
 * goes to stderr, because one foreign line breaks the protocol.
 */
function claimStdout({ stdout, stderr }: NodeJS.Process): { output: Writable; sent: () => number } {
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  let sent = 0;
  const writePiece = (bytes: Buffer, done: (error?: Error | null) => void): void => {
    const piece = bytes.subarray(0, PIECE);
    write(piece, error => {
      sent += piece.length;
      if (error || bytes.length <= PIECE) done(error);
      else writePiece(bytes.subarray(PIECE), done);
    });
  };
  const output = new Writable({
    decodeStrings: false,
    highWaterMark: OUTPUT_BUFFER,
    write: (chunk: string, _encoding, done) => writePiece(Buffer.from(chunk), done),
  });
  stdout.on('error', error => output.destroy(error));
  stdout.on('close', () => output.destroy());
  return { output, sent: () => sent };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
