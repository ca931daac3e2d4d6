import type { Command } from 'commander';
import { Option } from 'commander';
import { UltragitError } from '../errors.ts';
import { findPath } from '../pipeline/scope/find-path.ts';
import { type ReadQuery, read } from '../query/read.ts';
import type { Workspace } from '../query/workspace.ts';
import { describeRead } from '../render/describe-read.ts';
import type { Io } from './io.ts';
import { count, list, number } from './option-types.ts';
import { addQueryOptions, type QueryFlags, runQuery } from './query-command.ts';

type Flags = QueryFlags & Omit<ReadQuery, 'paths' | 'anchor'>;

const EXAMPLES = `
Examples:
  ultragit read src/mqtt/client.ts                          everything known about the file
  ultragit read src/mqtt/client.ts MqttClient::connect      one method
  ultragit read src/mqtt/client.ts --lines 42:67            some lines, as they are on disk
  ultragit read src/mqtt/client.ts --json --max-tokens 2000 for a model with little room
  ultragit read src/a.ts src/b.ts --since 2026-01-01        two files, newer annotations only`;

export function addRead(program: Command, io: Io, exit: (code: number) => void): void {
  addQueryOptions(
    program
      .command('read')
      .description('what is known about a file, a unit or some lines: intent, constraints, risks')
      .argument(
        '<path...>',
        'files, relative to the repository root or to the current directory; last, a function, method or type',
      )
      .usage('[options] <path...> [anchor]'),
  )
    .option('--lines <start:end>', 'only these lines, from 1, as they are on disk')
    .option('--since <date|commit>', 'only annotations from then on')
    .option('--tags <a,b>', 'only regions with one of these tags', list)
    .addOption(
      new Option('--context-level <level>', 'only annotations of this level').choices([
        'enhanced',
        'inferred',
      ]),
    )
    .option('--min-confidence <n>', 'leave out what is trusted less, from 0 to 1', number(0, 1))
    .option('--depth <n>', 'how far to follow related annotations, 0 for not at all (default: 1)', count(0))
    .option('--max-regions <n>', 'at most this many regions (default: 20)', count(1))
    .option('--max-tokens <n>', 'trim the answer to this many tokens', count(1))
    .option('--rev <revision>', 'read the file at a commit instead of on disk')
    .addHelpText('after', EXAMPLES)
    .action(async (args: string[], flags: Flags) => {
      exit(
        await runQuery(
          io,
          flags,
          async (workspace, context) => {
            const { paths, anchor } = await splitArguments(workspace, args, io.cwd, flags);
            return read(workspace, { ...flags, paths, anchor }, context);
          },
          describeRead,
        ),
      );
    });
}

/** `read a.ts b.ts name`: the last word is an anchor unless there is a file of that name. */
async function splitArguments(
  workspace: Workspace,
  args: readonly string[],
  cwd: string,
  flags: Flags,
): Promise<{ paths: string[]; anchor?: string }> {
  const { repository } = workspace;
  const tip = await repository.head();
  const head = tip && flags.rev !== undefined ? await repository.resolve(flags.rev, tip) : tip;
  const directory = flags.repo === undefined ? cwd : undefined;
  const find = (arg: string) => findPath(arg, repository, head, directory);
  const last = args.at(-1) ?? '';
  const isAnchor = args.length > 1 && !last.includes('/') && !(await find(last)).exists;
  const named = isAnchor ? args.slice(0, -1) : args;
  if (named.length > 1 && (flags.lines !== undefined || isAnchor)) {
    throw new UltragitError('usage', 'An anchor or --lines goes with one path.', [
      'Ask about the files one by one.',
    ]);
  }
  const paths = await Promise.all(named.map(async arg => (await find(arg)).path));
  return { paths: [...new Set(paths)], ...(isAnchor ? { anchor: last } : {}) };
}
