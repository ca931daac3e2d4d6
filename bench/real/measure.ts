// What a command costs: processor time of its whole process tree, wall time, git processes, memory.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { env, room } from '../room.ts';
import type { Command } from '../timing.ts';

export type Cost = { cpu: number; wall: number };
export type Where = { cwd: string; home: string; input?: string };

/** In milliseconds. The shell's `time` counts all descendants that were waited for. */
export function measure(command: Command, { cwd, home, input = '' }: Where): Cost & { stdout: string } {
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" 2>/dev/null';
  const result = spawnSync('bash', ['-c', script, 'time', ...command], {
    cwd,
    env: { ...env, HOME: home },
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0) throw new Error(`${command.join(' ')} exited with ${result.status}`);
  const [wall = 0, user = 0, system = 0] = result.stderr
    .trim()
    .split(' ')
    .map(seconds => Number(seconds) * 1000);
  return { cpu: user + system, wall, stdout: result.stdout };
}

const shim = join(room, 'counting-git');
const started = join(room, 'git-started');
const peak = join(room, 'peak.cjs');

/** How many git processes a command starts, and its largest resident memory in MiB. Slower than the command alone. */
export function count(
  command: Command,
  { cwd, home, input = '' }: Where,
): { processes: number; memory: number } {
  makeShim();
  writeFileSync(started, '');
  const { status, stderr } = spawnSync(command[0], command.slice(1), {
    cwd,
    env: { ...env, HOME: home, PATH: `${shim}:${env.PATH}`, NODE_OPTIONS: `--require=${peak}` },
    input,
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command.join(' ')} exited with ${status}: ${stderr}`);
  return {
    processes: readFileSync(started, 'utf8').length,
    memory: Number(readFileSync(`${peak}.out`, 'utf8')) / 1024,
  };
}

/** Once: another git may answer otherwise, so what is kept is kept for one. */
function makeShim(): void {
  rmSync(`${peak}.out`, { force: true });
  if (existsSync(peak)) return;
  mkdirSync(shim, { recursive: true });
  const real = spawnSync('sh', ['-c', 'command -v git'], { env, encoding: 'utf8' }).stdout.trim();
  writeFileSync(join(shim, 'git'), `#!/bin/sh\nprintf . >>'${started}'\nexec '${real}' "$@"\n`);
  chmodSync(join(shim, 'git'), 0o755);
  const save = `require('fs').writeFileSync(${JSON.stringify(`${peak}.out`)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(peak, `process.on('exit', () => { try { ${save}; } catch {} });\n`);
}

const TICK = 10;

/** Processor time of a running process, its children included, in milliseconds. */
export function cpuOfTree(pid: number): number {
  const fields = statOf(pid);
  const own = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * TICK;
  return childrenOf(pid).reduce((sum, child) => sum + cpuOfTree(child), own);
}

/** From the state on: names of processes may have spaces and brackets. */
function statOf(pid: number): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    return threads.flatMap(thread =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
