import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import type { RegionAnswer, Related } from '../../answers.ts';
import { commitSummary } from '../judge/commit-summary.ts';
import { intentOf } from '../judge/intent-of.ts';
import type { Scored } from '../judge/score.ts';
import { lineSpan } from '../lines/range.ts';
import { linesNow, rangesNow } from '../locate/locate.ts';
import { shownSource } from '../notes/find-regions.ts';
import { isoSeconds } from '../notes/timestamp-of.ts';
import { withCorrections } from '../notes/with-corrections.ts';

/** What is said of a commit may be about lines in many places. */
const MOST_RANGES = 20;

/** From a scored region to what goes out, its keys in a stable order; `withoutEmpty` takes out what is empty. */
export function assembleRegion(item: Scored, related: Related[], newer: string | undefined): RegionAnswer {
  const { annotation, region, commit, evidence, recovered } = item.found;
  const ranges = rangesNow(item);
  return {
    commit: commit.id,
    timestamp: isoSeconds(item.timestamp),
    author: oneLine(commit.author.name) || undefined,
    commit_summary: commitSummary(commit) || undefined,
    task: annotation.task,
    context_level: annotation.context_level,
    provenance: annotation.provenance.operation,
    confidence: item.confidence,
    confidence_factors: item.factors,
    evidence,
    match: item.match,
    recovered,
    source: shownSource(item.found),
    file: sanitise(region.file),
    ast_anchor: region.ast_anchor,
    lines: region.lines,
    current_lines: ranges.length > 1 ? undefined : linesNow(item),
    current_ranges: ranges.length > 1 ? ranges.slice(0, MOST_RANGES).map(lineSpan) : undefined,
    freshness: item.freshness,
    newer,
    intent: intentOf(item.found),
    constraints: withCorrections(region.constraints ?? [], region.corrections ?? []),
    reasoning: region.reasoning,
    rejected_alternatives: region.rejected_alternatives,
    risk_notes: region.risk_notes,
    open_threads: region.open_threads,
    semantic_dependencies: region.semantic_dependencies?.map(item => ({
      ...item,
      file: sanitise(item.file),
    })),
    tags: region.tags,
    related,
    corrections: region.corrections,
    format: annotation.format,
  };
}
