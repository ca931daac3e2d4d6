/** The built program, as a host starts it, in a real repository. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { shareCompiledCode } from './home.ts';
import { call, type command, McpProcess, type Reply } from './mcp-server.ts';
import { PATIENT } from './patient.ts';
import { temporaryDirectory } from './repository.ts';

const program = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
export const realCommand = { command: process.execPath, args: [program, 'mcp', 'start'] };

export const TOOLS = ['ultragit_read', 'ultragit_deps', 'ultragit_history', 'ultragit_summary'] as const;

/** What each tool answers with, in the main. */
export const LISTS = [
  ['read', 'regions'],
  ['deps', 'dependents'],
  ['history', 'timeline'],
  ['summary', 'units'],
] as const;

type Options = { flags?: string[]; env?: Record<string, string>; program?: typeof command };

/** As little as hosts pass, and rooms of its own for what is kept and for what must not be left. */
export function hostEnvironment(extra: Record<string, string> = {}): Record<string, string> {
  const home = temporaryDirectory();
  const rooms = { HOME: home, TMPDIR: join(home, 'tmp'), XDG_CACHE_HOME: join(home, 'cache') };
  mkdirSync(rooms.TMPDIR);
  shareCompiledCode(rooms);
  return { PATH: process.env.PATH ?? '', ...PATIENT, ...rooms, ...extra };
}

export class RealServer extends McpProcess {
  readonly env: Record<string, string>;
  #calls = 0;

  constructor(cwd: string, { flags = [], env = {}, program = realCommand }: Options = {}) {
    const whole = hostEnvironment(env);
    super(whole, flags, { cwd, program });
    this.env = whole;
  }

  /** Calls a tool; `read` stands for `ultragit_read`. */
  ask(tool: string, args: object, meta?: object): Promise<Reply> {
    return this.request(call(`call ${++this.#calls}`, `ultragit_${tool}`, args, meta));
  }

  /** The answer of a call that succeeds. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of four shapes, looked into by tests only
  async answer(tool: string, args: object): Promise<any> {
    const { result } = await this.ask(tool, args);
    expect(result?.isError, result?.content[0]?.text).toBeUndefined();
    expect(JSON.parse(result!.content[0]!.text)).toEqual(result!.structuredContent);
    return result!.structuredContent;
  }

  /** The text of a call that fails, as a result. */
  async failure(tool: string, args: object): Promise<string> {
    const { result } = await this.ask(tool, args);
    expect(result).toEqual({ content: [{ type: 'text', text: expect.any(String) }], isError: true });
    return result!.content[0]!.text;
  }

  /** Process ids of its git children, on Linux. */
  gitChildren(): number[] {
    return childrenOf(this.child.pid!);
  }

  /** What it left in the temporary directory. */
  leftBehind(): string[] {
    return readdirSync(this.env.TMPDIR!);
  }
}

function childrenOf(pid: number): number[] {
  const lists = readdirSync(`/proc/${pid}/task`).map(task =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8'),
  );
  return lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

/** What the command line prints for a question, without the final newline. */
export function cli(cwd: string, ...args: string[]): string {
  const env = hostEnvironment();
  return execFileSync(process.execPath, [program, ...args], { cwd, env, maxBuffer: 1 << 28 })
    .toString()
    .replace(/\n$/, '');
}
