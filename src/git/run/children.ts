import type { ChildProcess } from 'node:child_process';
import { killGroup, own } from './owned.ts';

/** Kills a child and all that it started, unless it is gone: its process id may be another's by then. */
export function kill({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) killGroup(pid);
}

/** As `kill`, and waits for nobody who may still hold its pipes: a program that left the tree of its processes. */
export function abandon(child: ChildProcess): void {
  kill(child);
  // Not in the types: without file handles left there are no streams.
  for (const stream of child.stdio ?? []) stream?.destroy();
}

/** Kills a child when this thread exits; call what is returned once the child is gone. */
export function killAtExit({ pid }: ChildProcess): () => void {
  return pid === undefined ? () => {} : own({ process: pid });
}
