import { isAbsolute, resolve } from 'node:path';
import type { Command } from 'commander';
import { Option } from 'commander';
import { cleanOutput } from '../annotation/sanitise.ts';
import { exitCode, UltragitError } from '../errors.ts';
import { removeAbandonedIfMade } from '../git/temporary.ts';
import type { CommandQuery } from '../query/define.ts';
import { Workspace } from '../query/workspace.ts';
import type { Look } from '../render/pretty.ts';
import { chooseFormat, FORMAT_NAMES, type FormatFlags, formatNamed } from './formats.ts';
import type { Io } from './io.ts';
import { parameterOptions, valuesOf } from './options.ts';
import { pathIn } from './place.ts';
import { printError } from './print-error.ts';
import { progressOn } from './progress.ts';
import { questionOf } from './question.ts';
import { addRepositoryOptions } from './repository-options.ts';
import { leaveOnSignalsWhileWaiting } from './signals.ts';
import { addLookOptions } from './terminal/look.ts';
import { present } from './terminal/present.ts';
import { repositoryLinks } from './terminal/repository-links.ts';

type QueryFlags = FormatFlags & {
  repo?: string;
  noteref?: string;
  verbose?: boolean;
  cache: boolean;
};

/** Adds a query of the registry to the program, with the flags that follow from its parameters. */
export function addQuery(program: Command, query: CommandQuery, io: Io, exit: (code: number) => void): void {
  const { summary, arguments: words, usage, examples } = query.command;
  const command = program.command(query.name).description(summary);
  for (const [name, help] of words) command.argument(name, help);
  if (usage !== undefined) command.usage(usage);
  for (const [name, parameter] of Object.entries(query.parameters)) {
    for (const option of parameterOptions(name, parameter)) command.addOption(option);
  }
  addQueryOptions(command);
  command.addHelpText('after', examples).action(async () => {
    exit(await runQuery(io, query, command.args, command.opts()));
  });
}

/** The flags that every query takes. */
function addQueryOptions(command: Command): void {
  addRepositoryOptions(command.optionsGroup('What is read:')).option(
    '--no-cache',
    'do without what is kept in the cache directory, and remove the index',
  );
  command
    .optionsGroup('How it is shown:')
    .addOption(
      new Option(
        '--format <format>',
        'how to show it (default: pretty on a terminal, markdown in a pipe)',
      ).choices(FORMAT_NAMES),
    )
    .option('--json', 'short for --format json')
    .option('--verbose', 'keep empty fields in JSON, and say what is wrong with notes');
  addLookOptions(command);
}

/** Opens the repository, asks, prints; a known error is one line, and in JSON it is JSON. */
async function runQuery(
  io: Io,
  query: CommandQuery,
  words: readonly string[],
  flags: QueryFlags & Record<string, unknown>,
): Promise<number> {
  const format = formatNamed(chooseFormat(io, flags));
  const progress = progressOn(io);
  const stay = leaveOnSignalsWhileWaiting();
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
      about: placeAsked(io, flags.repo, words),
    });
    const options = { audience: format.audience, verbose: flags.verbose, progress: progress.report };
    // As for `git -C`, paths may be relative to the directory that is named.
    const directory = flags.repo === undefined ? io.cwd : resolve(io.cwd, flags.repo);
    const given = valuesOf(query.parameters, flags);
    const { answer, seen } = await workspace.askWatched({ progress: progress.report }, async snapshot => {
      const question = await questionOf(snapshot, query, words, given, directory);
      return query.run(snapshot, question, options);
    });
    const linkTo = format.isText ? await repositoryLinks(workspace.repository, io) : undefined;
    // Git comes to its end while the answer is printed.
    workspace.close();
    progress.clear();
    stay();
    let text = '';
    const render = async (look: Look) => {
      text = await format.render(answer, () => query.describe(answer), look);
      return text;
    };
    const code = await present(io, format.isText ? flags : { ...flags, pager: false }, render, linkTo);
    // As it left: the next time, it is printed without a look at it.
    if (code === 0) io.keep?.(cleanOutput(text), { seen, location: workspace.repository.location });
    return code;
  } catch (error) {
    progress.clear();
    if (!(error instanceof UltragitError)) throw error;
    if (format.renderError) io.stdout.write(format.renderError(error));
    else printError(io, error);
    return exitCode(error);
  } finally {
    workspace?.close();
    workspace?.keepKnowledge();
    stay();
    removeAbandonedIfMade(Date.now());
  }
}

/** The path that is asked about; undefined where the working directory is gone. */
function placeAsked({ cwd }: Io, repo: string | undefined, words: readonly string[]): string | undefined {
  return isAbsolute(cwd) ? resolve(cwd, repo ?? '', ...words.slice(0, 1).map(pathIn)) : undefined;
}
