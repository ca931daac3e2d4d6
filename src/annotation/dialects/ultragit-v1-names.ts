import { fieldNames } from './field-names.ts';

/** What writers call the fields of `ultragit/v1`, object by object. */

export const TOP = fieldNames({
  schema: { also: ['$schema'] },
  commit: {},
  timestamp: {},
  summary: {},
  task: {},
  context_level: {},
  regions: { wrong: ['region', 'annotations'] },
  cross_cutting: { wrong: ['cross_cutting_concerns', 'crosscutting'] },
  provenance: {},
});

export const REGION = fieldNames({
  file: { also: ['path'], wrong: ['filename', 'file_path', 'filepath'] },
  ast_anchor: { wrong: ['anchor', 'unit', 'symbol'] },
  lines: { wrong: ['line_range', 'range'] },
  intent: { wrong: ['purpose', 'summary', 'description'] },
  constraints: { wrong: ['constraint', 'invariants', 'invariant'] },
  reasoning: { wrong: ['reason', 'rationale', 'why'] },
  rejected_alternatives: {
    wrong: ['alternatives', 'rejected', 'rejected_alternative', 'alternatives_considered'],
  },
  risk_notes: { wrong: ['risks', 'risk', 'risk_note'] },
  open_threads: {
    wrong: ['open_questions', 'open_thread', 'open_items', 'follow_up', 'follow_ups', 'todos'],
  },
  semantic_dependencies: { wrong: ['dependencies', 'depends_on', 'dependency', 'semantic_dependency'] },
  related_annotations: { wrong: ['related', 'related_annotation', 'see_also'] },
  tags: { wrong: ['tag', 'labels'] },
  author: {},
  corrections: { wrong: ['correction'] },
});

export const ANCHOR = fieldNames({
  unit_type: { also: ['type'], wrong: ['kind'] },
  name: { wrong: ['symbol', 'anchor', 'qualified_name'] },
  signature: {},
});

export const CONSTRAINT = fieldNames({
  text: { wrong: ['constraint', 'description', 'rule'] },
  source: {},
});

export const ALTERNATIVE = fieldNames({
  approach: { wrong: ['alternative', 'option', 'name', 'what', 'description'] },
  reason: { wrong: ['rejected_reason', 'reason_rejected', 'rationale', 'why', 'because'] },
});

export const DEPENDENCY = fieldNames({
  file: { also: ['path'], wrong: ['filename', 'file_path', 'filepath'] },
  anchor: { wrong: ['ast_anchor', 'name', 'unit', 'symbol'] },
  nature: { wrong: ['assumption', 'description', 'relationship', 'reason', 'why'] },
});

export const RELATED = fieldNames({
  commit: { wrong: ['sha', 'commit_id', 'hash'] },
  file: { also: ['path'] },
  anchor: { wrong: ['ast_anchor', 'name', 'unit', 'symbol'] },
  relationship: { wrong: ['relation', 'nature', 'description', 'reason', 'why'] },
});

export const CORRECTION = fieldNames({
  field: {},
  correction_type: { wrong: ['type'] },
  reason: { also: ['correction_text'] },
  target_value: {},
  replacement: {},
  timestamp: {},
  author: {},
});

export const CONCERN = fieldNames({
  description: { also: ['nature'], wrong: ['concern', 'text', 'summary'] },
  regions: { wrong: ['files'] },
  tags: { wrong: ['tag', 'labels'] },
});

const ALL = [TOP, REGION, ANCHOR, CONSTRAINT, ALTERNATIVE, DEPENDENCY, RELATED, CORRECTION, CONCERN];

/** All that a field may be called, in any object. */
export function otherNamesOf(field: string): string[] {
  const names = ALL.flatMap(table => [...table].filter(([, known]) => known.field === field));
  return [...new Set(names.map(([name]) => name))];
}
