import type { RegionAnswer, ScopeAnswer } from '../../answers.ts';
import { contains, lengthOf } from '../../pipeline/lines/range.ts';

type Sorted = {
  /** What concerns the line, or the unit, itself. */
  near: RegionAnswer[];
  /** What concerns other parts of the unit, or code that is no longer here. */
  others: RegionAnswer[];
};

/** Annotations of the line first, the narrowest of them before the others, then of its unit, then of the whole file. */
export function nearestFirst(regions: readonly RegionAnswer[], scope: ScopeAnswer): Sorted {
  const ranked = regions.map((region, at) => ({ region, at, distance: distanceOf(region, scope) }));
  const near = ranked
    .filter(({ distance }) => distance < FAR)
    .sort((a, b) => a.distance - b.distance || a.at - b.at);
  return {
    near: near.map(({ region }) => region),
    others: ranked.filter(({ distance }) => distance >= FAR).map(({ region }) => region),
  };
}

const UNIT = 1e6;
const FILE = 2e6;
const BY_NAME = 3e6;
const FAR = 4e6;

/** How many lines an annotation of the line is about: fewer are nearer. Others come after all of those. */
function distanceOf({ anchor, recovered, ...region }: RegionAnswer, scope: ScopeAnswer): number {
  const { state } = region.freshness;
  if (state === 'gone' || state === 'moved') return FAR;
  if (recovered?.by === 'name') return BY_NAME;
  const { current_lines: lines, current_ranges: ranges } = region;
  if (scope.lines && lines && contains(lines, scope.lines)) return lengthOf(lines);
  const unit = scope.anchor?.name;
  if (unit !== undefined && anchor?.name === unit) return UNIT;
  if (anchor === undefined || anchor.type === 'file') return ranges || lines ? UNIT : FILE;
  return unit === undefined ? UNIT : FAR;
}
