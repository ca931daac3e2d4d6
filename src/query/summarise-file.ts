import type { SummaryAnswer } from '../answers.ts';
import type { Blame } from '../pipeline/history/blame.ts';
import type { FileName } from '../pipeline/history/file-names.ts';
import { freshness } from '../pipeline/judge/freshness.ts';
import { matchScope } from '../pipeline/judge/match-scope.ts';
import { score } from '../pipeline/judge/score.ts';
import { type PlacedUnit, type SummaryUnit, unitOf } from '../pipeline/judge/unit-of.ts';
import { contains, overlaps } from '../pipeline/lines/range.ts';
import type { Located } from '../pipeline/locate/locate.ts';
import { reconcile } from '../pipeline/locate/reconcile.ts';
import { isoSeconds } from '../pipeline/notes/timestamp-of.ts';
import { withCorrections } from '../pipeline/notes/with-corrections.ts';
import { type Scope, unitsOf } from '../pipeline/scope/scope.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { Unit } from '../syntax/outline.ts';

/** What one file has: its units in scope, and which of them each annotation describes. */
export type FileSummary = {
  placed: PlacedUnit[];
  /** Undefined where no grammar can tell. */
  units?: Unit[];
  gone: number;
  /** Regions of the file, in scope or not. */
  regions: number;
};

/** Takes the regions of a file; gives the unit of today's file that each describes, and counts the rest as gone. */
export async function summariseFile(
  snapshot: Snapshot,
  here: Scope,
  owned: Blame,
  names: readonly FileName[],
  regions: readonly Located[],
): Promise<FileSummary> {
  const located = await reconcile(here, regions);
  const matched = await matchScope(here, located);
  const units = await unitsOf(here);
  const inScope = units && unitsInScope(here, units);
  const placed: PlacedUnit[] = [];
  let gone = 0;
  for (const item of matched) {
    const state = await freshness(snapshot, here, owned, names, item, { nameCommits: false });
    const scored = await score(snapshot, here, item, state);
    const unit = unitOf(scored, here.path, units);
    if (!unit) gone++;
    else if (concerns(here, inScope, unit)) placed.push({ item: scored, unit });
  }
  return { placed, units: inScope, gone, regions: located.length };
}

/** The unit that was named, and the units inside of it. */
function unitsInScope({ anchor }: Scope, units: readonly Unit[]): Unit[] {
  if (!anchor || anchor.units.length === 0) return [...units];
  return units.filter(({ lines }) => anchor.units.some(unit => contains(unit.lines, lines)));
}

/** A class is no part of the summary of its method, though a reader of the method should know of it. */
function concerns({ ranges }: Scope, inScope: readonly Unit[] | undefined, { unit, lines }: SummaryUnit) {
  if (unit) return inScope?.includes(unit) ?? false;
  return !ranges || !lines || ranges.some(range => overlaps(range, lines));
}

export function describeUnit({ item, unit: { anchor, lines } }: PlacedUnit): SummaryAnswer['units'][number] {
  const { region, annotation, commit } = item.found;
  return {
    anchor,
    lines,
    intent: region.intent ?? annotation.summary ?? '',
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    risk_notes: region.risk_notes,
    corrections: region.corrections,
    last_modified: isoSeconds(item.timestamp),
    commit: commit.id,
    confidence: item.confidence,
    freshness: item.freshness,
  };
}
