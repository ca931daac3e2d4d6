import { join } from 'node:path';
import type { GitConfigEntry } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { LARGEST, readGitFile } from './git-file.ts';
import type { Repository } from './repository.ts';
import { LIST_CONFIG } from './run/read-only.ts';
import type { GitCall } from './run/runner.ts';
import { userConfigFiles } from './user-config-files.ts';

/** The settings that a config has, or why git can't read it. */
type ConfigReading = { entries: GitConfigEntry[]; problem?: UltragitError };

type Env = Readonly<Record<string, string | undefined>>;

/** The settings that ultragit knows, the user's before the repository's; git is asked only where there are any. */
export async function configEntries(
  repository: Repository,
  env: Env,
  signal?: AbortSignal,
): Promise<ConfigReading> {
  const entries: GitConfigEntry[] = [];
  for (const file of userConfigFiles(env)) {
    const text = readUsers(file);
    if (!/ignorerevsfile/i.test(text)) continue;
    const { entries: all } = await repository.run(listConfig(text), signal);
    const known = all.filter(({ key }) => key === IGNORE_REVS_FILE);
    entries.push(...known.map(({ key, value }) => ({ key, value: expandHome(value, env), isUsers: true })));
  }
  const text = readGitFile(join(repository.location.commonDir, 'config'), LARGEST.config) ?? '';
  if (!/ultragit|ignorerevsfile/i.test(text)) return { entries };
  const own = await repository.run(listConfig(text), signal);
  return { ...own, entries: [...entries, ...own.entries] };
}

/** Of the user's own config, only what git itself would blame by counts; what is included there is not followed. */
const IGNORE_REVS_FILE = 'blame.ignorerevsfile';

/** What a variable of the user names may be anything, and often is the null device. */
function readUsers(file: string): string {
  try {
    return readGitFile(file, LARGEST.config) ?? '';
  } catch {
    return '';
  }
}

function expandHome(value: string, { HOME }: Env): string {
  return HOME && value.startsWith('~/') ? join(HOME, value.slice(2)) : value;
}

/** The text goes in by stdin: the answer follows from it alone, so an unchanged file is not asked about again. */
export function listConfig(text: string): GitCall<ConfigReading> {
  return {
    // Addresses of remotes may hold passwords.
    immutable: 'in memory',
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
    .filter(({ key }) => key.startsWith('ultragit.') || key === IGNORE_REVS_FILE);
}
