import { CHANGED_FILES, type Region } from '../../annotation/schema.ts';
import { filesChangedBy } from '../../index/changed-files.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** By commit. */
const CHANGED = slot<Promise<string[]>>(100_000);

/** Beyond so many files, what is said of a whole commit says little about each. */
const MOST_FILES = 20;

/** The files that a commit changed. */
export function changedBy({ repository, memory, signal }: Snapshot, commit: string): Promise<string[]> {
  const make = async () => (await filesChangedBy(repository, [commit], signal)).get(commit) ?? [];
  return remember(memory.of(CHANGED), commit, make, files => files.length + 1);
}

/** A region with the files that it is about: its own, or those that its commit changed. */
export async function perFile(snapshot: Snapshot, region: Region, commit: string): Promise<Region[]> {
  if (region.file !== CHANGED_FILES) return [region];
  const files = await changedBy(snapshot, commit);
  return files.slice(0, MOST_FILES).map(file => ({ ...region, file }));
}
