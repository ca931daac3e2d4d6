import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { exitCode, UltragitError } from '../errors.ts';
import { QUERIES } from '../query/registry.ts';
import { version } from '../version.ts';
import { addAnnotate } from './annotate.ts';
import { addCarry } from './carry.ts';
import { addCorrect } from './correct.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { addHook } from './hook.ts';
import { type Io, workingDirectory } from './io.ts';
import { addMcpInstall } from './mcp-install.ts';
import { addMcpStart } from './mcp-start.ts';
import { addMcpStatus } from './mcp-status.ts';
import { addMcpUninstall } from './mcp-uninstall.ts';
import { printError } from './print-error.ts';
import { addQuery } from './query-command.ts';
import { addSetup } from './setup.ts';
import { addSync } from './sync.ts';
import { addValidate } from './validate.ts';

/** The command line: parses it, runs one command, sets the exit code. */
export async function main(said?: Io['said']): Promise<void> {
  const io: Io = {
    // A getter: opening stdin has a cost, and few commands read it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    env: process.env,
    cwd: workingDirectory(),
    home: homedir(),
    platform: process.platform,
    said,
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

  const program = new Command('ultragit')
    .description('Why does this code look the way it does? Reads the annotations in git notes.')
    .version(version)
    .showHelpAfterError('(see --help)')
    .exitOverride();
  const query = QUERIES.find(({ name }) => name === process.argv[2]);
  if (query) addQuery(program, query, io, exit);
  else addAll(program, io, exit);

  try {
    await program.parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) exit(error.exitCode === 0 ? 0 : 2);
    else if (error instanceof UltragitError) {
      printError(io, error);
      exit(exitCode(error));
    } else throw error;
  }
}

/** For help, for names that there are not, and for all that nobody is in a hurry for. */
function addAll(program: Command, io: Io, exit: (code: number) => void): void {
  for (const query of QUERIES) addQuery(program, query, io, exit);
  const self = { node: process.execPath, script: realpathSync(process.argv[1] ?? '') };
  addSetup(program, io, exit, self);
  addSync(program, io, exit);
  addCarry(program, io, exit);
  addDoctor(program, io, exit);
  addAnnotate(program, io, exit);
  addCorrect(program, io, exit);
  addValidate(program, io, exit);
  addHook(program);
  const mcp = program.command('mcp').description('the MCP server for coding agents, and its registration');
  addMcpStart(mcp);
  addMcpInstall(mcp, io, self);
  addMcpUninstall(mcp, io);
  addMcpStatus(mcp, io, exit);
  addDemo(program, io, exit);
}
