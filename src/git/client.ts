import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import type { SimpleGitOptions } from 'simple-git';
import type { UltragitError } from '../errors.ts';
import type { Location } from './discover.ts';
import { createPrivateGitDir } from './private-dir.ts';
import { cancelled, findGit, type GitOutput, killed, timedOut } from './run.ts';

/** A git command as a value: what to run, and how to read its answer. */
export type GitCall<T> = {
  args: readonly string[];
  input?: string;
  /** Set where the answer follows from the object ids in the call alone, so that it may be kept. */
  immutable?: true;
  parse(output: GitOutput): T;
};

export type GitClient = {
  git: string;
  env: Record<string, string>;
  privateDir: string;
  run<T>(call: GitCall<T>, signal?: AbortSignal): Promise<T>;
  close(): void;
};

export function openGitClient(location: Location, path: string | undefined, deadline: number): GitClient {
  const git = findGit(path);
  const home = createPrivateGitDir(location, path);
  return {
    git,
    env: home.env,
    privateDir: home.path,
    run: async (call, signal) => call.parse(await oneShot(git, home.env, call, deadline, signal)),
    close: () => home.remove(),
  };
}

let newest: ChildProcess | undefined;
let listening = false;
const alive = new Set<ChildProcess>();

/** simple-git keeps its children to itself and only interrupts them; a stopped child needs SIGKILL. */
function listenForChildren(): void {
  if (listening) return;
  listening = true;
  subscribe('child_process', message => {
    newest = (message as { process: ChildProcess }).process;
  });
  process.once('exit', () => {
    for (const child of alive) child.kill('SIGKILL');
  });
}

async function oneShot(
  git: string,
  env: Record<string, string>,
  call: GitCall<unknown>,
  limit: number,
  signal?: AbortSignal,
): Promise<GitOutput> {
  const { simpleGit } = await import('simple-git');
  if (signal?.aborted) throw cancelled();
  listenForChildren();

  let status = { exitCode: 0, stderr: '' };
  let child: ChildProcess | undefined;
  const options: Partial<SimpleGitOptions> = {
    baseDir: env.GIT_DIR,
    binary: git,
    // By default a timer waits for 50 ms after each exit, and the program with it.
    completion: { onClose: true, onExit: false },
    allowEnvironment: Object.keys(env),
    unsafe: { allowUnsafeCustomBinary: true, allowUnsafeConfigPaths: true },
    errors(_error, result) {
      status = { exitCode: result.exitCode, stderr: Buffer.concat(result.stdErr).toString() };
      return undefined;
    },
    ...(call.input === undefined ? {} : { input: () => call.input }),
  };
  const running = simpleGit(options)
    .env(env)
    .outputHandler(() => {
      child = newest;
      if (child) alive.add(child);
    })
    .raw([...call.args]);

  let deadline: NodeJS.Timeout | undefined;
  let stop: (() => void) | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const kill = (error: UltragitError) => {
      child?.kill('SIGKILL');
      reject(error);
    };
    deadline = setTimeout(() => kill(timedOut()), limit);
    stop = () => kill(cancelled());
    signal?.addEventListener('abort', stop, { once: true });
  });
  try {
    const stdout = await Promise.race([running, stopped]);
    if (child?.signalCode) throw killed();
    return { ...status, stdout };
  } finally {
    clearTimeout(deadline);
    if (child) alive.delete(child);
    if (stop) signal?.removeEventListener('abort', stop);
    running.catch(() => undefined);
  }
}
