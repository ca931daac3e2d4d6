import { type Command, Option } from 'commander';
import type { Io } from './io.ts';
import type { CorrectFlags } from './run-correct.ts';

const EXAMPLES = `
Examples:
  ultragit correct src/client.ts connect --remove-constraint "client id" --reason "ids are per session now"
  ultragit correct src/client.ts connect --amend intent --to "Opens one session" --reason "it never retried"
  ultragit correct src/client.ts connect --amend constraint --constraint "5 s" --to "At most 10 s" --reason "measured"
  ultragit correct src/client.ts connect --flag --reason "written for the old protocol"`;

export function addCorrect(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('correct')
    .description('take back, amend or doubt what an annotation says; read shows it as a correction')
    .argument('<path>', 'the file')
    .argument('[unit]', 'the unit that is annotated')
    .option(
      '--remove-constraint <text>',
      'a constraint that does not hold: its text, or a part that no other has',
    )
    .addOption(
      new Option('--amend <field>', 'a text that should read otherwise').choices([
        'intent',
        'reasoning',
        'risk_notes',
        'constraint',
      ]),
    )
    .option('--constraint <text>', 'which constraint to amend')
    .option('--to <text>', 'how it should read')
    .option('--flag', 'doubt the whole annotation')
    .requiredOption('--reason <text>', 'why')
    .option('--commit <commit>', 'only the annotation of this commit')
    .option('--allow-secret', 'although something in it looks like a key or token')
    .option('--dry-run', 'show how it would read; write nothing')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'the notes ref to write to (default: refs/notes/ultragit)')
    .option('--json', 'say what was written as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (path: string, unit: string | undefined, flags: CorrectFlags) => {
      const { runCorrect } = await import('./run-correct.ts');
      exit(await runCorrect(io, [path, unit], flags));
    });
}
