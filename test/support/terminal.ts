// The built program on a terminal of its own, made by `script` of util-linux. Tests that need it skip where it is missing.
import { spawn, spawnSync } from 'node:child_process';
import { onTestFinished } from 'vitest';
import { environment, program } from './cli.ts';
import type { Repository } from './repository.ts';

/** A line that is rewritten and gone in the end; a busy machine shows it. */
const PROGRESS = /(?:\r\x1b\[K[^\r]*)*\r\x1b\[K/g;

export const hasTerminals = /util-linux/.test(
  spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '',
);

export function hasProgram(name: string): boolean {
  return spawnSync(name, ['--version']).error === undefined;
}

type Options = {
  columns?: number;
  rows?: number;
  env?: Record<string, string>;
  /** Once the output has the text, the keys are pressed. */
  press?: { after: string; keys: string };
};

/** What the terminal was sent, without its carriage returns. Nothing turns colour off. */
export function onTerminal(
  repo: Pick<Repository, 'path'>,
  args: readonly string[],
  { columns = 80, rows = 24, env = {}, press }: Options = {},
): Promise<{ status: number | null; output: string }> {
  const words = [process.execPath, program, ...args].map(word => `'${word.replaceAll("'", "'\\''")}'`);
  const command = `stty cols ${columns} rows ${rows} -echo; exec ${words.join(' ')}`;
  const own = { ...environment({ env }), TERM: env.TERM ?? 'xterm-256color', NO_COLOR: env.NO_COLOR ?? '' };
  const child = spawn('script', ['-qefc', command, '/dev/null'], { cwd: repo.path, env: own });
  onTestFinished(() => {
    child.kill();
  });
  return new Promise((resolve, reject) => {
    let output = '';
    let isPressed = false;
    child.stdout.on('data', chunk => {
      output += chunk;
      if (!press || isPressed || !output.includes(press.after)) return;
      isPressed = true;
      child.stdin.write(press.keys);
    });
    child.on('error', reject);
    child.on('close', status =>
      resolve({ status, output: output.replace(PROGRESS, '').replaceAll('\r', '') }),
    );
  });
}
