import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { expect } from 'vitest';

/** A process that ended but that nobody has collected yet counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Sends a signal and waits until the process has taken it, so that the next one does not merge with it. */
export async function signal(pid: number, name: NodeJS.Signals): Promise<void> {
  process.kill(pid, name);
  await expect.poll(() => isPending(pid, constants.signals[name])).toBe(false);
}

function isPending(pid: number, number: number): boolean {
  try {
    const [, mask = '0'] = /^ShdPnd:\s*([0-9a-f]+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return (BigInt(`0x${mask}`) & (1n << BigInt(number - 1))) !== 0n;
  } catch {
    return false;
  }
}
