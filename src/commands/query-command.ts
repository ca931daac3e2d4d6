import type { Command } from 'commander';
import { Option } from 'commander';
import { exitCode, UltragitError } from '../errors.ts';
import type { CallContext, Workspace } from '../query/workspace.ts';
import type { Block } from '../render/blocks.ts';
import type { Io } from './io.ts';

export type QueryFlags = {
  repo?: string;
  noteref?: string;
  format?: 'pretty' | 'markdown' | 'json';
  json?: boolean;
  verbose?: boolean;
  cache: boolean;
};

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
  const { Workspace } = await import('../query/workspace.ts');
  let workspace: Workspace | undefined;
  try {
    workspace = await Workspace.open({
      directory: flags.repo ?? io.cwd,
      env: io.env,
      noteref: flags.noteref,
      strictConfig: true,
      useCache: flags.cache,
    });
    const answer = await ask(workspace, {});
    io.stdout.write(await render(answer, describe, format, io));
    return 0;
  } catch (error) {
    if (!(error instanceof UltragitError)) throw error;
    if (format === 'json') {
      const { code, message, hints } = error;
      io.stdout.write(
        `${JSON.stringify({ $schema: 'ultragit-error/v1', error: { code, message, hints } })}\n`,
      );
    } else {
      printError(io, error);
    }
    return exitCode(error);
  } finally {
    workspace?.close();
  }
}

async function render<Answer extends object>(
  answer: Answer,
  describe: (answer: Answer) => Block[],
  format: 'pretty' | 'markdown' | 'json',
  io: Io,
): Promise<string> {
  if (format === 'json') {
    const { renderJson } = await import('../render/json.ts');
    return `${renderJson(answer)}\n`;
  }
  if (format === 'markdown') {
    const { renderMarkdown } = await import('../render/markdown.ts');
    return renderMarkdown(describe(answer));
  }
  const { renderPretty } = await import('../render/pretty.ts');
  return renderPretty(describe(answer), { colour: wantsColour(io), width: io.stdout.columns ?? 80 });
}

/** NO_COLOR wins over FORCE_COLOR, and both over what the terminal is. */
function wantsColour({ env, stdout }: Io): boolean {
  if (env.NO_COLOR) return false;
  if (env.FORCE_COLOR !== undefined) return env.FORCE_COLOR !== '0' && env.FORCE_COLOR !== 'false';
  return stdout.isTTY === true && env.TERM !== 'dumb';
}

export function printError(io: Io, error: UltragitError): void {
  const hints = error.hints.map(hint => `  ${hint}\n`);
  io.stderr.write(`ultragit: ${error.message}\n${hints.join('')}`);
}
