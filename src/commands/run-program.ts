import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { exitCode, UltragitError } from '../errors.ts';
import type { Asked } from '../kept/asked.ts';
import { keepAnswer } from '../kept/keep-answer.ts';
import { version } from '../version.ts';
import { asMeant } from './help/arguments.ts';
import { fitHelp, HELP, helpWidth } from './help/layout.ts';
import { usageError } from './help/usage-error.ts';
import { cleanSink, type Io, workingDirectory } from './io.ts';
import { printError } from './print-error.ts';
import { wantsColour, widthOf } from './terminal/look.ts';
import { runPager, versionOf } from './terminal/pager.ts';

/** What is known before the program is loaded. */
export type Begun = Pick<Io, 'said'> & { asked?: Asked };
export type Exit = (code: number) => void;

/** The command line: parses it, runs one of the commands that are added, sets the exit code. */
export async function runProgram(
  { said, asked }: Begun,
  addCommands: (program: Command, io: Io, exit: Exit) => void,
): Promise<void> {
  const io: Io = {
    // A getter: opening stdin has a cost, and few commands read it.
    get stdin() {
      return process.stdin;
    },
    stdout: cleanSink(process.stdout),
    stderr: cleanSink(process.stderr),
    writeDocument: text => process.stdout.write(text),
    env: process.env,
    cwd: workingDirectory(),
    home: homedir(),
    platform: process.platform,
    said,
    keep: asked && ((text, looked) => void keepAnswer(asked, text, looked)),
    runPager,
    versionOf,
  };
  const exit: Exit = code => {
    process.exitCode = code;
  };
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
    if (error.code === 'EPIPE') process.exit(0);
    io.stderr.write(`ultragit: The answer could not be written: ${error.code ?? error.message}.\n`);
    process.exit(1);
  });

  const words = process.argv.slice(2);
  try {
    const program = createProgram(io, words);
    addCommands(program, io, exit);
    await program.parseAsync(asMeant(program, words), { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) exit(error.exitCode === 0 ? 0 : 2);
    else if (error instanceof UltragitError) {
      printError(io, error);
      exit(exitCode(error));
    } else throw error;
  }
}

/** The program without its commands; what they inherit from it must be set before they are added. */
export function createProgram(io: Io, words: readonly string[] = []): Command {
  const width = helpWidth(widthOf(io));
  const program = new Command('ultragit');
  return program
    .description('Why does this code look the way it does? Reads the annotations in git notes.')
    .version(version, '-v, --version', 'show the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureHelp(HELP)
    .configureOutput({
      writeOut: text => io.stdout.write(fitHelp(text, width)),
      outputError: (text, write) => write(usageError(text, program, words)),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
      getOutHasColors: () => wantsColour(io),
      getErrHasColors: () => false,
    })
    .exitOverride();
}
