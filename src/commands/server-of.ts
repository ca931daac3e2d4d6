import { cacheDirectoryOutside } from '../cache/directory.ts';
import { runningServers } from '../cache/running-servers.ts';
import { SHORT_DEADLINE } from '../deadlines.ts';
import type { Location } from '../git/discover.ts';
import { version } from '../version.ts';
import type { Io } from './io.ts';

/** The address of a server of this version that runs for this worktree and wants no token; it was asked. */
export async function serverOf(
  { root, gitDir, commonDir }: Location,
  env: Io['env'],
): Promise<string | undefined> {
  const worktree = root ?? gitDir;
  const directory = cacheDirectoryOutside([worktree, gitDir, commonDir], env);
  const all = directory === undefined ? [] : runningServers(directory);
  const own = all.filter(one => one.worktree === worktree && one.version === version && !one.token);
  for (const { url, pid } of own) if (await isOurs(url, { worktree, pid })) return url;
  return undefined;
}

/** Anything may listen there by now. */
async function isOurs(url: string, expected: { worktree: string; pid: number }): Promise<boolean> {
  try {
    const reply = await fetch(new URL('/status', url), {
      signal: AbortSignal.timeout(SHORT_DEADLINE),
      redirect: 'error',
    });
    const { name, worktree, pid } = (await reply.json()) as Record<string, unknown>;
    return name === 'ultragit' && worktree === expected.worktree && pid === expected.pid;
  } catch {
    return false;
  }
}
