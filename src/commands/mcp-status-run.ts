/** What status does: looks at everything, asks where it must, prints, and gives the exit code. Loaded when it runs. */

import { withCleanTexts } from '../annotation/sanitise.ts';
import { cacheDirectory } from '../cache/directory.ts';
import { UltragitError } from '../errors.ts';
import { TOKEN_VARIABLE } from '../install/address.ts';
import type { Self } from '../install/program.ts';
import { hookStatus } from '../install/status/hook-status.ts';
import { runningStatus } from '../install/status/running.ts';
import { type State, status } from '../install/status/status.ts';
import type { Consent } from '../install/status/trust.ts';
import { anyWorkplace } from '../install/workplace.ts';
import type { Block } from '../render/blocks.ts';
import { version } from '../version.ts';
import { formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import type { StatusFlags } from './mcp-status.ts';
import { proposed, statusBlocks, statusJson } from './mcp-status-text.ts';
import { progressOn } from './progress.ts';
import { lookOf } from './terminal/look.ts';

const EXIT: Partial<Record<State, number>> = { failed: 1, not_started: 3, url: 3 };

export async function runStatus(flags: StatusFlags, io: Io, self: Self): Promise<number> {
  const env = withToken(flags, io);
  const context = { machine: { ...io, env }, cwd: io.cwd, ...(await anyWorkplace(io, flags.repo)) };
  const timeoutMs = Number(flags.timeout) * 1000;
  const signal = interruption();
  const directory = cacheDirectory(io.env);
  const progress = waiting(io);
  const consent = progress.pausedFor(consentFor(flags, io, signal));
  const look = async () => {
    const servers = await runningStatus({ directory, token: env[TOKEN_VARIABLE], timeoutMs, signal });
    const running = servers.map(({ server }) => server);
    const options = { version, timeoutMs, signal, self, consent, running };
    return { entries: await status(context, options), hooks: await hookStatus(context, options), servers };
  };
  const found = await look().finally(progress.clear);
  await print(statusJson(found), () => statusBlocks(found, io), flags, io);
  const codes = [...found.entries, ...found.hooks]
    .map(({ state }) => EXIT[state] ?? 0)
    .filter(code => code > 0);
  return codes.length === 0 ? 0 : Math.min(...codes);
}

/** The token of the command line counts where an entry names the usual variable. */
function withToken({ token }: StatusFlags, { env }: Io): Io['env'] {
  return token === undefined ? env : { ...env, [TOKEN_VARIABLE]: token };
}

export async function print(json: unknown, blocks: () => Block[], flags: StatusFlags, io: Io): Promise<void> {
  const text = flags.json
    ? `${JSON.stringify(withCleanTexts(json), null, 2)}\n`
    : await formatNamed('pretty').render({}, async () => blocks(), lookOf(io, flags));
  io.stdout.write(text.replace(/^\n/, ''));
}

/** A line on the terminal while servers and hooks run, but not below a question. */
function waiting(io: Io): { pausedFor(ask: Consent): Consent; clear(): void } {
  const start = () => progressOn(io, 'Starting servers and hooks …');
  let progress = start();
  const clear = () => progress.clear();
  const pausedFor =
    (ask: Consent): Consent =>
    async proposal => {
      clear();
      const answer = await ask(proposal);
      progress = start();
      return answer;
    };
  return { pausedFor, clear };
}

/** The servers run in process groups of their own, which an interrupt at the terminal does not reach. */
export function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

/** `--trust` is a yes to all; else a person at a terminal is asked; nobody there is a no. */
function consentFor(flags: StatusFlags, io: Io, signal: AbortSignal): Consent {
  if (flags.trust) return async () => true;
  const { stdin, stdout } = io;
  if (flags.json || !stdin?.isTTY || !stdout.isTTY) return async () => false;
  const show = (blocks: Block[]) => formatNamed('pretty').render({}, async () => blocks, lookOf(io, flags));
  return async proposal => {
    io.stdout.write(await show(proposed(proposal, io)));
    return ask('url' in proposal ? 'Ask it?' : 'Start it?', stdin, io, signal);
  };
}

async function ask(
  question: string,
  stdin: NonNullable<Io['stdin']>,
  io: Io,
  signal: AbortSignal,
): Promise<boolean> {
  const { createInterface } = await import('node:readline');
  io.stdout.write(`${question} [y/N] `);
  const lines = createInterface({ input: stdin, signal });
  try {
    const answer = await new Promise<string>(resolve => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
    });
    if (signal.aborted) throw new UltragitError('cancelled', 'Interrupted.');
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    lines.close();
  }
}
