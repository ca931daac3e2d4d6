#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import { addDeps } from './commands/deps.ts';
import { addHistory } from './commands/history.ts';
import type { Io } from './commands/io.ts';
import { addMcpInstall } from './commands/mcp-install.ts';
import { addMcpStatus } from './commands/mcp-status.ts';
import { addMcpUninstall } from './commands/mcp-uninstall.ts';
import { printError } from './commands/query-command.ts';
import { addRead } from './commands/read.ts';
import { addSummary } from './commands/summary.ts';
import { exitCode, UltragitError } from './errors.ts';
import { version } from './version.ts';

const io: Io = {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  home: homedir(),
  platform: process.platform,
};

// A reader that has seen enough, such as `head`, closes the pipe: that is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

const exit = (code: number) => {
  process.exitCode = code;
};

const program = new Command('ultragit')
  .description('Why does this code look the way it does? Reads the annotations in git notes.')
  .version(version)
  .showHelpAfterError('(see --help)')
  .exitOverride();
addRead(program, io, exit);
addDeps(program, io, exit);
addHistory(program, io, exit);
addSummary(program, io, exit);

const mcp = program.command('mcp').description('the MCP server, and where it is registered');
const self = { node: process.execPath, script: realpathSync(process.argv[1] ?? '') };
addMcpInstall(mcp, io, self);
addMcpUninstall(mcp, io);
addMcpStatus(mcp, io, exit);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) exit(error.exitCode === 0 ? 0 : 2);
  else if (error instanceof UltragitError) {
    printError(io, error);
    exit(exitCode(error));
  } else throw error;
}
