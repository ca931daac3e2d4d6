import { freshness } from '../../pipeline/judge/freshness.ts';
import type { PlacedUnit } from '../../pipeline/judge/newest-per-unit.ts';
import { score } from '../../pipeline/judge/score.ts';
import { type SummaryUnit, unitsDescribedBy } from '../../pipeline/judge/unit-of.ts';
import { contains, outermost, overlaps } from '../../pipeline/lines/range.ts';
import type { FileRegions } from '../../pipeline/regions.ts';
import { type Scope, unitsInScope, unitsOf } from '../../pipeline/scope/scope.ts';
import type { Unit } from '../../syntax/outline.ts';

/** What one file has: its units in scope, and which of them each annotation describes. */
export type FileSummary = {
  file: string;
  placed: PlacedUnit[];
  /** Undefined where no grammar can tell. */
  units?: Unit[];
  gone: number;
  /** Regions of the file, in scope or not. */
  regions: number;
};

/** Takes the regions of a file; gives the unit of today's file that each describes, and counts the rest as gone. */
export async function summariseFile(file: FileRegions): Promise<FileSummary> {
  const { snapshot, scope, located, matched } = file;
  const units = await unitsOf(scope);
  const inScope = units && unitsShown(scope, units);
  const isInScope = new Set(inScope);
  const placed: PlacedUnit[] = [];
  let gone = 0;
  for (const item of matched) {
    // It is of the summary of the file that it lives in.
    if (item.moved) continue;
    const state = await freshness(file, item, { nameCommits: false });
    const scored = await score(snapshot, scope, item, { freshness: state });
    const described = unitsDescribedBy(scored, scope.path, units);
    if (described.length === 0) gone++;
    const shown = described.filter(unit => concerns(scope, isInScope, unit));
    for (const unit of shown) placed.push({ item: scored, unit });
  }
  return { file: scope.path, placed, units: inScope, gone, regions: located.length };
}

/** The unit that was named, what belongs to it, and the units inside of these. */
function unitsShown(scope: Scope, units: readonly Unit[]): Unit[] {
  if (!scope.anchor || scope.anchor.units.length === 0) return [...units];
  const parts = outermost(unitsInScope(scope).map(({ lines }) => lines));
  return units.filter(({ lines }) => parts.some(range => contains(range, lines)));
}

/** A class is no part of the summary of its method, though a reader of the method should know of it. */
function concerns({ ranges }: Scope, inScope: ReadonlySet<Unit>, { unit, lines }: SummaryUnit) {
  if (unit) return inScope.has(unit);
  return !ranges || !lines || ranges.some(range => overlaps(range, lines));
}
