import { UltragitError } from '../errors.ts';
import { shortId } from '../wording.ts';
import type { Commit } from './parsers.ts';
import type { Repository } from './repository.ts';

/** How many commits are read one by one before git is asked to walk the history. */
const NEARBY = 100;

/** Commits of a history by id; `complete` when they are all that it has. */
type Walk = { commits: Map<string, Commit>; complete: boolean };

/**
 * The newest commits of a history, read one generation after the other: a short history, or recent
 * commits in a long one, need no process. Does not go on behind what is known.
 */
export async function walkNearby(
  repository: Repository,
  head: string,
  { isKnown }: { isKnown?: (id: string) => boolean } = {},
): Promise<Walk> {
  const commits = new Map<string, Commit>();
  // Behind what is known there is little to walk; a whole history may be long.
  if (!isKnown && repository.isLarge()) return { commits, complete: false };
  let frontier = isKnown?.(head) ? [] : [head];
  while (frontier.length > 0 && commits.size < NEARBY) {
    const read = await Promise.all(frontier.map(id => repository.commit(id)));
    for (const [at, commit] of read.entries()) {
      if (commit) commits.set(commit.id, commit);
      else refuseDamaged(repository, frontier[at] ?? '');
    }
    const parents = read.flatMap(commit => commit?.parents ?? []);
    frontier = [...new Set(parents)].filter(id => !commits.has(id) && !isKnown?.(id));
  }
  return { commits, complete: frontier.length === 0 };
}

/** A commit that a shallow clone does not have ends its history; one that is there and damaged hides the rest. */
function refuseDamaged(repository: Repository, id: string): void {
  if (!repository.isDamaged(id)) return;
  throw new UltragitError(
    'git_failed',
    `The commit ${shortId(id)} is damaged, so the history behind it can't be read.`,
    ['`git fsck` lists what is damaged; fetch it again with: git fetch --refetch'],
  );
}
