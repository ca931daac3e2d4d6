// The page of a repository: from a server that is started for it, or from a report on disk.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { afterEachFile } from '../../support/clean-up.ts';
import { environment, program, ultragit } from '../../support/cli.ts';
import { type Repository, temporaryDirectory } from '../../support/repository.ts';

const servers = new Set<ChildProcess>();

afterEachFile(async () => {
  for (const server of servers) {
    const ended = once(server, 'close');
    server.kill('SIGTERM');
    await ended;
  }
  servers.clear();
});

/** The address of the page of `ultragit mcp serve`. */
export async function served(repo: Pick<Repository, 'path'>, ...flags: string[]): Promise<string> {
  const server = spawn(process.execPath, [program, 'mcp', 'serve', ...flags], {
    cwd: repo.path,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  servers.add(server);
  let said = '';
  const listening = new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk;
      const address = /http:\/\/[^\s/]+\//.exec(said)?.[0];
      if (address) resolve(address);
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.on('close', () => reject(new Error(said)));
  });
  return listening;
}

/** The address of a file that `ultragit report` wrote. */
export async function reported(repo: Pick<Repository, 'path'>): Promise<string> {
  const out = join(temporaryDirectory(), 'report.html');
  const { status, stderr } = ultragit(repo, ['report', '--out', out]);
  expect(status, stderr).toBe(0);
  return pathToFileURL(out).href;
}
