import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { exitCode, UltragitError } from '../errors.ts';
import type { Asked } from '../kept/asked.ts';
import { keepAnswer } from '../kept/keep-answer.ts';
import { COMMAND_QUERIES } from '../query/registry.ts';
import { version } from '../version.ts';
import { addAnnotate } from './annotate.ts';
import { addCarry } from './carry.ts';
import { addCheck } from './check.ts';
import { addCompletion } from './completion/command.ts';
import { addCorrect } from './correct.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { asMeant } from './help/arguments.ts';
import { finishProgram } from './help/groups.ts';
import { fitHelp, HELP, helpWidth } from './help/layout.ts';
import { usageError } from './help/usage-error.ts';
import { addHook } from './hook.ts';
import { cleanSink, type Io, workingDirectory } from './io.ts';
import { addMcpInstall } from './mcp-install.ts';
import { addMcpServe } from './mcp-serve.ts';
import { addMcpStart } from './mcp-start.ts';
import { addMcpStatus } from './mcp-status.ts';
import { addMcpUninstall } from './mcp-uninstall.ts';
import { printError } from './print-error.ts';
import { addQuery } from './query-command.ts';
import { addReport } from './report.ts';
import { addSetup } from './setup.ts';
import { addSync } from './sync.ts';
import { wantsColour, widthOf } from './terminal/look.ts';
import { runPager, versionOf } from './terminal/pager.ts';
import { addValidate } from './validate.ts';
import { addView } from './view.ts';

/** The command line: parses it, runs one command, sets the exit code. */
export async function main({ said, asked }: Pick<Io, 'said'> & { asked?: Asked } = {}): Promise<void> {
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
  const exit = (code: number) => {
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
    const query = COMMAND_QUERIES.find(({ name }) => name === words[0]);
    if (query) addQuery(program, query, io, exit);
    else addAll(program, io, exit);
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
function createProgram(io: Io, words: readonly string[] = []): Command {
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

/** All of it, for whoever looks at its commands and their flags. */
export function wholeProgram(io: Io): Command {
  const program = createProgram(io);
  addAll(program, io, () => undefined);
  return program;
}

/** For help, for names that there are not, and for all that nobody is in a hurry for. */
function addAll(program: Command, io: Io, exit: (code: number) => void): void {
  for (const query of COMMAND_QUERIES) addQuery(program, query, io, exit);
  const self = { node: process.execPath, script: realpathSync(process.argv[1] ?? '') };
  addSetup(program, io, exit, self);
  addSync(program, io, exit);
  addCarry(program, io, exit);
  addDoctor(program, io, exit);
  addCheck(program, io, exit);
  addView(program, io, exit);
  addReport(program, io, exit);
  addAnnotate(program, io, exit);
  addCorrect(program, io, exit);
  addValidate(program, io, exit);
  addHook(program);
  const mcp = program.command('mcp').description('the MCP server for coding agents, and its registration');
  addMcpStart(mcp);
  addMcpServe(mcp, io, exit);
  addMcpInstall(mcp, io, self);
  addMcpUninstall(mcp, io);
  addMcpStatus(mcp, io, exit, self);
  addDemo(program, io, exit);
  addCompletion(program, io);
  addHelp(program.addHelpText('after', START));
  finishProgram(program);
}

const START = `
Examples:
  ultragit why src/client.ts:42           why a line is as it is
  ultragit read src/client.ts             what is known about a file
  ultragit search retry --kind rejected   was it tried before?
  ultragit summary .                      the whole repository at a glance
  ultragit mcp install --hooks            the same for a coding agent

\`ultragit help <command>\` shows the flags and examples of a command.`;

/** For the list of commands and for completion; what it says comes from `asMeant`. */
function addHelp(program: Command): void {
  program.command('help').description('show the help of a command').argument('[command...]', 'its name');
}
