// The page as a browser gets it: `ultragit view` as a process, and plain requests.
import { type ChildProcess, spawn } from 'node:child_process';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';
import { environment, program } from './cli.ts';
import type { Repository } from './repository.ts';

type View = { child: ChildProcess; address: string; ended: Promise<number | null>; said: () => string };

/** Resolves when it has printed an address. */
export function view(
  repo: Pick<Repository, 'path'>,
  args: string[],
  env: Record<string, string> = {},
): Promise<View> {
  const child = spawn(process.execPath, [program, 'view', ...args], {
    cwd: repo.path,
    env: environment({ env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = new Promise<number | null>(resolve => child.once('close', resolve));
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      const [, address] = /(http:\S+)\n/.exec(said) ?? [];
      if (address) resolve({ child, address, ended, said: () => said });
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    ended.then(code => reject(new Error(`ended with ${code}: ${said}`)));
  });
}

type Reply = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

export function get(address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(address, { headers, method }, reply => {
      const parts: Buffer[] = [];
      reply.on('data', part => parts.push(part));
      reply.on('end', () =>
        resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}
