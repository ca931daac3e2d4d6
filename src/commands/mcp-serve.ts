/** `ultragit mcp serve`: the MCP server over HTTP, for several agents at once. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { UltragitError } from '../errors.ts';
import { type Address, isLoopbackName, parseAddress } from '../mcp/http/address.ts';
import { readRegularFile } from '../read-regular-file.ts';
import type { Io } from './io.ts';
import { printError } from './print-error.ts';
import { addRepositoryOptions } from './repository-options.ts';

export type ServeFlags = {
  addr: string;
  token?: string;
  tokenFile?: string;
  repo?: string;
  noteref?: string;
};

/** What is needed to listen, checked. */
export type Listening = { address: Address; token?: string };

const EXAMPLES = `
Only this machine can connect, unless --addr says otherwise; then a token is
needed. A token on the command line can be seen by other users of the machine:
MCP_TOKEN and --token-file can't.

Examples:
  ultragit mcp serve                       # http://127.0.0.1:3000/mcp, or the next free port
  ultragit mcp serve --addr 127.0.0.1:8080
  MCP_TOKEN=… ultragit mcp serve --addr 0.0.0.0:8080
  curl http://127.0.0.1:3000/mcp -H "Content-Type: application/json" \\
    -d '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'`;

/** Of a header: what could be cut off or read in two ways is refused. */
const TOKEN = /^[\x21-\x7e]{1,4096}$/;
const LARGEST_TOKEN_FILE = 8192;

export function addMcpServe(mcp: Command, io: Io, setExitCode: (code: number) => void): void {
  const serve = mcp.command('serve').description('serve the tools over HTTP, to several agents at once');
  addListenOptions(addRepositoryOptions(serve, 'working directory'))
    .addHelpText('after', EXAMPLES)
    .action(async (flags: ServeFlags) => {
      const listening = listeningOf(flags, io);
      const { runServe } = await import('./serve-run.ts');
      const failed = await runServe({ ...flags, ...listening }, io);
      if (!failed) return;
      printError(io, new UltragitError('usage', failed.message, failed.hints));
      setExitCode(1);
    });
}

export function addListenOptions(command: Command): Command {
  return command
    .option(
      '--addr <host:port>',
      "where to listen; port 0 is the worktree's own, from 3000 up",
      '127.0.0.1:0',
    )
    .option('--token <token>', 'require this bearer token (default: MCP_TOKEN, else none)')
    .option('--token-file <path>', 'require the token that is in this file');
}

/** Throws where it would not be safe to listen there. The token leaves the environment, so that no child has it. */
export function listeningOf(flags: ServeFlags, { cwd, env }: Pick<Io, 'cwd' | 'env'>): Listening {
  const address = parseAddress(flags.addr);
  if (!address) {
    throw new UltragitError('usage', `--addr must be HOST:PORT, and is "${flags.addr}".`, [
      'For example: --addr 127.0.0.1:8080, or --addr [::1]:8080.',
    ]);
  }
  const token = tokenOf(flags, cwd, env.MCP_TOKEN);
  delete process.env.MCP_TOKEN;
  if (token === undefined && !isLoopbackName(address.host)) {
    throw new UltragitError('usage', `Others could connect at ${flags.addr}, so a token is needed.`, [
      'Set MCP_TOKEN, or give --token-file; a good one is made by: openssl rand -hex 32',
      'Or leave out --addr: then only this machine can connect.',
    ]);
  }
  return { address, token };
}

function tokenOf(
  { token, tokenFile }: ServeFlags,
  cwd: string,
  fromEnv: string | undefined,
): string | undefined {
  if (token !== undefined && tokenFile !== undefined) {
    throw new UltragitError('usage', '--token and --token-file are given both; leave one out.');
  }
  if (token !== undefined) return checked(token, '--token');
  if (tokenFile !== undefined) return fromFile(resolve(cwd, tokenFile));
  return fromEnv === undefined ? undefined : checked(fromEnv, 'MCP_TOKEN');
}

function fromFile(path: string): string {
  const text = readRegularFile(path, LARGEST_TOKEN_FILE);
  if (text === undefined) {
    throw new UltragitError('usage', `The token can't be read from ${path}.`, [
      'It must be a regular file with the token and nothing else.',
    ]);
  }
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0) {
    throw new UltragitError('usage', `Other users of this machine can read ${path}.`, [
      `Run: chmod 600 ${path}`,
    ]);
  }
  return checked(text.trim(), path);
}

function checked(token: string, where: string): string {
  if (TOKEN.test(token)) return token;
  throw new UltragitError(
    'usage',
    `The token in ${where} is empty, too long, or has a space or a letter that no header can have.`,
  );
}
