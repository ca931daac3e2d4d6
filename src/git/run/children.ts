import type { ChildProcess } from 'node:child_process';
import { atExit } from './at-exit.ts';

/** SIGKILL: a child that is stopped ignores every other signal. */
export function kill(child: ChildProcess): void {
  child.kill('SIGKILL');
}

/** Kills a child when this process exits; call what is returned once the child is gone. */
export function killAtExit(child: ChildProcess): () => void {
  return atExit(() => kill(child));
}
