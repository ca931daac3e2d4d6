import type { LineRange } from '../../annotation/schema.ts';
import type { FileHistory } from '../history/file-history.ts';
import { type Followed, followRange } from '../lines/follow-range.ts';
import { type LineMap, mapLines, splitLines } from '../lines/map-lines.ts';
import { hull } from '../lines/range.ts';
import { remember, slot } from '../memory.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { type AnnotatedVersion, annotatedVersion } from './annotated-version.ts';
import { notedLines } from './noted-lines.ts';
import { type Owned, ownedLines } from './owned-lines.ts';

/** A region and where it is in the file as the caller sees it; no `followed` where that can't be told. */
export type Located = {
  found: FoundRegion;
  followed?: Followed;
  /** From the version that it was written for to today's; undefined where this clone lacks that. */
  mapping?: () => Promise<LineMap | undefined>;
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

/** By the two versions and the lines: much smaller than the maps, so that a whole directory's are kept. */
const FOLLOWED = slot<Promise<Followed | undefined>>(131_072);

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
      if (!version) return { found: item, path: item.region.file };
      const mapping = () => mapToday(file, version);
      const noted = await notedLines(file, item.region, version, mapping);
      const followed = noted && (await followToday(file, version, noted, mapping));
      if (!followed) return { found: item, path: noted ? version.path : item.region.file };
      return { found: item, path: version.path, mapping, noted, followed };
    }),
  );
}

/** Undefined where the lines are beyond the end of their version, or this clone does not have it. */
async function followToday(
  { snapshot, scope }: FileHistory,
  { blob }: AnnotatedVersion,
  noted: LineRange,
  mapping: () => Promise<LineMap | undefined>,
): Promise<Followed | undefined> {
  const kept = snapshot.memory.of(FOLLOWED);
  const key = `${blob} ${scope.id} ${noted.start}:${noted.end}`;
  const follow = async () => {
    const map = await mapping();
    return map && noted.start <= map.before.lines.length ? followRange(map, noted) : undefined;
  };
  const weigh = (made: Followed | undefined) =>
    1 + ((made?.newLines.length ?? 0) + (made?.lostLines.length ?? 0)) / 50;
  const followed = await remember(kept, key, follow, weigh);
  // A version that this clone does not have may be fetched.
  if (!followed) kept.delete(key);
  return followed;
}

async function mapToday(
  { snapshot, scope }: FileHistory,
  { blob }: AnnotatedVersion,
): Promise<LineMap | undefined> {
  const maps = snapshot.memory.of(MAPS);
  const key = `${blob} ${scope.id}`;
  const known = maps.get(key);
  if (known) return known;
  const data = await snapshot.repository.file(blob);
  // Others may have been waiting for the same content.
  const made = maps.get(key);
  if (!data || made) return made;
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
