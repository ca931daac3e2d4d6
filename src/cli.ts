#!/usr/bin/env node
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { Command, CommanderError } from 'commander';
import type { Io } from './commands/io.ts';
import { addMcpInstall } from './commands/mcp-install.ts';
import { addMcpStatus } from './commands/mcp-status.ts';
import { addMcpUninstall } from './commands/mcp-uninstall.ts';
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
const self = { node: process.execPath, script: realpathSync(process.argv[1] ?? '') };

const program = new Command('ultragit').version(version);
const mcp = program.command('mcp').description('the MCP server and its registration');
addMcpInstall(mcp, io, self);
addMcpUninstall(mcp, io);
addMcpStatus(mcp, io, code => {
  process.exitCode = code;
});

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = 2;
  else if (error instanceof UltragitError) {
    process.stderr.write([`ultragit: ${error.message}`, ...error.hints, ''].join('\n'));
    process.exitCode = exitCode(error);
  } else throw error;
}
