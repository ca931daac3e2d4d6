import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import type { Region } from '../../annotation/schema.ts';
import { filesChangedBy } from '../../index/changed-files.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** By commit. */
const CHANGED = slot<Promise<string[]>>(100_000);

/** Beyond so many files, what is said of a whole commit says little about each. */
const MOST_FILES = 20;

/** The files that a commit changed. */
function changedBy({ repository, memory, signal }: Snapshot, commit: string): Promise<string[]> {
  const make = async () => (await filesChangedBy(repository, [commit], signal)).get(commit) ?? [];
  return remember(memory.of(CHANGED), commit, make, files => files.length + 1);
}

/** The same of many commits, which are asked about together. */
export async function changedByEach(
  { repository, memory, signal }: Snapshot,
  commits: readonly string[],
): Promise<Map<string, string[]>> {
  const kept = memory.of(CHANGED);
  const unknown = commits.filter(commit => kept.get(commit) === undefined);
  const together = unknown.length > 0 ? filesChangedBy(repository, unknown, signal) : undefined;
  const make = async (commit: string) => (await together)?.get(commit) ?? [];
  const each = commits.map(async (commit): Promise<[string, string[]]> => {
    const known = remember(
      kept,
      commit,
      () => make(commit),
      files => files.length + 1,
    );
    return [commit, await known];
  });
  return new Map(await Promise.all(each));
}

/** A region with the files that it is about: its own, or those that its commit changed. */
export async function perFile(snapshot: Snapshot, region: Region, commit: string): Promise<Region[]> {
  if (region.file !== CHANGED_FILES) return [region];
  const files = await changedBy(snapshot, commit);
  return files.slice(0, MOST_FILES).map(file => ({ ...region, file }));
}
