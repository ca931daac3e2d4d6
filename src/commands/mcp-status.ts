/** `ultragit mcp status`: what an agent would see of the server in each host that has it registered. */

import type { Command } from 'commander';
import { oneLine } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import type { Status } from '../install/status.ts';
import { version } from '../version.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

type Flags = { repo?: string; json?: boolean; timeout: string };

/** `setExitCode` gets 1 when an entry fails; the table is printed either way. */
export function addMcpStatus(mcp: Command, io: Io, setExitCode: (code: number) => void): void {
  mcp
    .command('status')
    .description('start the registered servers as their hosts would, and show what an agent sees')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--timeout <seconds>', 'how long a server may take to answer', '10')
    .option('--json', 'print JSON')
    .action(async (flags: Flags) => {
      const seconds = Number(flags.timeout);
      if (!(seconds > 0)) throw new UltragitError('usage', '--timeout is a number of seconds above 0.');
      const { rootIfAny } = await import('../install/repository-root.ts');
      const { status } = await import('../install/status.ts');
      const root = await rootIfAny(io, flags.repo);
      const options = { version, timeoutMs: seconds * 1000, signal: interruption() };
      const all = await status({ machine: io, cwd: io.cwd, root }, options);
      io.stdout.write(flags.json ? asJson(all) : asTable(all, io));
      if (all.some(one => one.state === 'failed')) setExitCode(1);
    });
}

/** The servers run in process groups of their own, which an interrupt at the terminal does not reach. */
function interruption(): AbortSignal {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  return stop.signal;
}

function asJson(all: readonly Status[]): string {
  const entries = all.map(({ target, state, command, seen, reason, remedy }) => ({
    host: target.host.id,
    scope: target.scope,
    file: target.path,
    state,
    command,
    protocols: seen?.protocols,
    tools: seen?.tools,
    notes_ref: seen?.notesRef,
    annotations: seen?.annotations,
    reason: reason && oneLine(reason),
    remedy,
  }));
  return `${JSON.stringify({ $schema: 'ultragit-mcp-status/v1', entries }, null, 2)}\n`;
}

const HEADINGS = ['HOST', 'FILE', 'STATE', 'PROTOCOL', 'TOOLS', 'NOTES REF', 'ANNOTATIONS'];

function asTable(all: readonly Status[], io: Io): string {
  if (all.length === 0) return 'No host has ultragit registered here. `ultragit mcp install` does that.\n';
  const rows = all.map(({ target, state, seen }) => [
    target.host.name,
    shownPath(target.path, io),
    state,
    seen?.protocols.join(' ') ?? '-',
    seen ? String(seen.tools.length) : '-',
    seen?.notesRef ?? '-',
    seen?.annotations === undefined ? '-' : String(seen.annotations),
  ]);
  const widths = HEADINGS.map((_, column) =>
    Math.max(...[HEADINGS, ...rows].map(row => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => oneLine(cell).padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  const failures = all
    .filter(one => one.state === 'failed')
    .flatMap(({ target, command, reason, remedy }) => [
      '',
      oneLine(`${target.host.name} (${shownPath(target.path, io)}): ${reason}`),
      ...(command ? [`  it runs: ${oneLine(command)}`] : []),
      `  ${remedy}`,
    ]);
  return `${[line(HEADINGS), ...rows.map(line), ...failures].join('\n')}\n`;
}
