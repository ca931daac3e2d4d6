import type { Command } from 'commander';
import type { Io } from './io.ts';
import type { AnnotateFlags } from './run-annotate.ts';

const EXAMPLES = `
Examples:
  ultragit annotate src/mqtt/client.ts MqttClient::connect --about \\
    --intent "Reconnects with a fresh session" --constraint "Never reuse the client id"
  ultragit annotate --draft > note.json      # the units that HEAD changed, to fill in
  ultragit annotate < note.json              # and back: checked, completed, written
  ultragit annotate HEAD~2 < note.json       # another commit
  ultragit annotate --dry-run < note.json    # only show how it would read`;

const collect = (value: string, all: string[] = []): string[] => [...all, value];

export function addAnnotate(program: Command, io: Io, exit: (code: number) => void): void {
  program
    .command('annotate')
    .description('write down why: into the note of a commit (default: HEAD)')
    .argument('[words...]', 'a commit, for JSON on stdin; or a path and a unit, with --intent')
    .usage('[commit] | <path> [unit] [options]')
    .option('--intent <text>', 'what the code is for, in one sentence')
    .option('--constraint <text>', 'what must stay true of it (may repeat)', collect)
    .option('--rejected <text>', '"alternative | reason": what was not done, and why (may repeat)', collect)
    .option('--why <text>', 'the reasoning')
    .option('--risk <text>', 'what may go wrong')
    .option('--relies-on <text>', '"file unit — what": what it assumes of other code (may repeat)', collect)
    .option('--tag <tag>', 'a tag (may repeat)', collect)
    .option('--thread <text>', 'what is still open (may repeat)', collect)
    .option('--lines <range>', 'START:END at that commit, where there is no unit')
    .option('--commit <commit>', 'the commit to annotate, with a path and a unit (default: HEAD)')
    .option('--about', 'it is about code that the commit did not change')
    .option('--replace', 'in the place of what is said of the same unit on that commit')
    .option('--allow-secret', 'although something in it looks like a key or token')
    .option('--dry-run', 'check it and show how it would read; write nothing')
    .option('--draft', 'print the units that the commit changed, as JSON to fill in')
    .option('--repo <path>', 'the repository (default: the one around the current directory)')
    .option('--noteref <ref>', 'the notes ref to write to (default: refs/notes/ultragit)')
    .option('--json', 'say what was written as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async (words: string[], flags: AnnotateFlags) => {
      const { runAnnotate } = await import('./run-annotate.ts');
      exit(await runAnnotate(io, words, flags));
    });
}
