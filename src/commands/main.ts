import { realpathSync } from 'node:fs';
import type { Command } from 'commander';
import { COMMAND_QUERIES } from '../query/registry.ts';
import { addAnnotate } from './annotate.ts';
import { addCarry } from './carry.ts';
import { addCheck } from './check.ts';
import { addCompletion } from './completion/command.ts';
import { addCorrect } from './correct.ts';
import { addDemo } from './demo.ts';
import { addDoctor } from './doctor.ts';
import { finishProgram } from './help/groups.ts';
import { addHook } from './hook.ts';
import type { Io } from './io.ts';
import { addMcpInstall } from './mcp-install.ts';
import { addMcpServe } from './mcp-serve.ts';
import { addMcpStart } from './mcp-start.ts';
import { addMcpStatus } from './mcp-status.ts';
import { addMcpUninstall } from './mcp-uninstall.ts';
import { addQuery } from './query-command.ts';
import { addReport } from './report.ts';
import { type Begun, createProgram, type Exit, runProgram } from './run-program.ts';
import { addSetup } from './setup.ts';
import { addSync } from './sync.ts';
import { addValidate } from './validate.ts';
import { addView } from './view.ts';

/** For every command that is no query, for help, and for names that there are not. */
export function main(begun: Begun): Promise<void> {
  return runProgram(begun, addAll);
}

/** All of it, for whoever looks at its commands and their flags. */
export function wholeProgram(io: Io): Command {
  const program = createProgram(io);
  addAll(program, io, () => undefined);
  return program;
}

function addAll(program: Command, io: Io, exit: Exit): void {
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
