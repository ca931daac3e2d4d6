/** Whether a command may be one after which the agent is reminded to annotate. Imports nothing that is slow to load. */

import { readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { findRepository } from '../git/repository-state.ts';
import type { ToolCall } from './event.ts';

export type Reminding = { directory: string };

const COMMITS = /\bgit\b[^|;&\n]*\bcommit\b/;
const SETTING = /remind_?to_?annotate/i;
const LARGEST_CONFIG = 1024 * 1024;

/** Only a repository whose settings mention reminders is looked at more closely. */
export function mayRemind(command: string, { moment, directory }: ToolCall): Reminding | undefined {
  if (moment !== 'after' || !COMMITS.test(command)) return undefined;
  try {
    const real = realpathSync.native(directory);
    const place = findRepository(real);
    if (typeof place !== 'object') return undefined;
    const files = [join(place.commonDir, 'config'), join(place.root, '.ultragit-config.toml')];
    return files.some(file => SETTING.test(textOf(file))) ? { directory: real } : undefined;
  } catch {
    return undefined;
  }
}

function textOf(file: string): string {
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= LARGEST_CONFIG ? readFileSync(file, 'utf8') : '';
}
