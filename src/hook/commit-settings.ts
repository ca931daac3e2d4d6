/** Whether a command may be a commit that the hook has something to say of. Imports nothing that is slow to load. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from '../git/repository-state.ts';
import type { ToolCall } from './event.ts';

/** Where a commit is made, and whether the same command says what goes into it. */
export type Committing = { directory: string; stages: boolean };

const COMMITS = /\bgit\b[^|;&\n]*\bcommit\b/;
const STAGES = /\bgit\b[^|;&\n]*\b(?:add|stage|rm|mv)\b|\s(?:-am?|--all)(?:\s|$)/;
const REMINDER = /remind_?to_?annotate/i;
const CHECK = /check_?before_?commit/i;
const LARGEST_CONFIG = 1024 * 1024;

/** After a commit, the agent may be reminded to annotate it. */
export function mayRemind(command: string, call: ToolCall): Committing | undefined {
  return call.moment === 'after' ? wanted(command, call, REMINDER) : undefined;
}

/** Before one, it may be told what it touches. */
export function mayCheck(command: string, call: ToolCall): Committing | undefined {
  return call.moment === 'before' ? wanted(command, call, CHECK) : undefined;
}

/** Only a repository whose settings mention it is looked at more closely. */
function wanted(command: string, { directory }: ToolCall, setting: RegExp): Committing | undefined {
  if (!COMMITS.test(command)) return undefined;
  try {
    const real = realpathSync.native(directory);
    const place = findRepository(real);
    if (typeof place !== 'object') return undefined;
    const files = [join(place.commonDir, 'config'), join(place.root, '.ultragit-config.toml')];
    const isWanted = files.some(file => setting.test(textOf(file)));
    return isWanted ? { directory: real, stages: STAGES.test(command) } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= LARGEST_CONFIG ? readFileSync(file, 'utf8') : '';
}
