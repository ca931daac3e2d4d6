/** Starts the server as a host does, speaks raw lines to it, and checks every line that comes back. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { expect, inject } from 'vitest';
import { afterEachTest } from './clean-up.ts';
import { PATIENT } from './patient.ts';

export type Reply = {
  jsonrpc: string;
  id?: unknown;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown> & { content: { text: string }[] };
  error?: { code: number; message: string; data?: unknown };
};

/** Each gives exactly one error without an id of ours. */
export const BAD_MESSAGES = [
  '{',
  'garbage',
  '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  '[]',
  '\xff',
  '{"jsonrpc":"1.0","method":"x"}',
];

export type Exit = {
  code: number | null;
  signal: string | null;
  stderr: string;
  messages: (Reply | Reply[])[];
};

/** The command line of the real server, and the environment that gives it the test tools instead. */
export const command = { command: process.execPath, args: [inject('testServer'), 'mcp', 'start'] };
export const testTools = { PATH: process.env.PATH ?? '', TEST_TOOLS: '1', ...PATIENT };

const running = new Set<McpProcess>();

// What a failed test left behind.
afterEachTest(() => {
  for (const server of running) server.child.kill('SIGKILL');
});

export class McpProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly messages: (Reply | Reply[])[] = [];
  readonly exited: Promise<Exit>;
  stderr = '';
  #rest = '';
  #watchers = new Set<() => void>();
  #over = false;

  constructor(
    env: Record<string, string> = testTools,
    flags: string[] = [],
    { cwd, program = command }: { cwd?: string; program?: typeof command } = {},
  ) {
    this.child = spawn(program.command, [...program.args, ...flags], { env, cwd });
    running.add(this);
    this.child.stdin.on('error', () => {});
    this.child.stdout.setEncoding('utf8').on('data', text => this.#read(text));
    this.child.stderr.setEncoding('utf8').on('data', text => {
      this.stderr += text;
      this.#changed();
    });
    this.exited = new Promise(resolve =>
      this.child.on('close', (code, signal) => {
        running.delete(this);
        this.#over = true;
        this.#changed();
        resolve({ code, signal, stderr: this.stderr, messages: this.messages });
      }),
    );
  }

  /** A string or bytes go as they are, anything else as one line of JSON. */
  send(...messages: unknown[]): this {
    for (const message of messages) {
      const raw = typeof message === 'string' || Buffer.isBuffer(message);
      this.child.stdin.write(raw ? message : `${JSON.stringify(message)}\n`);
    }
    return this;
  }

  async request(message: Record<string, unknown>): Promise<Reply> {
    this.send({ jsonrpc: '2.0', ...message });
    return this.reply(message.id);
  }

  reply(id: unknown): Promise<Reply> {
    const isReply = (message: Reply | Reply[]) =>
      !Array.isArray(message) && !message.method && message.id === id;
    return this.until(
      () => this.messages.find(isReply) as Reply | undefined,
      `a reply to ${JSON.stringify(id)}`,
    );
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

  /** Closes the input, as a host does when it is done, and waits for the end. */
  async end(): Promise<Exit> {
    this.child.stdin.end();
    const exit = await this.exited;
    expect(this.#rest).toBe('');
    return exit;
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.messages.push(checkLine(line));
    this.#changed();
  }

  #changed(): void {
    for (const check of [...this.#watchers]) check();
  }
}

const SHAPES = new Set(['id,jsonrpc,result', 'error,id,jsonrpc', 'jsonrpc,method,params']);

/** Without an assertion for each of ten thousand lines, which would take longer than the server does. */
function checkLine(line: string): Reply | Reply[] {
  const value: unknown = JSON.parse(line);
  for (const message of Array.isArray(value) ? value : [value]) {
    const isMessage = message.jsonrpc === '2.0' && SHAPES.has(Object.keys(message).sort().join());
    if (!isMessage) expect.fail(`no message of the protocol: ${line}`);
  }
  return value as Reply | Reply[];
}

export const modernMeta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

export function call(id: unknown, name: string, args: object = {}, meta?: object): Record<string, unknown> {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args, _meta: meta } };
}
