import type { LineRange } from '../../annotation/schema.ts';
import type { FileName } from '../history/file-names.ts';
import { type Followed, followRange } from '../lines/follow-range.ts';
import { type LineMap, mapLines, splitLines } from '../lines/map-lines.ts';
import type { Found } from '../notes/find-regions.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** A region and where it is in the file as the caller sees it; no `followed` where that can't be told. */
export type Located = {
  found: Found;
  followed?: Followed;
  map?: LineMap;
  /** Where the outline has the unit, when nothing else is known of its lines. */
  unitLines?: LineRange;
  /** The name of the file at the commit that the region was written for. */
  path: string;
};

/** Carries the lines of each region from the version that it was written for to today's file. */
export async function locate(
  snapshot: Snapshot,
  scope: Scope,
  names: readonly FileName[],
  found: readonly Found[],
): Promise<Located[]> {
  return Promise.all(
    found.map(async item => {
      const { lines, file } = item.region;
      const version = lines && (await annotatedVersion(snapshot, item, names));
      if (!lines || !version) return { found: item, path: file };
      const map = mapTo(snapshot, scope, version.blob, version.data);
      if (lines.start > map.before.lines.length) return { found: item, path: version.path };
      return { found: item, path: version.path, map, followed: followRange(map, lines) };
    }),
  );
}

/** From a version of the file to the one in scope; both are named by content, so it is made once. */
function mapTo(snapshot: Snapshot, scope: Scope, blob: string, data: Uint8Array): LineMap {
  const key = `${blob} ${scope.id}`;
  const known = snapshot.maps.get(key);
  if (known) return known;
  const map = mapLines(splitLines(data), scope.lines);
  snapshot.maps.set(key, map, 4 * (data.byteLength + scope.data.byteLength));
  return map;
}

/** The file at the commit that the region was written for: under the name it says, else any name it had. */
export async function annotatedVersion(
  snapshot: Snapshot,
  { written, region }: Found,
  names: readonly FileName[],
) {
  if (!written) return undefined;
  for (const path of new Set([region.file, ...names.map(({ name }) => name)])) {
    const entry = await snapshot.repository.entryAt(written, path);
    if (!entry?.mode.startsWith('100')) continue;
    const data = await snapshot.repository.file(entry.id);
    if (data) return { path, blob: entry.id, data };
  }
  return undefined;
}

/** Where a region is in today's file, as far as that is known. */
export function linesNow(item: Located): LineRange | undefined {
  return item.followed?.lines ?? item.unitLines;
}
