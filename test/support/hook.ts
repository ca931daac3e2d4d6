// The hook as a host runs it: the built program, with an event on stdin.
import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';
import { environment, program, type Run } from './cli.ts';

export type HookOptions = {
  host?: string;
  home?: string;
  cwd?: string;
  args?: string[];
  env?: Record<string, string>;
};

export function hook(event: object | string | Buffer, options: HookOptions = {}): Run {
  const { host, home, cwd = '/', args = [] } = options;
  const words = ['hook', ...(host === undefined ? [] : ['--host', host]), ...args];
  const input = typeof event === 'string' || Buffer.isBuffer(event) ? event : JSON.stringify(event);
  const env = environment({ env: { ...(home === undefined ? {} : { HOME: home }), ...options.env } });
  const run = spawnSync(process.execPath, [program, ...words], { cwd, env, input, encoding: 'utf8' });
  return { status: run.status, stdout: run.stdout, stderr: run.stderr };
}

/** What an agent reads, or undefined where the hook is silent; it never fails and never complains. */
export function told(event: object | string | Buffer, options: HookOptions = {}): string | undefined {
  const { status, stdout, stderr } = hook(event, options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  if (stdout === '') return undefined;
  const { hookSpecificOutput } = JSON.parse(stdout);
  expect(Object.keys(hookSpecificOutput)).toEqual(['hookEventName', 'additionalContext']);
  return hookSpecificOutput.additionalContext;
}

/** Claude Code is about to call a tool. */
export function about(tool: string, input: object, session?: string): object {
  return { session_id: session, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input };
}
