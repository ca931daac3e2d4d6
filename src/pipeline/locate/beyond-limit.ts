import { sum } from '../../collections.ts';
import type { FileHistory } from '../history/file-history.ts';
import { lengthOf } from '../lines/range.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { annotatedVersion } from './annotated-version.ts';
import { linesOfVersion } from './parsed-version.ts';

/**
 * Lines that all regions of a file have together, each range of a version counted once, up to which they are followed.
 * Thousands of regions that each have the whole of a long file would take minutes.
 */
const MOST_LINES = 500_000;

/** The regions that are not followed because there is more to follow than the limit: the longest ones. */
export async function beyondLimit(
  file: FileHistory,
  found: readonly FoundRegion[],
): Promise<ReadonlySet<FoundRegion>> {
  if (sum(found, ({ region: { lines } }) => (lines ? lengthOf(lines) : 0)) <= MOST_LINES) return new Set();
  const ranges = new Map<string, { length: number; items: FoundRegion[] }>();
  for (const item of found) {
    const { lines } = item.region;
    const version = lines && (await annotatedVersion(file.snapshot, item, file.names));
    if (!version) continue;
    const key = `${version.blob} ${lines.start} ${lines.end}`;
    const known = ranges.get(key);
    if (known) known.items.push(item);
    else {
      const last = (await linesOfVersion(file.snapshot, version.blob))?.length ?? 0;
      const length = Math.max(0, Math.min(lines.end, last) - lines.start + 1);
      ranges.set(key, { length, items: [item] });
    }
  }
  const beyond = new Set<FoundRegion>();
  let followed = 0;
  for (const { length, items } of [...ranges.values()].sort((a, b) => a.length - b.length)) {
    followed += length;
    if (followed > MOST_LINES) for (const item of items) beyond.add(item);
  }
  return beyond;
}
