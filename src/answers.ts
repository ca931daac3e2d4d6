import * as z from 'zod/mini';

/** What the queries answer. The commands print it, the tools return it and declare it as their output. */

const text = z.string();
const count = z.int().check(z.nonnegative());
const lineRange = z.object({ start: count, end: count });

const noticeSchema = z.object({ code: text, message: text, fix: z.optional(text) });

const anchorSchema = z.object({
  type: z.optional(text),
  name: text,
  signature: z.optional(text),
});

const freshnessSchema = z.object({
  state: z.enum(['intact', 'edited', 'gone', 'unknown']),
  changed_lines: z.optional(count),
  total_lines: z.optional(count),
  /** Lines of an intact region that changed in nothing but their indentation. */
  reindented_lines: z.optional(count),
  changed_by: z.optional(z.array(z.object({ commit: text, summary: text }))),
  uncommitted: z.optional(z.boolean()),
});

const scopeSchema = z.object({
  file: text,
  revision: z.optional(text),
  source: z.enum(['worktree', 'commit']),
  notes_ref: text,
  anchor: z.optional(anchorSchema),
  anchors: z.optional(z.array(anchorSchema)),
  lines: z.optional(lineRange),
  match: z.optional(z.enum(['exact', 'unqualified', 'fuzzy'])),
  ambiguous: z.optional(z.boolean()),
  former_names: z.optional(z.array(text)),
});

const correctionSchema = z.object({
  field: text,
  correction_type: z.enum(['flag', 'remove', 'amend']),
  reason: z.optional(text),
  target_value: z.optional(text),
  replacement: z.optional(text),
  timestamp: z.optional(text),
  author: z.optional(text),
});

const constraintSchema = z.object({
  text,
  source: z.enum(['author', 'inferred']),
  /** Set when a correction speaks of this constraint: it may not hold, or not in these words. */
  corrected: z.optional(z.enum(['flag', 'remove', 'amend'])),
});

const rejectedAlternativeSchema = z.object({ approach: text, reason: z.optional(text) });

const recoveredSchema = z.object({ from: text, by: z.enum(['derived_from', 'patch_id']) });

const relatedSchema = z.object({
  commit: text,
  file: z.optional(text),
  anchor: z.optional(text),
  relationship: z.optional(text),
  hop: count,
  intent: z.optional(text),
  constraints: z.optional(z.array(text)),
  unresolved: z.optional(z.boolean()),
});

const crossCuttingSchema = z.object({
  description: text,
  regions: z.array(z.object({ file: text, anchor: z.optional(text) })),
  tags: z.optional(z.array(text)),
  commit: text,
});

const regionAnswerSchema = z.object({
  commit: text,
  timestamp: text,
  author: z.optional(text),
  commit_summary: z.optional(text),
  task: z.optional(text),
  context_level: z.enum(['enhanced', 'inferred']),
  provenance: z.enum(['initial', 'amend', 'squash']),
  confidence: z.number(),
  confidence_factors: z.object({
    recency: z.number(),
    context: z.number(),
    anchor: z.number(),
    provenance: z.number(),
    corrections: z.optional(z.number()),
  }),
  evidence: z.enum(['blame', 'index']),
  match: z.enum(['file', 'exact', 'unqualified', 'fuzzy', 'lines', 'unit']),
  recovered: z.optional(recoveredSchema),
  file: text,
  ast_anchor: z.optional(z.object({ unit_type: z.optional(text), name: text, signature: z.optional(text) })),
  lines: z.optional(lineRange),
  current_lines: z.optional(lineRange),
  freshness: freshnessSchema,
  newer: z.optional(text),
  intent: text,
  constraints: z.optional(z.array(constraintSchema)),
  reasoning: z.optional(text),
  rejected_alternatives: z.optional(z.array(rejectedAlternativeSchema)),
  risk_notes: z.optional(text),
  open_threads: z.optional(z.array(text)),
  semantic_dependencies: z.optional(
    z.array(z.object({ file: text, anchor: z.optional(text), nature: z.optional(text) })),
  ),
  tags: z.optional(z.array(text)),
  related: z.optional(z.array(relatedSchema)),
  corrections: z.optional(z.array(correctionSchema)),
  format: text,
});

const dependentSchema = z.object({
  file: text,
  anchor: z.optional(text),
  nature: z.optional(text),
  commit: text,
  timestamp: text,
  confidence: z.number(),
});

const trimmedSchema = z.object({
  max_tokens: count,
  estimated_tokens: count,
  fields_cut: z.optional(z.record(z.string(), count)),
  regions_dropped: z.optional(count),
  dropped_commits: z.optional(z.array(text)),
  over_budget: z.optional(z.boolean()),
});

const readQuerySchema = z.object({
  path: z.optional(text),
  paths: z.optional(z.array(text)),
  anchor: z.optional(text),
  lines: z.optional(text),
  since: z.optional(text),
  tags: z.optional(z.array(text)),
  context_level: z.optional(text),
  min_confidence: z.optional(z.number()),
  depth: z.optional(count),
  max_regions: z.optional(count),
  max_tokens: z.optional(count),
  rev: z.optional(text),
});

export const readAnswerSchema = z.object({
  $schema: z.literal('ultragit-read/v1'),
  query: readQuerySchema,
  scope: z.optional(scopeSchema),
  /** Instead of `scope`, where several paths were asked about. */
  scopes: z.optional(z.array(scopeSchema)),
  regions: z.array(regionAnswerSchema),
  dependencies_on_this: z.optional(z.array(dependentSchema)),
  cross_cutting: z.optional(z.array(crossCuttingSchema)),
  stats: z.object({
    commits_examined: count,
    annotations_found: count,
    regions_matched: count,
    regions_returned: count,
    related_hops: count,
    uncommitted_lines: z.optional(count),
    notes_malformed: z.optional(count),
    notes_repaired: z.optional(count),
    notes_unreachable: z.optional(count),
    characters_removed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  trimmed: z.optional(trimmedSchema),
});

const targetQuerySchema = z.object({ path: text, anchor: z.optional(text) });

export const depsAnswerSchema = z.object({
  $schema: z.literal('ultragit-deps/v1'),
  query: z.extend(targetQuerySchema, { max_results: z.optional(count) }),
  scope: scopeSchema,
  dependents: z.array(
    z.extend(dependentSchema, {
      /** The name that the dependent's file had when it was annotated, where it has another one now. */
      noted_as: z.optional(text),
      /** The unit that the dependency names; absent where it is on the whole file. */
      target: z.optional(text),
      context_level: z.enum(['enhanced', 'inferred']),
      /** How the dependency names this code; `file` means the file as a whole. */
      match: z.enum(['exact', 'unqualified', 'fuzzy', 'file']),
      recovered: z.optional(recoveredSchema),
      freshness: freshnessSchema,
    }),
  ),
  cross_cutting: z.optional(z.array(crossCuttingSchema)),
  stats: z.object({
    notes_indexed: count,
    dependencies_found: count,
    scan_method: z.enum(['index']),
    notes_unreachable: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
});

export const historyAnswerSchema = z.object({
  $schema: z.literal('ultragit-history/v1'),
  query: z.extend(targetQuerySchema, {
    limit: z.optional(count),
    follow_related: z.optional(z.boolean()),
  }),
  scope: scopeSchema,
  timeline: z.array(
    z.object({
      commit: text,
      timestamp: text,
      commit_message: text,
      author: z.optional(text),
      kind: z.enum(['direct', 'related']),
      file: text,
      anchor: z.optional(text),
      context_level: z.enum(['enhanced', 'inferred']),
      provenance: z.enum(['initial', 'amend', 'squash']),
      recovered: z.optional(recoveredSchema),
      intent: text,
      reasoning: z.optional(text),
      constraints: z.optional(z.array(constraintSchema)),
      risk_notes: z.optional(text),
      rejected_alternatives: z.optional(z.array(rejectedAlternativeSchema)),
      related_context: z.optional(z.array(relatedSchema)),
      corrections: z.optional(z.array(correctionSchema)),
      freshness: freshnessSchema,
    }),
  ),
  stats: z.object({
    annotations_found: count,
    entries_found: count,
    entries_returned: count,
    related_entries: count,
    notes_unreachable: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
});

export const summaryAnswerSchema = z.object({
  $schema: z.literal('ultragit-summary/v1'),
  query: targetQuerySchema,
  scope: z.extend(scopeSchema, { file: z.optional(text), directory: z.optional(text) }),
  units: z.array(
    z.object({
      file: z.optional(text),
      anchor: anchorSchema,
      lines: z.optional(lineRange),
      intent: text,
      constraints: z.optional(z.array(constraintSchema)),
      risk_notes: z.optional(text),
      corrections: z.optional(z.array(correctionSchema)),
      last_modified: text,
      commit: text,
      confidence: z.number(),
      freshness: freshnessSchema,
    }),
  ),
  /** Of a directory, its annotated files; `ast_units` is absent where no grammar can tell. */
  files: z.optional(
    z.array(
      z.object({
        file: text,
        ast_units: z.optional(count),
        annotated_units: count,
        other_regions: z.optional(count),
      }),
    ),
  ),
  /** Of a file its units without an annotation, of a directory its files. */
  unannotated: z.optional(z.array(text)),
  /**
   * `annotated_units` and `unannotated_units` add up to `ast_units`, the units in the outlines of the files
   * that were parsed: all but those that no annotation names. `other_regions` belong to no unit: they are
   * about whole files, about lines, or in languages without a grammar.
   */
  stats: z.object({
    files: count,
    annotated_files: count,
    ast_units: count,
    annotated_units: count,
    unannotated_units: count,
    other_regions: z.optional(count),
    regions_gone: z.optional(count),
    notes_unreachable: z.optional(count),
    notes_indexed: count,
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
});

export type Notice = z.infer<typeof noticeSchema>;
export type Freshness = z.infer<typeof freshnessSchema>;
export type ScopeAnswer = z.infer<typeof scopeSchema>;
export type RegionAnswer = z.infer<typeof regionAnswerSchema>;
export type Related = z.infer<typeof relatedSchema>;
export type Dependent = z.infer<typeof dependentSchema>;
export type CrossCutting = z.infer<typeof crossCuttingSchema>;
export type Trimmed = z.infer<typeof trimmedSchema>;
export type ReadAnswer = z.infer<typeof readAnswerSchema>;
export type DepsAnswer = z.infer<typeof depsAnswerSchema>;
export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;
export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;
