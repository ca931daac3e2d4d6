import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';
import { anchorOf, joined, linesOf, listOf, pathOf, splitAnchor } from './spellings.ts';

/** `ultragit/v1` and `chronicle/v1`, in the spellings of all their writers. */
export function readUltragitV1(document: JsonObject): Candidate {
  return {
    annotation: {
      timestamp: document.timestamp,
      summary: document.summary,
      task: document.task,
      context_level: document.context_level,
    },
    regions: asArray(document.regions).map(region),
    crossCutting: asArray(document.cross_cutting).map(crossCutting),
    provenance: provenance(document.provenance),
  };
}

function region(value: unknown): unknown {
  const source = asObject(value);
  if (!source) return value;
  return {
    file: pathOf(source.file ?? source.path),
    ast_anchor: anchorOf(source.ast_anchor),
    lines: linesOf(source.lines),
    intent: source.intent,
    constraints: listOf(source.constraints)?.map(constraint),
    reasoning: source.reasoning,
    rejected_alternatives: listOf(source.rejected_alternatives)?.map(item =>
      typeof item === 'string' ? { approach: item } : item,
    ),
    risk_notes: joined(source.risk_notes),
    open_threads: listOf(source.open_threads),
    semantic_dependencies: listOf(source.semantic_dependencies)?.map(located),
    related_annotations: listOf(source.related_annotations)?.map(related),
    tags: listOf(source.tags),
    corrections: listOf(source.corrections)?.map(correction),
  };
}

function located(value: unknown): unknown {
  const source = asObject(value);
  return source ? { ...source, file: pathOf(source.file ?? source.path) } : value;
}

const OPERATIONS: unknown[] = ['initial', 'amend', 'squash'];

function provenance(value: unknown): unknown {
  const source = asObject(value) ?? {};
  return { ...source, operation: OPERATIONS.includes(source.operation) ? source.operation : 'initial' };
}

function constraint(value: unknown): unknown {
  if (typeof value === 'string') return { text: value, source: 'author' };
  const source = asObject(value);
  if (!source) return value;
  return { text: source.text, source: (source.source ?? 'author') === 'author' ? 'author' : 'inferred' };
}

function related(value: unknown): unknown {
  const source = asObject(value);
  if (!source) return value;
  const named = asText(source.anchor);
  const split = named === undefined ? {} : splitAnchor(named);
  return { commit: source.commit, ...split, relationship: source.relationship };
}

function correction(value: unknown): unknown {
  const source = asObject(value);
  return source ? { ...source, reason: source.reason ?? source.correction_text } : value;
}

function crossCutting(value: unknown): unknown {
  const source = asObject(value);
  if (!source) return value;
  const regions = asArray(source.regions).map(item =>
    typeof item === 'string' ? splitAnchor(item) : located(item),
  );
  return { description: source.description ?? source.nature, regions, tags: source.tags };
}
