/** Changes one file of a host for one purpose, or says why not; a dry run writes nothing. */

import { isDeepStrictEqual } from 'node:util';
import { UltragitError } from '../../errors.ts';
import type { Scope } from '../hosts.ts';
import { removeStaleClaim } from './claim.ts';
import { readConfig } from './config-file.ts';
import { diff } from './diff.ts';
import { Unreadable } from './format.ts';
import { firstRejected, type JsonExtensions } from './json-tree.ts';
import { type Change, changeFile } from './write.ts';

/** A file that install may change. */
export type Place = { name: string; path: string; scope: Scope; root: string | undefined };

export type Job = {
  place: Place;
  /** What the host's own parser accepts; undefined where it is not JSON. */
  reads: JsonExtensions | undefined;
  change: Change;
  /** What is not ours, as plain data: equal for two texts that differ in nothing else. */
  others(text: string): unknown;
  isDone(text: string): boolean;
  /** The smallest valid file. */
  emptyFile: string;
  /** What is added, for a person to paste; undefined when something is taken out. */
  snippet?: string;
};

export type Outcome = {
  place: Place;
  state: 'unchanged' | 'created' | 'updated' | 'removed' | 'deleted';
  /** Empty when nothing changes. */
  diff: string;
  notes: readonly string[];
};

/** The directory that must hold the file: only the user's own may lie anywhere. */
export const boundaryOf = ({ scope, root }: Place): string | undefined =>
  scope === 'project' ? root : undefined;

export async function apply(job: Job, dryRun: boolean): Promise<Outcome> {
  const { place, change } = job;
  try {
    const file = readConfig(place.path, boundaryOf(place));
    const next = change(file.text);
    const notes = warnings(job, next);
    if (next === file.text) {
      if (!dryRun) cleanUp(file.real);
      return { place, state: 'unchanged', diff: '', notes };
    }
    const check = (old: string | undefined, written: string): void => {
      const same = old === undefined || isDeepStrictEqual(job.others(old), job.others(written));
      if (!same || !job.isDone(written)) {
        throw new Unreadable('the edit would have changed something else', 1, 1);
      }
    };
    if (next !== undefined) check(file.text, next);
    if (!dryRun) {
      await changeFile(place.path, change, {
        mode: place.scope === 'user' ? 0o600 : 0o666,
        empty: job.emptyFile,
        check,
        removeDirectory: place.scope === 'project',
      });
    }
    return { place, state: stateOf(file.text, next, job), diff: diff(place.path, file.text, next), notes };
  } catch (error) {
    throw error instanceof Unreadable ? refusal(place.path, error, job.snippet) : error;
  }
}

/** A run that was killed after its rename leaves a claim, and the next run has nothing to write. */
function cleanUp(config: string): void {
  try {
    removeStaleClaim(config);
  } catch {}
}

function stateOf(old: string | undefined, next: string | undefined, { snippet }: Job): Outcome['state'] {
  if (next === undefined) return 'deleted';
  if (snippet === undefined) return 'removed';
  return old === undefined ? 'created' : 'updated';
}

/** Comments or trailing commas that the host itself can't read stay, but the user should know. */
function warnings({ reads, place: { name, path } }: Job, text: string | undefined): string[] {
  const rejected = reads && text !== undefined ? firstRejected(text, reads) : undefined;
  if (!rejected) return [];
  return [
    `${name} reads stricter JSON than ${path}: line ${rejected.line}, column ${rejected.column} stops it.`,
  ];
}

function refusal(path: string, problem: Unreadable, snippet: string | undefined): UltragitError {
  const place = `line ${problem.line}, column ${problem.column}`;
  const hints = ['The file was not touched. Mend it and run this again.'];
  if (snippet) hints.push(`Or add this by hand:\n${snippet}`);
  return new UltragitError('host_config', `${path} can't be edited: ${problem.message} (${place}).`, hints);
}
