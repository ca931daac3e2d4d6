import type { LineRange } from '../../annotation/schema.ts';
import { unitsMeant, unitsNamed } from '../../syntax/anchor.ts';
import type { Unit } from '../../syntax/unit.ts';
import type { FileHistory } from '../history/file-history.ts';
import type { Followed } from '../lines/follow-range.ts';
import type { LineMap } from '../lines/map-lines.ts';
import { hull } from '../lines/range.ts';
import { type FoundRegion, isOfWholeCommit } from '../notes/find-regions.ts';
import { isByName } from '../recovery/recover-regions.ts';
import type { Subject } from '../units/subject.ts';
import { annotatedVersion } from './annotated-version.ts';
import { beyondLimit } from './beyond-limit.ts';
import { type Owned, ownedLines } from './owned-lines.ts';
import { parsedToday } from './parsed-version.ts';
import { mapToday, placeToday } from './place-today.ts';

/** A region and where it is in the file as the caller sees it; no `followed` where that can't be told. */
export type Located = {
  found: FoundRegion;
  followed?: Followed;
  /** From the version that it was written for to today's; undefined where this clone lacks that. */
  mapping?: () => Promise<LineMap | undefined>;
  /** What it is about, in the version that it was written for. */
  subject?: Subject;
  /** Where nothing is left of it: hashes of its lines, by which it would be known again. */
  lost?: readonly number[];
  /** Where the outline has the unit, when nothing else is known of its lines. */
  unitLines?: LineRange;
  /** For what is said of a whole commit: the lines that it owns, none where others have taken their place. */
  owned?: Owned;
  /** Not followed, because the regions of the file are too many or too long. */
  isBeyondLimit?: boolean;
  /** Not compared with today's file yet: see `compareOpen`. */
  isOpen?: boolean;
  /** The name of the file at the commit that the region was written for. */
  path: string;
  /** Where it lives, if that is in another file today. */
  moved?: Moved;
};

/** A place in another file, how much of the annotated lines changed on the way, and the commits that moved them. */
export type Moved = {
  path: string;
  lines: LineRange;
  unit?: Unit;
  changed: number;
  total: number;
  commits: readonly string[];
};

/** Follows each region from the version that it was written for to today's file, unless that is left `open`. */
export async function locate(
  file: FileHistory,
  found: readonly FoundRegion[],
  { open = false } = {},
): Promise<Located[]> {
  const ownedBy = await ownedLines(file, found);
  const beyond = await beyondLimit(file, found);
  return Promise.all(
    found.map(async item => {
      if (beyond.has(item)) return { ...(await locateByName(file, item)), isBeyondLimit: true };
      if (ownedBy && isOfWholeCommit(item)) {
        return { found: item, path: item.region.file, owned: ownedBy(item) };
      }
      return open ? { found: item, path: item.region.file, isOpen: true } : locateOne(file, item);
    }),
  );
}

/** The same regions, those that were left open compared with today's file. */
export function compareOpen<T extends Located>(file: FileHistory, located: readonly T[]): Promise<T[]> {
  return Promise.all(
    located.map(async item =>
      item.isOpen ? { ...item, ...(await locateOne(file, item.found)), isOpen: false } : item,
    ),
  );
}

async function locateOne(file: FileHistory, item: FoundRegion): Promise<Located> {
  return (await locateByVersion(file, item)) ?? locateByName(file, item);
}

async function locateByVersion(file: FileHistory, item: FoundRegion): Promise<Located | undefined> {
  const { region } = item;
  const { lines, ast_anchor: anchor } = region;
  const isPart = lines !== undefined || (anchor !== undefined && anchor.unit_type !== 'file');
  const version = isPart ? await annotatedVersion(file.snapshot, item, file.names) : undefined;
  const placed = version && (await placeToday(file, version, region));
  if (!placed) return undefined;
  const { subject, followed, lost } = placed;
  const mapping = () => mapToday(file, version);
  return { found: item, path: version.path, mapping, subject, followed, lost };
}

/** Without the version that it was written for: the only unit of its name. */
async function locateByName(file: FileHistory, item: FoundRegion): Promise<Located> {
  const { ast_anchor: anchor, file: path } = item.region;
  const located = { found: item, path };
  if (!anchor || anchor.unit_type === 'file') return located;
  const { units } = await parsedToday(file.scope);
  const [unit, ...others] = isByName(item) ? unitsMeant(units, anchor) : unitsNamed(units, anchor.name);
  return unit && others.length === 0 ? { ...located, unitLines: unit.lines } : located;
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
