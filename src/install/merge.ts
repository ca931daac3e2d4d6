/** Adds our entry to the file of a target, or removes it; a dry run writes nothing. */

import { isDeepStrictEqual } from 'node:util';
import { UltragitError } from '../errors.ts';
import { removeStaleClaim } from './claim.ts';
import { readConfig, requireInside } from './config-file.ts';
import { diff } from './diff.ts';
import { neededChange } from './entry.ts';
import { type ConfigFormat, type Entry, Unreadable } from './format.ts';
import type { Host, Scope } from './hosts.ts';
import { jsonConfig } from './json-config.ts';
import { firstRejected } from './json-tree.ts';
import { tomlConfig } from './toml-config.ts';
import { type Change, changeFile } from './write.ts';

export type Target = { host: Host; scope: Scope; path: string; root: string | undefined };

export type Outcome = {
  target: Target;
  state: 'unchanged' | 'created' | 'updated' | 'removed' | 'deleted';
  /** Empty when nothing changes. */
  diff: string;
  notes: readonly string[];
};

const FORMATS: Record<Host['format'], ConfigFormat> = { json: jsonConfig, toml: tomlConfig };

export const formatOf = (target: Target): ConfigFormat => FORMATS[target.host.format];

export async function install(target: Target, entry: Entry, dryRun: boolean): Promise<Outcome> {
  const format = formatOf(target);
  const { container } = target.host;
  const change: Change = old => {
    const needed = neededChange(old === undefined ? undefined : format.readEntry(old, container), entry);
    return needed ? format.writeEntry(old, container, needed.set, needed.drop) : old;
  };
  return apply(target, change, dryRun, format.snippet(container, entry), written => {
    return neededChange(format.readEntry(written, container), entry) === undefined;
  });
}

export async function uninstall(target: Target, dryRun: boolean): Promise<Outcome> {
  const format = formatOf(target);
  const { container } = target.host;
  const change: Change = old => (old === undefined ? old : format.removeEntry(old, container));
  return apply(
    target,
    change,
    dryRun,
    undefined,
    written => format.readEntry(written, container) === undefined,
  );
}

async function apply(
  target: Target,
  change: Change,
  dryRun: boolean,
  snippet: string | undefined,
  isDone: (written: string) => boolean,
): Promise<Outcome> {
  const format = formatOf(target);
  const { container } = target.host;
  try {
    const file = readConfig(target.path);
    if (target.scope === 'project' && target.root !== undefined) requireInside(target.root, file);
    const next = change(file.text);
    const notes = warnings(target, next);
    if (next === file.text) {
      if (!dryRun) cleanUp(file.real);
      return { target, state: 'unchanged', diff: '', notes };
    }
    const check = (old: string | undefined, written: string): void => {
      const same =
        old === undefined ||
        isDeepStrictEqual(format.otherContent(old, container), format.otherContent(written, container));
      if (!same || !isDone(written)) throw new Unreadable('the edit would have changed something else', 1, 1);
    };
    if (next !== undefined) check(file.text, next);
    if (!dryRun) {
      await changeFile(target.path, change, {
        mode: target.scope === 'user' ? 0o600 : 0o666,
        empty: format.emptyFile,
        check,
        removeDirectory: target.scope === 'project',
      });
    }
    return {
      target,
      state: stateOf(file.text, next, snippet),
      diff: diff(target.path, file.text, next),
      notes,
    };
  } catch (error) {
    throw error instanceof Unreadable ? refusal(target.path, error, snippet) : error;
  }
}

/** A run that was killed after its rename leaves a claim, and the next run has nothing to write. */
function cleanUp(config: string): void {
  try {
    removeStaleClaim(config);
  } catch {}
}

function stateOf(
  old: string | undefined,
  next: string | undefined,
  snippet: string | undefined,
): Outcome['state'] {
  if (next === undefined) return 'deleted';
  if (snippet === undefined) return 'removed';
  return old === undefined ? 'created' : 'updated';
}

/** Comments or trailing commas that the host itself can't read stay, but the user should know. */
function warnings({ host, path }: Target, text: string | undefined): string[] {
  const rejected = host.format === 'json' && text !== undefined ? firstRejected(text, host.reads) : undefined;
  if (!rejected) return [];
  return [
    `${host.name} reads stricter JSON than ${path}: line ${rejected.line}, column ${rejected.column} stops it.`,
  ];
}

function refusal(path: string, problem: Unreadable, snippet: string | undefined): UltragitError {
  const place = `line ${problem.line}, column ${problem.column}`;
  const hints = ['The file was not touched. Mend it and run this again.'];
  if (snippet) hints.push(`Or add this by hand:\n${snippet}`);
  return new UltragitError('host_config', `${path} can't be edited: ${problem.message} (${place}).`, hints);
}
