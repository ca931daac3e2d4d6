import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GitConfigEntry } from '../config.ts';
import { UltragitError } from '../errors.ts';
import type { Repository } from './repository.ts';
import { LIST_CONFIG } from './run/read-only.ts';
import type { GitCall } from './run/runner.ts';

/** The settings that a config has, or why git can't read it. */
type ConfigReading = { entries: GitConfigEntry[]; problem?: UltragitError };

/** The settings in the repository's own config that ultragit knows; git is asked only where there are any. */
export async function configEntries(repository: Repository, signal?: AbortSignal): Promise<ConfigReading> {
  const file = join(repository.location.commonDir, 'config');
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { entries: [] };
  }
  if (!/ultragit|ignorerevsfile/i.test(text)) return { entries: [] };
  return repository.run(listConfig(text), signal);
}

/** The text goes in by stdin: the answer follows from it alone, so an unchanged file is not asked about again. */
export function listConfig(text: string): GitCall<ConfigReading> {
  return {
    immutable: true,
    args: LIST_CONFIG,
    input: text,
    parse: ({ exitCode, stdout, stderr }) =>
      exitCode === 0 ? { entries: parseConfigList(stdout) } : { entries: [], problem: malformed(stderr) },
  };
}

/** Its settings may be about to be changed: a server, which opened the repository before, answers without them. */
function malformed(stderr: string): UltragitError {
  const line = /bad config line (\d+)/.exec(stderr)?.[1];
  const place = line === undefined ? '.git/config' : `.git/config:${line}`;
  return new UltragitError('bad_config', `${place}: git can't read this.`, ['Correct the file.']);
}

/** Reads `key LF value NUL …`; a key without a value stands for true. */
export function parseConfigList(output: string): GitConfigEntry[] {
  return output
    .split('\0')
    .filter(entry => entry !== '')
    .map(entry => {
      const end = entry.indexOf('\n');
      return end < 0
        ? { key: entry, value: 'true' }
        : { key: entry.slice(0, end), value: entry.slice(end + 1) };
    })
    .filter(({ key }) => key.startsWith('ultragit.') || key === 'blame.ignorerevsfile');
}
