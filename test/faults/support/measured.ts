// The built program with a bound on its processor time, and with what it used: time in seconds and the most memory in MB. Unlike a clock,
// processor time does not count what others use.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { program } from '../../support/cli.ts';
import { RealServer } from '../../support/real-server.ts';
import { temporaryDirectory } from '../../support/repository.ts';

/**
 * A query ends within so many seconds of processor time, of all its threads, and within so much memory. Its deadline is 30 s; on a
 * quiet machine with two cores the clock shows about half of it.
 */
export const MOST_SECONDS = 10;
export const MOST_MEGABYTES = 512;

/** Linux says what a process used; elsewhere only the end of each query is seen. */
const canMeasure = process.platform === 'linux';

export type Used = { seconds: number; megabytes: number };

export type Outcome = Used & { status: number | null; signal: string | null; stdout: string; stderr: string };

const AT_EXIT = `
  const { writeSync } = require('node:fs');
  process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeSync(3, JSON.stringify({ seconds: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }));
  });`;

let preload: string | undefined;

function preloaded(): string {
  if (preload === undefined) {
    preload = join(temporaryDirectory(), 'usage.cjs');
    writeFileSync(preload, `if (require('node:worker_threads').isMainThread) {${AT_EXIT}}`);
  }
  return preload;
}

/** What is over its time is ended by the system. */
export function measured(cwd: string, home: string, args: readonly string[], input = ''): Outcome {
  const tmp = join(home, 'tmp');
  mkdirSync(tmp, { recursive: true });
  const command = [process.execPath, '--require', preloaded(), program, ...args];
  const limited = ['-c', `ulimit -t ${MOST_SECONDS}; exec "$@"`, 'sh', ...command];
  const { status, signal, output } = spawnSync('sh', limited, {
    cwd,
    env: { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: tmp, NO_COLOR: '1' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    timeout: 120_000,
    killSignal: 'SIGKILL',
    input,
  });
  const [, stdout, stderr, used] = output as (string | null)[];
  const usage: Used = used ? JSON.parse(used) : { seconds: MOST_SECONDS, megabytes: 0 };
  return { status, signal, stdout: stdout ?? '', stderr: stderr ?? '', ...usage };
}

/** A server whose every call is measured. One that uses up its time is ended. */
export class MeasuredServer extends RealServer {
  async measure(tool: string, args: object): Promise<{ text: string; isError: boolean; seconds: number }> {
    const before = this.#seconds();
    const watch = setInterval(() => {
      if (this.#seconds() - before > MOST_SECONDS) this.child.kill('SIGKILL');
    }, 200);
    try {
      const answered = this.ask(tool, args);
      const [{ result, error }] = await Promise.all([answered, this.request({ id: 'ping', method: 'ping' })]);
      const text = result?.content[0]?.text ?? JSON.stringify(error);
      const isError = error !== undefined || result?.isError === true;
      return { text, isError, seconds: this.#seconds() - before };
    } finally {
      clearInterval(watch);
      this.messages.length = 0;
    }
  }

  /** The most that it ever had. */
  megabytes(): number {
    const status = canMeasure ? readFileSync(`/proc/${this.child.pid}/status`, 'utf8') : '';
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  }

  /** Its own time and that of the children that have ended. */
  #seconds(): number {
    if (!canMeasure) return 0;
    try {
      const fields = readFileSync(`/proc/${this.child.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
    } catch {
      return 0;
    }
  }
}

/** A second, as Linux counts it for programs. */
const TICKS = 100;
