/** Finds every registered entry as its host would read it, starts its server, and reports the result. */

import { setMaxListeners } from 'node:events';
import { UltragitError } from '../errors.ts';
import { readConfig } from './config-file.ts';
import { SERVER_NAME, Unreadable } from './format.ts';
import { isDisabled, launchOf } from './launch.ts';
import { formatOf, type Target } from './merge.ts';
import { probe, type Seen } from './probe.ts';
import { allFiles, type InstallContext } from './targets.ts';

export type Status = {
  target: Target;
  /** `overridden`: the project's entry for the same host wins. */
  state: 'ok' | 'failed' | 'disabled' | 'overridden';
  command?: string;
  seen?: Seen;
  reason?: string;
  remedy?: string;
};

type Options = { version: string; timeoutMs: number; signal: AbortSignal };

export async function status(context: InstallContext, options: Options): Promise<Status[]> {
  // All sessions listen to one signal; Node warns of a leak above ten listeners.
  setMaxListeners(0, options.signal);
  const found = allFiles(context).flatMap(read);
  return Promise.all(found.map(entry => examine(entry, found, context, options)));
}

type Found = { target: Target; entry?: unknown; problem?: string };

function read(target: Target): Found[] {
  let text = '';
  try {
    text = readConfig(target.path).text ?? '';
    const entry = formatOf(target).readEntry(text, target.host.container);
    return entry === undefined ? [] : [{ target, entry }];
  } catch (error) {
    // A broken file that never mentions us is not our concern.
    if (error instanceof Unreadable && !text.includes(SERVER_NAME)) return [];
    if (error instanceof Unreadable) {
      return [{ target, problem: `line ${error.line}, column ${error.column}: ${error.message}` }];
    }
    if (error instanceof UltragitError) return [{ target, problem: error.message }];
    throw error;
  }
}

async function examine(
  found: Found,
  all: readonly Found[],
  context: InstallContext,
  options: Options,
): Promise<Status> {
  const { target, entry, problem } = found;
  if (problem) {
    return {
      target,
      state: 'failed',
      reason: problem,
      remedy: 'Mend the file, then run `ultragit mcp install` again.',
    };
  }
  const winner = all.findLast(other => other.target.host === target.host && other.entry !== undefined);
  if (winner !== found) return { target, state: 'overridden' };
  if (isDisabled(entry)) return { target, state: 'disabled' };
  const launch = launchOf(entry, target.host, context);
  if (!launch) {
    const remedy = 'Run `ultragit mcp install` to write it anew.';
    return { target, state: 'failed', reason: 'the entry names no command', remedy };
  }
  const command = [launch.command, ...launch.args].join(' ');
  const finding = await probe(launch, options);
  if ('seen' in finding) return { target, state: 'ok', command, seen: finding.seen };
  return { target, state: 'failed', command, reason: finding.reason, remedy: finding.remedy };
}
