import type { LineRange, Region } from '../../annotation/schema.ts';
import { unitsMeant } from '../../syntax/anchor.ts';
import type { FileHistory } from '../history/file-history.ts';
import { type Followed, followRange } from '../lines/follow-range.ts';
import { type LineMap, mapLines, splitLines } from '../lines/map-lines.ts';
import { hull } from '../lines/range.ts';
import { slot } from '../memory.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { outlineOf } from '../scope/scope.ts';
import { type AnnotatedVersion, annotatedVersion } from './annotated-version.ts';
import { type Owned, ownedLines } from './owned-lines.ts';

/** A region and where it is in the file as the caller sees it; no `followed` where that can't be told. */
export type Located = {
  found: FoundRegion;
  followed?: Followed;
  map?: LineMap;
  /** The annotated lines, in the version that they were written for: those that the note says, else its unit's. */
  noted?: LineRange;
  /** Where the outline has the unit, when nothing else is known of its lines. */
  unitLines?: LineRange;
  /** For what is said of a whole commit: the lines that it owns, none where others have taken their place. */
  owned?: Owned;
  /** The name of the file at the commit that the region was written for. */
  path: string;
};

/** By the two versions: both are named by content. */
const MAPS = slot<LineMap>(32 * 1024 * 1024);

/** Follows the lines of each region from the version that it was written for to today's file. */
export async function locate(file: FileHistory, found: readonly FoundRegion[]): Promise<Located[]> {
  const ownedBy = await ownedLines(file, found);
  return Promise.all(
    found.map(async item => {
      if (ownedBy && isOfWholeCommit(item)) {
        return { found: item, path: item.region.file, owned: ownedBy(item) };
      }
      const isPart = item.region.lines !== undefined || item.region.ast_anchor !== undefined;
      const version = isPart ? await annotatedVersion(file.snapshot, item, file.names) : undefined;
      const noted = version && (await notedLines(file, item.region, version));
      if (!version || !noted) return { found: item, path: item.region.file };
      const { path } = version;
      const map = mapToday(file, version);
      if (noted.start > map.before.lines.length) return { found: item, path };
      return { found: item, path, map, noted, followed: followRange(map, noted) };
    }),
  );
}

/** The lines that a note says; where it names a unit and no lines, those that the unit has in the annotated version. */
async function notedLines(
  { snapshot }: FileHistory,
  { lines, ast_anchor: anchor }: Region,
  { path, blob, data }: AnnotatedVersion,
): Promise<LineRange | undefined> {
  if (lines || !anchor || anchor.unit_type === 'file') return lines;
  const outline = await outlineOf(snapshot, { path, id: blob, data });
  const [unit, ...others] = 'units' in outline ? unitsMeant(outline.units, anchor) : [];
  return others.length === 0 ? unit?.lines : undefined;
}

function mapToday({ snapshot, scope }: FileHistory, { blob, data }: AnnotatedVersion): LineMap {
  const maps = snapshot.memory.of(MAPS);
  const key = `${blob} ${scope.id}`;
  const known = maps.get(key);
  if (known) return known;
  const map = mapLines(splitLines(data), scope.lines);
  maps.set(key, map, 4 * (data.byteLength + scope.data.byteLength));
  return map;
}

/** Where a region is in today's file, as far as that is known; from its first line to its last. */
export function linesNow(item: Located): LineRange | undefined {
  return item.followed?.lines ?? item.unitLines ?? hull(item.owned?.ranges ?? []);
}

/** The same, in pieces where it is in several places. */
export function rangesNow(item: Located): readonly LineRange[] {
  if (item.owned) return item.owned.ranges;
  const lines = linesNow(item);
  return lines ? [lines] : [];
}
