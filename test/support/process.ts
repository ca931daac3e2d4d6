import { readFileSync } from 'node:fs';

/** A process that ended but that nobody has collected yet counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
