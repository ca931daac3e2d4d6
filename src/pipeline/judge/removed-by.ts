import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import { MissingTree, type Versions, versionsSince } from '../history/versions.ts';
import { MOST_COMMITS_NAMED } from '../lines/thresholds.ts';
import type { Snapshot } from '../snapshot.ts';

/** Ways that merges end are looked at one by one. */
const MOST_SIDES = 16;

type Search = { snapshot: Snapshot; found: Set<string>; sidesLeft: number };

/**
 * Blame knows who wrote a line, not who removed one. This looks for the commits since one, the newest first, after which
 * a text is no longer in a file; by halves, because a text that was there and is not was removed in between.
 */
export async function removedBy(
  snapshot: Snapshot,
  { since, until }: { since: Commit; until: Commit },
  paths: readonly string[],
  lost: readonly string[],
): Promise<string[]> {
  if (lost.length === 0) return [];
  const texts = lost.map(text => Buffer.from(text, 'latin1'));
  const search: Search = { snapshot, found: new Set(), sidesLeft: MOST_SIDES };
  try {
    const versions = await versionsSince(snapshot, paths, since, until);
    if (versions) await searchIn(search, versions, texts);
  } catch (error) {
    if (!(error instanceof MissingTree) && !isDamage(error)) throw error;
  }
  return [...search.found];
}

/** Texts that the first version has. */
async function searchIn(search: Search, versions: Versions, texts: readonly Buffer[]): Promise<void> {
  const { snapshot, found } = search;
  const missing = async (at: number, among: readonly Buffer[]) => {
    const { blob } = await versions.at(at);
    const data = blob === undefined ? undefined : await snapshot.repository.file(blob, { once: true });
    return among.filter(text => !data?.includes(text));
  };
  // Each of `gone` is there at `low`, and not at `high`.
  const between = async (low: number, high: number, gone: readonly Buffer[]): Promise<void> => {
    if (gone.length === 0 || found.size >= MOST_COMMITS_NAMED) return;
    if (high - low > 1) {
      const middle = versions.between(low, high);
      const before = await missing(middle, gone);
      await between(
        middle,
        high,
        gone.filter(text => !before.includes(text)),
      );
      await between(low, middle, before);
    } else if (versions.isMerge(high)) {
      await besideMerge(search, versions, high, gone);
    } else {
      found.add((await versions.at(high)).commit);
    }
  };
  const last = versions.length - 1;
  if (last >= 0) await between(-1, last, await missing(last, texts));
}

async function besideMerge(
  search: Search,
  versions: Versions,
  merge: number,
  texts: readonly Buffer[],
): Promise<void> {
  for (const side of versions.besides(merge)) {
    if (search.sidesLeft-- > 0) await searchIn(search, side, texts);
  }
}
