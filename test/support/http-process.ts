/** `ultragit mcp serve` as a process, in a real repository. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterEachTest } from './clean-up.ts';
import type { command } from './mcp-server.ts';
import { hostEnvironment, realCommand } from './real-server.ts';

const [program = ''] = realCommand.args;
export const serveCommand = { command: process.execPath, args: [program, 'mcp', 'serve'] };

type Options = { flags?: string[]; env?: Record<string, string>; program?: typeof command };
export type HttpExit = { code: number | null; signal: string | null; stdout: string; stderr: string };

const running = new Set<HttpProcess>();

// What a failed test left behind.
afterEachTest(() => {
  for (const server of running) server.child.kill('SIGKILL');
});

export class HttpProcess {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly env: Record<string, string>;
  readonly exited: Promise<HttpExit>;
  stdout = '';
  stderr = '';
  #watchers = new Set<() => void>();
  #over = false;

  constructor(cwd: string, { flags = [], env, program: { command, args } = serveCommand }: Options = {}) {
    this.env = env ?? hostEnvironment();
    this.child = spawn(command, [...args, ...flags], {
      cwd,
      env: this.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this);
    this.child.stdout.setEncoding('utf8').on('data', text => {
      this.stdout += text;
      this.#changed();
    });
    this.child.stderr.setEncoding('utf8').on('data', text => {
      this.stderr += text;
      this.#changed();
    });
    this.exited = new Promise(resolve =>
      this.child.on('close', (code, signal) => {
        running.delete(this);
        this.#over = true;
        this.#changed();
        resolve({ code, signal, stdout: this.stdout, stderr: this.stderr });
      }),
    );
  }

  /** Where it listens. */
  url(): Promise<string> {
    return this.until(() => /http:\S+\/mcp/.exec(this.stdout)?.[0], 'an address');
  }

  /** Waits for the first value that is not undefined; fails when the server ends before. */
  until<T>(look: () => T | undefined, what: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const check = () => {
        const found = look();
        if (found === undefined && !this.#over) return;
        this.#watchers.delete(check);
        if (found === undefined) reject(new Error(`The server ended without ${what}: ${this.stderr}`));
        else resolve(found);
      };
      this.#watchers.add(check);
      check();
    });
  }

  said(text: string): Promise<true> {
    return this.until(() => this.stderr.includes(text) || undefined, `"${text}" on stderr`);
  }

  end(signal: NodeJS.Signals = 'SIGTERM'): Promise<HttpExit> {
    this.child.kill(signal);
    return this.exited;
  }

  get cache(): string {
    return join(this.env.XDG_CACHE_HOME ?? '', 'ultragit');
  }

  /** The files that tell of running servers, by their text. */
  states(): string[] {
    const room = join(this.cache, 'servers');
    const names = existsSync(room) ? readdirSync(room).filter(name => name.endsWith('.json')) : [];
    return names.map(name => readFileSync(join(room, name), 'utf8'));
  }

  /** What it left in the temporary directory. */
  leftBehind(): string[] {
    return readdirSync(this.env.TMPDIR ?? '');
  }

  #changed(): void {
    for (const check of [...this.#watchers]) check();
  }
}
