/** The one way to run a git command: what comes out is what git said, or an error if it could not run. */
import type { ChildProcess } from 'node:child_process';
import { GIT_DEADLINES } from '../../deadlines.ts';
import type { Commit } from '../parsers.ts';
import { abandon, killAtExit } from './children.ts';
import { cancelled, killed, notStarted, timedOut } from './failures.ts';
import type { PrivatePlace, UserPlace, WritingPlace } from './place.ts';
import { type ReadOnlyArgs, requireReadOnly } from './read-only.ts';
import { waitForGit } from './waiting.ts';
import { requireWriting, type WritingArgs } from './writing.ts';

/** What git said. A non-zero exit is an answer like any other; only "could not run" is an exception. */
export type GitOutput = { exitCode: number; stdout: string; stderr: string };

/** A query as a value: what to run in the private directory, and how to read the answer. */
export type GitCall<T> = {
  args: ReadOnlyArgs;
  input?: string;
  /** Set where the answer follows from the call alone, so that it may be kept; on no disk if it may hold secrets. */
  immutable?: true | 'in memory';
  parse(output: GitOutput): T;
  /** Leaves what `parse` needs of an answer. */
  distil?(stdout: string): string;
  /** What is needed, where the same call has more for others: what was kept for one of them is not given to another. */
  wanted?: readonly string[];
  carry?: Carry;
};

/** When an answer about a commit holds for another one that builds on it, in a line of commits with one parent each. */
type Carry = {
  head: string;
  /** Where none of the commits between changed one of these paths; without any, whatever they changed. */
  paths?: readonly string[];
  /** What git would print of `head`, made of what it printed of the older commit; undefined where that can't be told. */
  holds?(stdout: string, between: readonly Commit[]): string | undefined;
};

/** As `GitCall`, in the real repository: one of the few commands with which something is written. */
export type WritingCall<T> = { args: WritingArgs; input?: string; parse(output: GitOutput): T };

export type GitCommand =
  | { place: UserPlace; args: readonly string[]; input?: string }
  | { place: WritingPlace; args: WritingArgs; input?: string }
  | { place: PrivatePlace; args: ReadOnlyArgs; input?: string };

/**
 * Starts git, tells at once which process it is, and gives what that process said. Rejects if there is no
 * process; a process that is killed may do either.
 */
export type Start = (command: GitCommand, onStart: (child: ChildProcess) => void) => Promise<GitOutput>;

export type Deadlines = { command: number; silence: number };

export type Limits = { signal?: AbortSignal; deadline?: number };

/** Runs git until it ends, its deadline passes or the caller cancels; no child is left in either case. */
export async function runGit(
  command: GitCommand,
  { signal, deadline = GIT_DEADLINES.command }: Limits,
  start: Start,
): Promise<GitOutput> {
  if (command.place.mode === 'private') requireReadOnly(command.args);
  if (command.place.mode === 'writing') requireWriting(command.args);
  if (signal?.aborted) throw cancelled();

  let child: ChildProcess | undefined;
  let forget: (() => void) | undefined;
  let isOver = false;
  const onStart = (started: ChildProcess) => {
    child = started;
    // The deadline or the cancellation may come before the process.
    if (isOver) abandon(started);
    else forget = killAtExit(started);
  };
  const limit = timeLimit(deadline, signal);
  const answered = waitForGit();
  try {
    const running = start(command, onStart).catch((error: unknown) => {
      if (child?.pid === undefined || child.signalCode) return undefined;
      throw error;
    });
    const output = await Promise.race([running, limit.reached]);
    if (child?.signalCode) throw killed();
    if (!output || child?.pid === undefined) throw notStarted();
    return output;
  } finally {
    answered();
    isOver = true;
    if (child) abandon(child);
    forget?.();
    limit.clear();
  }
}

/** The whole command line after the program. */
export function commandLine({ place, args }: GitCommand): string[] {
  return place.mode === 'writing' ? [...place.flags, ...args] : [...args];
}

function timeLimit(deadline: number, signal: AbortSignal | undefined) {
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const reached = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(timedOut()), deadline);
    onAbort = () => reject(cancelled());
  });
  signal?.addEventListener('abort', onAbort, { once: true });
  return {
    reached,
    clear() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    },
  };
}
