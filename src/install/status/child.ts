/** A child process in a group of its own, of which nothing is left when it is closed. */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const GRACE_MS = 500;

export type Start = { command: string; args: readonly string[]; env: Record<string, string>; cwd: string };

export function startChild({ command, args, env, cwd }: Start): ChildProcess {
  return spawn(command, [...args], { cwd, env, stdio: 'pipe', detached: true });
}

/** As hosts do: close stdin, then SIGTERM, then SIGKILL; no process of the group is left. */
export async function closeChild(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return;
  const ended =
    child.exitCode === null && child.signalCode === null ? once(child, 'exit') : Promise.resolve();
  const soon = () => Promise.race([ended.then(() => true), wait(GRACE_MS, false, { ref: false })]);
  child.stdin?.end();
  if (!(await soon())) {
    killChild(child, 'SIGTERM');
    await soon();
  }
  killChild(child, 'SIGKILL');
  await ended;
}

export function killChild({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // The whole group is gone already.
  }
}
