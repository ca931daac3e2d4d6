// The server as a host sees it: a process, and lines on its pipes.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { CLI, env, NODE } from './room.ts';

export class Server {
  readonly child: ChildProcessWithoutNullStreams;
  readonly #waiting: ((line: string) => void)[] = [];

  constructor(cwd: string) {
    this.child = spawn(NODE, [CLI, 'mcp', 'start'], { cwd, env });
    createInterface(this.child.stdout).on('line', line => this.#waiting.shift()?.(line));
  }

  /** One request at a time, so the next line is its answer. */
  request(method: string, params: object): Promise<string> {
    this.child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`);
    return new Promise(resolve => this.#waiting.push(resolve));
  }

  read(path: string, more: object = {}): Promise<string> {
    return this.request('tools/call', { name: 'ultragit_read', arguments: { path, ...more } });
  }

  /** In MiB. */
  memory(): number {
    const status = readFileSync(`/proc/${this.child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async end(): Promise<void> {
    this.child.stdin.end();
    await once(this.child, 'close');
  }
}
