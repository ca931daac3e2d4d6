import type { Command } from 'commander';
import type { Io } from './io.ts';
import type { ValidateFlags } from './run-validate.ts';

const EXAMPLES = `
Examples:
  ultragit validate                  # the note on HEAD
  ultragit validate a33dc15          # the note on another commit
  ultragit validate note.json        # a file, before it is written
  ultragit validate - < note.json

Exit 0: all of it is read, perhaps with warnings. Exit 1: something in it is lost.`;

export function addValidate(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('validate')
    .description('say what is wrong with a note, where, and what to write instead')
    .argument('[what]', 'a file, - for stdin, or a commit (default: HEAD)')
    .option(
      '--commit <commit>',
      'what a file says is judged at this commit (default: the one it names, or HEAD)',
    )
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'the notes ref of a commit’s note (default: refs/notes/ultragit)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (what: string | undefined, flags: ValidateFlags) => {
      const { runValidate } = await import('./run-validate.ts');
      exit(await runValidate(io, what, flags));
    });
}
