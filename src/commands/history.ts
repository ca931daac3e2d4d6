import type { Command } from 'commander';
import { history } from '../query/history.ts';
import { describeHistory } from '../render/describe-history.ts';
import type { Io } from './io.ts';
import { count } from './option-types.ts';
import { addQueryOptions, onePath, type QueryFlags, runQuery } from './query-command.ts';

type Flags = QueryFlags & { limit?: number; followRelated: boolean };

const EXAMPLES = `
Examples:
  ultragit history src/mqtt/client.ts                       how the file came to be what it is
  ultragit history src/mqtt/client.ts connect --limit 3     the last three steps of one method
  ultragit history src/old-name.ts                          works for renamed and deleted files, too`;

export function addHistory(program: Command, io: Io, exit: (code: number) => void): void {
  addQueryOptions(
    program
      .command('history')
      .description('the reasoning behind a file or a unit over time, oldest first')
      .argument('<path>', 'a file, relative to the repository root or to the current directory')
      .argument('[anchor]', 'a function, method or type in it'),
  )
    .option('--limit <n>', 'at most this many entries, the newest (default: 10)', count(1))
    .option('--no-follow-related', 'leave out what the entries refer to')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, anchor: string | undefined, flags: Flags) => {
      exit(
        await runQuery(
          io,
          flags,
          async (workspace, context) =>
            history(
              workspace,
              {
                path: await onePath(workspace, path, io, flags, { past: true }),
                anchor,
                limit: flags.limit,
                followRelated: flags.followRelated ? undefined : false,
                verbose: flags.verbose,
              },
              context,
            ),
          describeHistory,
        ),
      );
    });
}
