/** The processes that a process started, and those that they started. Without waiting: it is asked at the exit, too. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { groupBy } from '../../collections.ts';

type Process = { pid: number; parent: number };

/** None where the system does not tell. */
export function descendantsOf(root: number): number[] {
  const children = groupBy(processes(), ({ parent }) => parent);
  const found = new Set<number>();
  const add = (pid: number): void => {
    for (const child of children.get(pid) ?? []) {
      if (found.has(child.pid)) continue;
      found.add(child.pid);
      add(child.pid);
    }
  };
  add(root);
  return [...found];
}

/** Many Linux images have no `ps`, and no other system has this `/proc`. */
function processes(): Process[] {
  if (process.platform === 'win32') return [];
  return process.platform === 'linux' ? fromProc() : fromPs();
}

function fromProc(): Process[] {
  const pids = readdirSync('/proc').filter(name => /^\d+$/.test(name));
  return pids.flatMap(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      // The name of the program, in brackets, may have brackets and spaces.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return parent === undefined ? [] : [{ pid: Number(pid), parent: Number(parent) }];
    } catch {
      return [];
    }
  });
}

function fromPs(): Process[] {
  const { stdout } = spawnSync('/bin/ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return Array.from((stdout ?? '').matchAll(/^ *(\d+) +(\d+)/gm), ([, pid, parent]) => ({
    pid: Number(pid),
    parent: Number(parent),
  }));
}
