import type { FileName } from '../history/file-names.ts';
import { slot } from '../memory.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** A file as it was at the commit that a region was written for. */
export type AnnotatedVersion = { path: string; blob: string };

/** Blobs by commit and path: a way through several trees for each. */
const BLOBS = slot<string>(65_536);

/** The version that a region's lines count in: under the name that it says, else any name the file had. */
export async function annotatedVersion(
  { repository, memory }: Snapshot,
  { written, region }: Pick<FoundRegion, 'written' | 'region'>,
  names: readonly FileName[],
): Promise<AnnotatedVersion | undefined> {
  if (!written) return undefined;
  const blobs = memory.of(BLOBS);
  for (const path of new Set([region.file, ...names.map(({ name }) => name)])) {
    const key = `${written.id} ${path}`;
    const known = blobs.get(key);
    if (known !== undefined) return { path, blob: known };
    const entry = await repository.entryAt(written, path);
    if (!entry?.mode.startsWith('100')) continue;
    blobs.set(key, entry.id, 1);
    return { path, blob: entry.id };
  }
  return undefined;
}
