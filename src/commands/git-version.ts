import { oneLine } from '../annotation/sanitise.ts';
import { findGit } from '../git/run/place.ts';
import type { Io } from './io.ts';
import { versionOf } from './terminal/pager.ts';

const NEEDED = [2, 36] as const;

/** What is said of a git that is too old; undefined of one that is not, or does not say. */
export async function tooOldGit({ env }: Pick<Io, 'env'>): Promise<string | undefined> {
  const said = oneLine(await versionOf(findGit(env.PATH)));
  const [, version = '', major = '', minor = ''] = /^git version ((\d+)\.(\d+)\S*)/.exec(said) ?? [];
  if (version === '') return undefined;
  const isOld = Number(major) < NEEDED[0] || (Number(major) === NEEDED[0] && Number(minor) < NEEDED[1]);
  return isOld ? `This git is ${version}; ultragit needs ${NEEDED.join('.')} or newer.` : undefined;
}

/** Once, before a command that writes with the user's git. */
export async function warnOfOldGit(io: Io): Promise<void> {
  const warning = await tooOldGit(io);
  if (warning !== undefined) io.stderr.write(`ultragit: ${warning}\n`);
}
