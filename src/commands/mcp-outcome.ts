/** What install and uninstall share: how they go through the files, and what they say of each. */

import { oneLine, sanitise } from '../annotation/sanitise.ts';
import { UltragitError } from '../errors.ts';
import type { Outcome } from '../install/config/merge.ts';
import type { TargetFlags } from '../install/targets.ts';
import type { Io } from './io.ts';
import { shownPath } from './shown-path.ts';

export type RegisterFlags = TargetFlags & { repo?: string; dryRun?: boolean };

/** One file that can't be changed does not keep the others from it; then all failures are told at once. */
export async function each<T>(all: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
  const failures: UltragitError[] = [];
  for (const one of all) {
    try {
      await act(one);
    } catch (error) {
      if (!(error instanceof UltragitError)) throw error;
      failures.push(error);
    }
  }
  const [first] = failures;
  if (first && failures.length === 1) throw first;
  if (first) {
    const hints = failures.flatMap(failure => [failure.message, ...failure.hints]);
    throw new UltragitError(first.code, `${failures.length} of ${all.length} files can't be changed.`, hints);
  }
}

const SAID: Record<Outcome['state'], readonly [done: string, dry: string]> = {
  unchanged: ['Already there', 'Already there'],
  created: ['Created', 'Would create'],
  updated: ['Updated', 'Would update'],
  removed: ['Removed from', 'Would remove from'],
  deleted: ['Deleted, as nothing else was in it', 'Would delete, as nothing else is in it'],
};

/** The change itself is shown on a terminal, and by a dry run; a script gets one line. */
export function tell(io: Io, { place, state, diff, notes }: Outcome, dryRun: boolean): void {
  if (diff && (dryRun || io.stdout.isTTY)) io.stdout.write(sanitise(diff));
  io.stdout.write(`${SAID[state][dryRun ? 1 : 0]}: ${shownPath(place.path, io)} (${place.name})\n`);
  for (const text of notes) note(io, text);
}

export function note(io: Io, text: string): void {
  io.stderr.write(`Note: ${oneLine(text)}\n`);
}
