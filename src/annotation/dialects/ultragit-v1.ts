import { asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';
import { type FieldNames, underOwnNames } from './field-names.ts';
import { linesOf } from './line-range.ts';
import { anchorOf, joined, listOf, pathOf, splitAnchor } from './spellings.ts';
import {
  ALTERNATIVE,
  ANCHOR,
  CONCERN,
  CONSTRAINT,
  CORRECTION,
  DEPENDENCY,
  REGION,
  RELATED,
  TOP,
} from './ultragit-v1-names.ts';

/** `ultragit/v1` and `chronicle/v1`, in the spellings of all their writers. */
export function readUltragitV1(document: JsonObject): Candidate {
  const source = underOwnNames(document, TOP);
  return {
    annotation: {
      timestamp: source.timestamp,
      summary: source.summary,
      task: source.task,
      context_level: source.context_level,
    },
    regions: itemsOf(source.regions, REGION, region) ?? [],
    crossCutting: itemsOf(source.cross_cutting, CONCERN, crossCutting) ?? [],
    provenance: provenance(source.provenance),
  };
}

/** The items of a list, those that are objects read under the names that their fields should have. */
function itemsOf(
  value: unknown,
  names: FieldNames,
  read: (source: JsonObject) => unknown,
  readText: (text: string) => unknown = text => text,
): unknown[] | undefined {
  return listOf(value)?.map(item => {
    const source = asObject(item);
    if (source) return read(underOwnNames(source, names));
    return typeof item === 'string' ? readText(item) : item;
  });
}

function region(source: JsonObject): unknown {
  return {
    file: pathOf(source.file),
    ast_anchor: anchor(source.ast_anchor),
    lines: linesOf(source.lines),
    intent: source.intent,
    constraints: itemsOf(source.constraints, CONSTRAINT, constraint, text => ({ text, source: 'author' })),
    reasoning: source.reasoning,
    rejected_alternatives: itemsOf(
      source.rejected_alternatives,
      ALTERNATIVE,
      item => item,
      approach => ({ approach }),
    ),
    risk_notes: joined(source.risk_notes),
    open_threads: listOf(source.open_threads),
    semantic_dependencies: itemsOf(source.semantic_dependencies, DEPENDENCY, dependency, splitAnchor),
    related_annotations: itemsOf(source.related_annotations, RELATED, related, commit => ({ commit })),
    tags: listOf(source.tags),
    author: source.author,
    corrections: itemsOf(source.corrections, CORRECTION, item => item),
  };
}

function anchor(value: unknown): unknown {
  const source = asObject(value);
  return anchorOf(source ? underOwnNames(source, ANCHOR) : value);
}

function dependency(source: JsonObject): unknown {
  return {
    ...source,
    file: pathOf(source.file),
    anchor: asText(asObject(source.anchor)?.name) ?? source.anchor,
  };
}

const OPERATIONS: unknown[] = ['initial', 'amend', 'squash'];

function provenance(value: unknown): unknown {
  const source = asObject(value) ?? {};
  return { ...source, operation: OPERATIONS.includes(source.operation) ? source.operation : 'initial' };
}

function constraint({ text, source = 'author' }: JsonObject): unknown {
  return { text, source: (source ?? 'author') === 'author' ? 'author' : 'inferred' };
}

function related(source: JsonObject): unknown {
  const named = asText(source.anchor) ?? asText(asObject(source.anchor)?.name);
  const split = named === undefined ? {} : splitAnchor(named);
  return { commit: source.commit, file: pathOf(source.file), ...split, relationship: source.relationship };
}

function crossCutting({ description, regions, tags }: JsonObject): unknown {
  return { description, regions: itemsOf(regions, DEPENDENCY, dependency, splitAnchor) ?? [], tags };
}
