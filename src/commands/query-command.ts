import { resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { exitCode, UltragitError } from '../errors.ts';
import type { Query } from '../query/define.ts';
import { type CallContext, Workspace } from '../query/workspace.ts';
import { FORMAT_NAMES, type FormatName, formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import { parameterOptions, valuesOf } from './options.ts';
import { printError } from './print-error.ts';
import { questionOf } from './question.ts';
import { addRepositoryOptions } from './repository-options.ts';
import { leaveOnSignals } from './signals.ts';

type QueryFlags = {
  repo?: string;
  noteref?: string;
  format?: FormatName;
  json?: boolean;
  verbose?: boolean;
  cache: boolean;
};

const QUIET_MS = 400;
const REDRAW_MS = 100;
const ERASE_LINE = '\r\x1b[K';

/** Adds a query of the registry to the program, with the flags that follow from its parameters. */
export function addQuery(program: Command, query: Query, io: Io, exit: (code: number) => void): void {
  const { summary, arguments: words, usage, examples } = query.command;
  const command = program.command(query.name).description(summary);
  for (const [name, help] of words) command.argument(name, help);
  if (usage !== undefined) command.usage(usage);
  addQueryOptions(command);
  for (const [name, parameter] of Object.entries(query.parameters)) {
    for (const option of parameterOptions(name, parameter)) command.addOption(option);
  }
  command.addHelpText('after', examples).action(async () => {
    exit(await runQuery(io, query, command.args, command.opts()));
  });
}

/** The flags that every query takes. */
function addQueryOptions(command: Command): void {
  addRepositoryOptions(command)
    .addOption(
      new Option(
        '--format <format>',
        'how to show it (default: pretty on a terminal, markdown in a pipe)',
      ).choices(FORMAT_NAMES),
    )
    .option('--json', 'short for --format json')
    .option('--verbose', 'keep empty fields in JSON, and say what is wrong with notes')
    .option('--no-cache', 'do without the index in the cache directory, and remove it');
}

/** Opens the repository, asks, prints; a known error is one line, and in JSON it is JSON. */
async function runQuery(
  io: Io,
  query: Query,
  words: readonly string[],
  flags: QueryFlags & Record<string, unknown>,
): Promise<number> {
  const name = flags.json ? 'json' : (flags.format ?? (io.stdout.isTTY ? 'pretty' : 'markdown'));
  const format = formatNamed(name);
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
    const options = { audience: format.audience, verbose: flags.verbose, progress: progress.report };
    // As for `git -C`, paths may be relative to the directory that is named.
    const directory = flags.repo === undefined ? io.cwd : resolve(io.cwd, flags.repo);
    const given = valuesOf(query.parameters, flags);
    const answer = await workspace.ask({ progress: progress.report }, async snapshot => {
      const question = await questionOf(snapshot, query, words, given, directory);
      return query.run(snapshot, question, options);
    });
    // Git comes to its end while the answer is printed.
    workspace.close();
    progress.clear();
    io.stdout.write(await format.render(answer, () => query.describe(answer), io));
    return 0;
  } catch (error) {
    progress.clear();
    if (!(error instanceof UltragitError)) throw error;
    if (format.renderError) io.stdout.write(format.renderError(error));
    else printError(io, error);
    return exitCode(error);
  } finally {
    workspace?.close();
    stay();
  }
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
