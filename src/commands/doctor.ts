/** `ultragit doctor`: what keeps annotations from being seen, kept or shared, and what to do about it. */
import type { Command } from 'commander';
import type { Io } from './io.ts';
import type { DoctorFlags } from './run-doctor.ts';

const EXAMPLES = `
Exit status: 0 fine, 1 something to mend, 3 not everything could be seen.

Examples:
  ultragit doctor
  ultragit doctor --remote     # also ask the remote what notes it has
  ultragit doctor --fix        # mend what is safe to mend: this clone's git config`;

export function addDoctor(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('doctor')
    .description('say what keeps annotations from being seen, kept or shared, and how to mend it')
    .option('--remote [name]', 'ask this remote over the network (default: origin, or the only one)')
    .option('--fix', "mend what is safe: settings of this clone's git config")
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'look at this notes ref (default: the one that annotations are written to)')
    .option('--json', 'print JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./run-doctor.ts');
      exit(await runDoctor(io, flags));
    });
}
