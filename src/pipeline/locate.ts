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
  const maps = new Map<string, LineMap>();
  const mapOf = (blob: string, data: Uint8Array) => {
    const known = maps.get(blob);
    if (known) return known;
    const map = mapLines(splitLines(data), scope.lines);
    maps.set(blob, map);
    return map;
  };
  return Promise.all(
    found.map(async item => {
      const { lines, file } = item.region;
      const version = lines && (await versionOf(view, item, names));
      if (!lines || !version) return { found: item, path: file };
      const map = mapOf(version.blob, version.data);
      if (lines.start > map.before.ids.length) return { found: item, path: version.path };
      return { found: item, path: version.path, map, carried: carry(map, lines) };
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

export function overlaps(a: LineRange, b: LineRange): boolean {
  return a.start <= b.end && b.start <= a.end;
}
