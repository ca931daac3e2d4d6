import { oneLine, sanitise } from '../../annotation/sanitise.ts';
import type { RegionAnswer, Related, ScopeAnswer } from '../../answers.ts';
import type { FileName } from '../history/file-names.ts';
import { summaryOf } from '../judge/freshness.ts';
import type { Scored } from '../judge/score.ts';
import { linesNow } from '../locate/locate.ts';
import { isoSeconds } from '../notes/timestamp-of.ts';
import { withCorrections } from '../notes/with-corrections.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/** From a scored region to what goes out, its keys in a stable order; `withoutEmpty` takes out what is empty. */
export function assembleRegion(item: Scored, related: Related[], newer: string | undefined): RegionAnswer {
  const { annotation, region, commit, evidence, recovered } = item.found;
  return {
    commit: commit.id,
    timestamp: isoSeconds(item.timestamp),
    author: oneLine(commit.author.name) || undefined,
    commit_summary: summaryOf(commit) || undefined,
    task: annotation.task,
    context_level: annotation.context_level,
    provenance: annotation.provenance.operation,
    confidence: item.confidence,
    confidence_factors: item.factors,
    evidence,
    match: item.match,
    recovered,
    file: sanitise(region.file),
    ast_anchor: region.ast_anchor,
    lines: region.lines,
    current_lines: linesNow(item),
    freshness: item.freshness,
    newer,
    intent: region.intent ?? annotation.summary ?? '',
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

export function assembleScope(snapshot: Snapshot, scope: Scope, names: readonly FileName[]): ScopeAnswer {
  const { anchor } = scope;
  const units = anchor?.units.map(({ type, name, signature }) => ({ type, name, signature })) ?? [];
  const former = names.map(({ name }) => name).filter(name => name !== scope.path);
  const [first] = scope.ranges ?? [];
  const last = scope.ranges?.at(-1);
  return {
    file: scope.path,
    revision: scope.commit.id,
    source: scope.source,
    notes_ref: snapshot.settings.noteref,
    anchor: units.length > 1 ? undefined : (units[0] ?? (anchor && { name: anchor.query })),
    anchors: units.length > 1 ? units : undefined,
    lines: first && last ? { start: first.start, end: last.end } : { start: 1, end: scope.lines.length },
    match: anchor?.match,
    ambiguous: units.length > 1 ? true : undefined,
    former_names: former.map(oneLine),
  };
}

/** Texts that an answer always has, even where nobody wrote any. */
const REQUIRED = new Set(['intent', 'summary', 'commit_message']);

/** Leaves out what is empty, at every level; the named lists stay even when there is nothing in them. */
export function withoutEmpty<T>(value: T, keep: readonly string[] = []): T {
  if (Array.isArray(value)) return value.map(item => withoutEmpty(item)) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, withoutEmpty(inner)] as const)
    .filter(([key, inner]) => keep.includes(key) || (inner === '' && REQUIRED.has(key)) || !isEmpty(inner));
  return Object.fromEntries(entries) as T;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
