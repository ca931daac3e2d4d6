import type { FileName } from '../history/file-names.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** A file as it was at the commit that a region was written for. */
export type AnnotatedVersion = { path: string; blob: string; data: Buffer };

/** The version that a region's lines count in: under the name that it says, else any name the file had. */
export async function annotatedVersion(
  { repository }: Snapshot,
  { written, region }: FoundRegion,
  names: readonly FileName[],
): Promise<AnnotatedVersion | undefined> {
  if (!written) return undefined;
  for (const path of new Set([region.file, ...names.map(({ name }) => name)])) {
    const entry = await repository.entryAt(written, path);
    if (!entry?.mode.startsWith('100')) continue;
    const data = await repository.file(entry.id);
    if (data) return { path, blob: entry.id, data };
  }
  return undefined;
}
