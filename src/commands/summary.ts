import type { Command } from 'commander';
import { summary } from '../query/summary.ts';
import { describeSummary } from '../render/describe-summary.ts';
import type { Io } from './io.ts';
import { addQueryOptions, onePath, type QueryFlags, runQuery } from './query-command.ts';

const EXAMPLES = `
Examples:
  ultragit summary src/mqtt             a directory at a glance: what is annotated, and what is not
  ultragit summary src/mqtt/client.ts   one file, unit by unit
  ultragit summary .                    the whole repository`;

export function addSummary(program: Command, io: Io, exit: (code: number) => void): void {
  addQueryOptions(
    program
      .command('summary')
      .description('intent and constraints of a file or a directory in brief')
      .argument('<path>', 'a file or directory, relative to the repository root or to the current directory')
      .argument('[anchor]', 'a function, method or type of a file'),
  )
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, anchor: string | undefined, flags: QueryFlags) => {
      exit(
        await runQuery(
          io,
          flags,
          async (workspace, context) =>
            summary(
              workspace,
              { path: await onePath(workspace, path, io, flags), anchor, verbose: flags.verbose },
              context,
            ),
          describeSummary,
        ),
      );
    });
}
