import { writeSync } from 'node:fs';
import type { Begun } from '../hook/begin.ts';

export function explain({ verbose }: Begun, reason: string): void {
  if (verbose) print(2, `ultragit hook: ${reason}\n`);
}

/** A host that has closed its end of the pipe wants nothing. */
export function print(file: 1 | 2, text: string): void {
  try {
    if (text !== '') writeSync(file, text);
  } catch {
    // Nobody reads it.
  }
}
