import type { Command } from 'commander';
import { deps } from '../query/deps.ts';
import { describeDeps } from '../render/describe-deps.ts';
import type { Io } from './io.ts';
import { count } from './option-types.ts';
import { addQueryOptions, onePath, type QueryFlags, runQuery } from './query-command.ts';

const EXAMPLES = `
Examples:
  ultragit deps src/tls/session-cache.ts                        who relies on anything in this file
  ultragit deps src/mqtt/client.ts MqttClient::connect          who relies on this method
  ultragit deps src/mqtt/client.ts connect --json --max-results 5`;

export function addDeps(program: Command, io: Io, exit: (code: number) => void): void {
  addQueryOptions(
    program
      .command('deps')
      .description('which other code relies on this code, and what it assumes')
      .argument('<path>', 'a file, relative to the repository root or to the current directory')
      .argument('[anchor]', 'a function, method or type in it'),
  )
    .option('--max-results <n>', 'at most this many dependents', count(1))
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, anchor: string | undefined, flags: QueryFlags & { maxResults?: number }) => {
      exit(
        await runQuery(
          io,
          flags,
          async (workspace, context) =>
            deps(
              workspace,
              { ...flags, path: await onePath(workspace, path, io, flags, { past: true }), anchor },
              context,
            ),
          describeDeps,
        ),
      );
    });
}
