/** `ultragit report`: the page as one file with its data inside. */
import type { Command } from 'commander';
import type { Io } from './io.ts';
import { addRepositoryOptions } from './repository-options.ts';
import type { ReportFlags } from './run-report.ts';

const EXAMPLES = `
The file needs no network and no server: a browser opens it from disk. It has
the annotated files with their text, so keep it where the code may be.

Examples:
  ultragit report --out annotations.html          # the whole repository
  ultragit report src/mqtt --out mqtt.html        # one directory
  ultragit report --out - | gzip > report.html.gz`;

export function addReport(program: Command, io: Io, exit: (code: number) => void): void {
  const command = program
    .command('report')
    .description('write the page as one file that opens without a server')
    .argument('[path]', 'a file or a directory (default: the whole repository)')
    .requiredOption('--out <file>', 'where to write it, or - for stdout')
    .option('--force', 'replace a file that is no report');
  addRepositoryOptions(command.optionsGroup('What is read:'));
  command.addHelpText('after', EXAMPLES).action(async (path: string | undefined, flags: ReportFlags) => {
    const { runReport } = await import('./run-report.ts');
    exit(await runReport(io, path, flags));
  });
}
