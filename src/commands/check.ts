/** `ultragit check`: which annotations a change touches. */
import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import { count } from './options.ts';
import { addRepositoryOptions } from './repository-options.ts';
import type { CheckFlags } from './run-check.ts';
import { addLookOptions } from './terminal/look.ts';

const EXAMPLES = `
It is exact about the place and judges no meaning: whether the change breaks
what is recorded there is for the reviewer to say. White space, formatting,
renames and moves don't count, nor what is added beside.

A commit message answers a finding with a line of its own:
  Ultragit-Ack: <unit> — <reason>

Exit status: 0, also with findings; 1 where --fail-on says so; 3 where not
everything could be seen.

Examples:
  ultragit check                                    # what is not committed
  ultragit check --staged                           # what the next commit will have
  ultragit check main..                             # this branch, from where it left main
  ultragit check HEAD                               # the last commit alone
  ultragit check origin/main..HEAD --fail-on constraint --format github`;

export const CHECK_FORMATS = ['pretty', 'markdown', 'json', 'sarif', 'github'] as const;
export const FAIL_ON = ['dependent', 'constraint', 'any'] as const;

export function addCheck(program: Command, io: Io, exit: (code: number) => void): void {
  const command = program
    .command('check')
    .description('say which constraints, risks and dependents a change touches')
    .argument('[range]', 'a range of commits, or one commit (default: what is not committed)')
    .optionsGroup('What is checked:')
    .option('--staged', 'what is staged, against HEAD')
    .option('--worktree', 'what is not committed, staged or not (the default)')
    .option('--message <file>', 'also take acknowledgements from this commit message');
  addRepositoryOptions(command.optionsGroup('What is read:'));
  command
    .optionsGroup('What comes of it:')
    .addOption(new Option('--fail-on <kind>', 'exit with 1 where there is such a finding').choices(FAIL_ON))
    .addOption(new Option('--max-findings <n>', 'show at most so many').argParser(count(1)))
    .addOption(new Option('--max-tokens <n>', 'show as many as fit').argParser(count(1)));
  command
    .optionsGroup('How it is shown:')
    .addOption(
      new Option(
        '--format <format>',
        'how to show it (default: pretty on a terminal, markdown in a pipe)',
      ).choices(CHECK_FORMATS),
    )
    .option('--json', 'short for --format json');
  addLookOptions(command);
  command.addHelpText('after', EXAMPLES).action(async (range: string | undefined, flags: CheckFlags) => {
    const { runCheck } = await import('./run-check.ts');
    exit(await runCheck(io, range, flags));
  });
}
