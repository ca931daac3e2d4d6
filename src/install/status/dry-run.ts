/** Starts a hook with an event on its input, and judges how it ends. */

import { closeChild, killChild, type Start, startChild } from './child.ts';

/** Undefined when it did what a hook should: exit 0, and say nothing or JSON. */
export async function dryRun(
  launch: Start,
  event: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<string | undefined> {
  const child = startChild(launch);
  const abort = () => killChild(child, 'SIGKILL');
  signal.addEventListener('abort', abort);
  try {
    const said = new Promise<string | undefined>(resolve => {
      let [out, err] = ['', ''];
      child.stdout?.on('data', chunk => {
        out = (out + chunk).slice(0, 100_000);
      });
      child.stderr?.on('data', chunk => {
        err = (err + chunk).slice(-2000);
      });
      child.on('error', error =>
        resolve(`it can't be started (${'code' in error ? error.code : error.message})`),
      );
      child.on('close', code => resolve(verdict(code, out, err)));
      child.stdin?.on('error', () => {});
      child.stdin?.end(event);
    });
    const late = new Promise<string>(resolve => {
      const sentence = `it did not end within ${timeoutMs / 1000} s`;
      setTimeout(() => resolve(sentence), timeoutMs).unref();
    });
    return await Promise.race([said, late]);
  } finally {
    signal.removeEventListener('abort', abort);
    await closeChild(child);
  }
}

function verdict(code: number | null, out: string, err: string): string | undefined {
  const last = err.trim().split('\n').at(-1) ?? '';
  if (code !== 0) return `it ended with ${code ?? 'a signal'}${last && `: ${last}`}`;
  return out.trim() === '' || isJson(out) ? undefined : `it says what is no JSON: ${out.slice(0, 80)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
