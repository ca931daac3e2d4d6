import { asArray, asObject, asText, type JsonObject } from '../json.ts';
import type { Candidate } from './dialect.ts';

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
    file: path(source.file ?? source.path),
    ast_anchor: anchor(source.ast_anchor),
    lines: lines(source.lines),
    intent: source.intent,
    constraints: optional(source.constraints)?.map(constraint),
    reasoning: source.reasoning,
    rejected_alternatives: optional(source.rejected_alternatives)?.map(item =>
      typeof item === 'string' ? { approach: item } : item,
    ),
    risk_notes: joined(source.risk_notes),
    open_threads: optional(source.open_threads),
    semantic_dependencies: optional(source.semantic_dependencies)?.map(located),
    related_annotations: optional(source.related_annotations)?.map(related),
    tags: optional(source.tags),
    corrections: optional(source.corrections)?.map(correction),
  };
}

/** A list of texts where one belongs is one of several lines; an object in it may not even be printable. */
function joined(value: unknown): unknown {
  return Array.isArray(value) ? value.filter(item => typeof item !== 'object').join('\n') : value;
}

function path(value: unknown): unknown {
  return typeof value === 'string' ? value.replace(/^(\.\/)+/, '') : value;
}

function located(value: unknown): unknown {
  const source = asObject(value);
  return source ? { ...source, file: path(source.file ?? source.path) } : value;
}

const OPERATIONS: unknown[] = ['initial', 'amend', 'squash'];

function provenance(value: unknown): unknown {
  const source = asObject(value) ?? {};
  return { ...source, operation: OPERATIONS.includes(source.operation) ? source.operation : 'initial' };
}

/** A single value where a list belongs is a list of one. */
function optional(value: unknown): unknown[] | undefined {
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) ? value : [value];
}

function anchor(value: unknown): unknown {
  if (typeof value === 'string' && value !== '') return { name: value };
  const source = asObject(value);
  if (!source || !asText(source.name)) return undefined;
  return { unit_type: source.unit_type ?? source.type, name: source.name, signature: source.signature };
}

/** Writers put {0,0} where they did not know. */
function lines(value: unknown): unknown {
  const source = asObject(value);
  if (!source || (source.start === 0 && source.end === 0)) return undefined;
  return { start: source.start, end: source.end };
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

/** "file:name" or just "name"; the `::` inside a qualified name is not the separator. */
function splitAnchor(text: string): { file?: string; anchor?: string } {
  const match = /^((?:[^:]|:(?=:))*?[./][^:]*?):(?!:)(.+)$/.exec(text);
  if (match) return { file: match[1], anchor: match[2] };
  return /[/]|\.\w+$/.test(text) && !text.includes('::') ? { file: text } : { anchor: text };
}
