import type { Command } from 'commander';
import { Option } from 'commander';
import { oneLine, sanitise } from '../annotation/sanitise.ts';
import { exitCode, UltragitError } from '../errors.ts';
import { lastTouch } from '../git/calls.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { type CallContext, Workspace } from '../query/workspace.ts';
import type { Block } from '../render/blocks.ts';
import { renderJson } from '../render/json.ts';
import { renderMarkdown } from '../render/markdown.ts';
import { renderPretty } from '../render/pretty.ts';
import type { Io } from './io.ts';

export type QueryFlags = {
  repo?: string;
  noteref?: string;
  format?: 'pretty' | 'markdown' | 'json';
  json?: boolean;
  verbose?: boolean;
  cache: boolean;
};

const QUIET_MS = 400;
const REDRAW_MS = 100;
const ERASE_LINE = '\r\x1b[K';

/** The flags that every query takes. */
export function addQueryOptions(command: Command): Command {
  return command
    .option('--repo <path>', 'repository to read (default: the one around the current directory)')
    .option('--noteref <ref>', 'notes ref to read (default: refs/notes/ultragit)')
    .addOption(
      new Option(
        '--format <format>',
        'how to show it (default: pretty on a terminal, markdown in a pipe)',
      ).choices(['pretty', 'markdown', 'json']),
    )
    .option('--json', 'short for --format json')
    .option('--verbose', 'keep empty fields in JSON')
    .option('--no-cache', 'do without the index in the cache directory, and remove it');
}

/** Opens the repository, asks, prints; a known error is one line, and in JSON it is JSON. */
export async function runQuery<Answer extends object>(
  io: Io,
  flags: QueryFlags,
  ask: (workspace: Workspace, context: CallContext) => Promise<Answer>,
  describe: (answer: Answer) => Block[],
): Promise<number> {
  const format = flags.json ? 'json' : (flags.format ?? (io.stdout.isTTY ? 'pretty' : 'markdown'));
  const progress = progressOn(io);
  const stay = leaveOnSignals();
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      directory: flags.repo ?? io.cwd,
      env: io.env,
      noteref: flags.noteref,
      strictConfig: true,
      useCache: flags.cache,
      reading: 'by page',
      said: flags.repo === undefined ? io.said : undefined,
    });
    const answer = await ask(workspace, { progress: progress.report });
    // Git comes to its end while the answer is printed.
    workspace.close();
    progress.clear();
    io.stdout.write(render(answer, describe, format, io));
    return 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof UltragitError)) throw error;
    if (format === 'json') {
      const { code, message } = error;
      const said = { code, message: sanitise(message), hints: error.hints.map(sanitise) };
      io.stdout.write(`${JSON.stringify({ $schema: 'ultragit-error/v1', error: said })}\n`);
    } else {
      printError(io, error);
    }
    return exitCode(error);
  } finally {
    workspace?.close();
    stay();
  }
}

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Ctrl-C ends the program the orderly way, so that git and its temporary directory go with it. */
function leaveOnSignals(): () => void {
  const leaving = Object.entries(SIGNALS).map(([signal, code]) => ({
    signal,
    leave: () => process.exit(code),
  }));
  for (const { signal, leave } of leaving) process.once(signal, leave);
  return () => {
    for (const { signal, leave } of leaving) process.off(signal, leave);
  };
}

/** A path as the user typed it, which may be relative to the current directory; `past` where it may be gone. */
export async function onePath(
  workspace: Workspace,
  path: string,
  io: Io,
  flags: QueryFlags,
  { past = false } = {},
): Promise<string> {
  const { repository } = workspace;
  const directory = flags.repo === undefined ? io.cwd : undefined;
  const head = await repository.head();
  const found = await findPath(path, repository, head, directory);
  if (found.exists || !past || !head || found.local === undefined) return found.path;
  return (await repository.run(lastTouch(head.id, found.local))) ? found.local : found.path;
}

function render<Answer extends object>(
  answer: Answer,
  describe: (answer: Answer) => Block[],
  format: 'pretty' | 'markdown' | 'json',
  io: Io,
): string {
  if (format === 'json') return `${renderJson(answer)}\n`;
  if (format === 'markdown') return renderMarkdown(describe(answer));
  return renderPretty(describe(answer), { colour: wantsColour(io), width: io.stdout.columns || 80 });
}

/** On a terminal, one line that is rewritten while long work goes on and gone before anything else is said. */
function progressOn({ stderr }: Io): { report: CallContext['progress']; clear(): void } {
  if (!stderr.isTTY) return { report: undefined, clear: () => {} };
  let shownAt = Date.now() + QUIET_MS;
  let isShown = false;
  return {
    report: (done, total, message = 'Working') => {
      if (Date.now() < shownAt) return;
      stderr.write(`${ERASE_LINE}${message}: ${done}${total ? ` of ${total}` : ''}`);
      isShown = true;
      shownAt = Date.now() + REDRAW_MS;
    },
    clear: () => {
      if (isShown) stderr.write(ERASE_LINE);
      isShown = false;
    },
  };
}

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal is. */
function wantsColour({ env, stdout }: Io): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

export function printError(io: Io, error: UltragitError): void {
  const hints = error.hints.map(hint => `  ${oneLine(hint)}\n`);
  io.stderr.write(`ultragit: ${oneLine(error.message)}\n${hints.join('')}`);
}
