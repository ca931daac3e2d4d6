/**
 * What must not outlive the thread that made it: a process with all that it started, a directory of our own. As
 * values and not as functions, so that another thread can clear up after one that was ended in the midst of its work.
 */
import { rmSync } from 'node:fs';
import { atExit } from './at-exit.ts';
import { descendantsOf } from './descendants.ts';

export type Owned = { process: number } | { directory: string };

type Change = 'made' | 'gone';

let report: (change: Change, owned: Owned) => void = () => {};

/** From now on `listener` hears at once of everything that this thread makes and clears up. */
export function reportOwned(listener: typeof report): void {
  report = listener;
}

/** Cleared up when the thread exits; call what is returned once it is gone. */
export function own(owned: Owned): () => void {
  report('made', owned);
  const forget = atExit(() => clearUp(owned));
  return () => {
    forget();
    report('gone', owned);
  };
}

export function clearUp(owned: Owned): void {
  if ('process' in owned) killGroup(owned.process);
  else rmSync(owned.directory, { recursive: true, force: true });
}

/** A process with its group; one that leads none, with what it started. */
export function killGroup(pid: number): void {
  if (!endGroup(pid)) killTree(pid);
}

/** Kills what is left of a process group. False where there is none. */
export function endGroup(leader: number | undefined): boolean {
  return leader !== undefined && signal(-leader, KILL);
}

/** SIGKILL: a process that is stopped ignores every other signal. */
const KILL = 'SIGKILL';

/** All are stopped before one is killed: none starts another meanwhile, and none is left that nobody can find. */
function killTree(root: number): void {
  const tree = new Set<number>();
  let found = [root];
  while (found.length > 0) {
    for (const pid of found) {
      signal(pid, 'SIGSTOP');
      tree.add(pid);
    }
    found = descendantsOf(root).filter(pid => !tree.has(pid));
  }
  for (const pid of tree) signal(pid, KILL);
}

function signal(target: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(target, name);
  } catch {
    return false;
  }
}
