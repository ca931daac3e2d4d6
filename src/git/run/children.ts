import type { ChildProcess } from 'node:child_process';
import { killGroup, own } from './owned.ts';

/** Kills a child and all that it started, unless it is gone: its process id may be another's by then. */
export function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) killGroup(pid);
}

/** Kills a child when this thread exits; call what is returned once the child is gone. */
export function killAtExit({ pid }: ChildProcess): () => void {
  return pid === undefined ? () => {} : own({ process: pid });
}
