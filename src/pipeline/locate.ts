import type { LineRange } from '../annotation/schema.ts';
import { type Carried, carry } from './carry.ts';
import { type LineMap, mapLines, splitLines } from './line-map.ts';
import type { FileName } from './names.ts';
import type { Found } from './notes.ts';
import type { Scope } from './scope.ts';
import type { View } from './view.ts';

/** A region and where it is in the file as the caller sees it; no `carried` where that can't be told. */
export type Located = {
  found: Found;
  carried?: Carried;
  map?: LineMap;
  /** The lines of the version that the region was written for. */
  version?: string[];
  /** Where the outline has the unit, when nothing else is known of its lines. */
  unitLines?: LineRange;
  /** The name of the file at the commit that the region was written for. */
  path: string;
};

export const LARGEST_FILE = 64 * 1024 * 1024;

/** Carries the lines of each region from the version that it was written for to today's file. */
export async function locate(
  view: View,
  scope: Scope,
  names: readonly FileName[],
  found: readonly Found[],
): Promise<Located[]> {
  const maps = new Map<string, { version: string[]; map: LineMap }>();
  const mapOf = (blob: string, data: Uint8Array) => {
    const known = maps.get(blob);
    if (known) return known;
    const version = splitLines(data);
    const mapped = { version, map: mapLines(version, scope.lines) };
    maps.set(blob, mapped);
    return mapped;
  };
  return Promise.all(
    found.map(async item => {
      const { lines, file } = item.region;
      const version = lines && (await versionOf(view, item, names));
      if (!lines || !version) return { found: item, path: file };
      const mapped = mapOf(version.blob, version.data);
      if (lines.start > mapped.version.length) return { found: item, path: version.path };
      return { found: item, path: version.path, ...mapped, carried: carry(mapped.map, lines) };
    }),
  );
}

/** The file at the commit that the region was written for: under the name it says, else any name it had. */
async function versionOf(view: View, { written, region }: Found, names: readonly FileName[]) {
  if (!written) return undefined;
  for (const path of new Set([region.file, ...names.map(({ name }) => name)])) {
    const entry = await view.repository.entryAt(written, path);
    if (!entry?.mode.startsWith('100')) continue;
    const object = await view.repository.read(entry.id, LARGEST_FILE);
    if (object?.data) return { path, blob: entry.id, data: object.data };
  }
  return undefined;
}

/** Where a region is in today's file, as far as that is known. */
export function linesNow(item: Located): LineRange | undefined {
  return item.carried?.lines ?? item.unitLines;
}

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}
