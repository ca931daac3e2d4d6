import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';

export const canLimit = spawnSync('sh', ['-c', 'prlimit --version']).status === 0;

/** What a call is rejected with while this process can open no file and no pipe. */
export async function withoutFileHandles(call: () => Promise<unknown>): Promise<unknown> {
  // A process of its own, since this one could not start anything to lift the limit.
  const limit = (files: string) => `prlimit --pid ${process.pid} --nofile=${files}:`;
  const helper = spawn('sh', [
    '-c',
    `old=$(prlimit --pid ${process.pid} --nofile -o SOFT --noheadings)
    ${limit('3')}; echo; read line; ${limit('$old')}`,
  ]);
  await once(helper.stdout, 'data');
  try {
    return await call().then(
      () => undefined,
      (error: unknown) => error,
    );
  } finally {
    helper.stdin.end();
    await once(helper, 'close');
  }
}
