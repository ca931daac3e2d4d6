import * as z from 'zod/mini';

/** What the answers of the queries are made of. Field names are those of the JSON. */

const VERBOSE_ONLY = new WeakSet<object>();

/** Marks a field that only a verbose answer has: no tool declares it. */
function verboseOnly<Schema extends object>(schema: Schema): Schema {
  VERBOSE_ONLY.add(schema);
  return schema;
}

export function isVerboseOnly(schema: object): boolean {
  return VERBOSE_ONLY.has(schema);
}

export const text = z.string();
export const count = z.int().check(z.nonnegative());
export const lineRange = z.object({ start: count, end: count });

export const noticeSchema = z.object({ code: text, message: text, fix: z.optional(text) });

export const anchorSchema = z.object({
  type: z.optional(text),
  name: text,
  signature: z.optional(text),
});

export const freshnessSchema = z.object({
  state: z.enum(['intact', 'edited', 'gone', 'unknown']),
  changed_lines: z.optional(count),
  total_lines: z.optional(count),
  /** Lines of an intact region that changed in nothing but their indentation. */
  reindented_lines: z.optional(count),
  changed_by: z.optional(z.array(z.object({ commit: text, summary: text }))),
  uncommitted: z.optional(z.boolean()),
});

export const scopeSchema = z.object({
  file: text,
  revision: z.optional(text),
  source: z.enum(['worktree', 'commit']),
  notes_ref: text,
  /** All that was read, where that is more than `notes_ref`: notes refs, and "commit messages". */
  sources: z.optional(z.array(text)),
  anchor: z.optional(anchorSchema),
  anchors: z.optional(z.array(anchorSchema)),
  lines: z.optional(lineRange),
  match: z.optional(z.enum(['exact', 'unqualified', 'fuzzy'])),
  ambiguous: z.optional(z.boolean()),
  former_names: z.optional(z.array(text)),
  /** Who or what wrote the lines, as far as notes about authorship know; how many of them. */
  written_by: z.optional(z.array(z.object({ who: text, kind: z.enum(['agent', 'human']), lines: count }))),
});

export const correctionSchema = z.object({
  field: text,
  correction_type: z.enum(['flag', 'remove', 'amend']),
  reason: z.optional(text),
  target_value: z.optional(text),
  replacement: z.optional(text),
  timestamp: z.optional(text),
  author: z.optional(text),
});

export const constraintSchema = z.object({
  text,
  source: z.enum(['author', 'inferred']),
  /** Set when a correction is about this constraint: it may not hold, or not in these words. */
  corrected: z.optional(z.enum(['flag', 'remove', 'amend'])),
});

export const rejectedAlternativeSchema = z.object({ approach: text, reason: z.optional(text) });

export const recoveredSchema = z.object({
  from: text,
  /** The commit of this history that has its lines. */
  to: z.optional(text),
  by: z.enum(['derived_from', 'patch_id', 'content', 'name']),
});

export const relatedSchema = z.object({
  commit: text,
  file: z.optional(text),
  anchor: z.optional(text),
  relationship: z.optional(text),
  hop: count,
  intent: z.optional(text),
  constraints: z.optional(z.array(text)),
  unresolved: z.optional(z.boolean()),
});

export const crossCuttingSchema = z.object({
  description: text,
  regions: z.array(z.object({ file: text, anchor: z.optional(text) })),
  tags: z.optional(z.array(text)),
  commit: text,
  recovered: z.optional(recoveredSchema),
});

export const regionAnswerSchema = z.object({
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
  /** The notes ref that it is from, or "commit messages", where that is not the default ref. */
  source: z.optional(text),
  file: text,
  ast_anchor: z.optional(z.object({ unit_type: z.optional(text), name: text, signature: z.optional(text) })),
  lines: z.optional(lineRange),
  current_lines: z.optional(lineRange),
  /** Instead of `current_lines`, where it is about lines in several places: "12:20", in the order of the file. */
  current_ranges: z.optional(z.array(text)),
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

export const dependentSchema = z.object({
  file: text,
  anchor: z.optional(text),
  nature: z.optional(text),
  commit: text,
  timestamp: text,
  confidence: z.number(),
  recovered: z.optional(recoveredSchema),
});

/** A commit message, which is no annotation: what the commit that owns these lines says of itself. */
export const saidInCommitSchema = z.object({
  /** Where several paths were asked about. */
  file: z.optional(text),
  commit: text,
  date: text,
  author: z.optional(text),
  summary: text,
  body: z.optional(text),
  /** Of today's file, as `lines` of a question has them: "42:67, 80". */
  lines: text,
  refers_to: z.optional(z.array(text)),
});

const flawSchema = z.object({
  line: z.optional(count),
  column: z.optional(count),
  field: z.optional(text),
  problem: text,
  done: text,
});

/** Only where more than an answer is wanted: what is wrong with notes, and of how many more notes it is not said. */
export const flawedNotesShape = {
  flawed_notes: verboseOnly(
    z.optional(
      z.array(
        z.object({ commit: text, source: text, flaws: z.array(flawSchema), more_flaws: z.optional(count) }),
      ),
    ),
  ),
  more_flawed_notes: verboseOnly(z.optional(count)),
};

export const trimmedSchema = z.object({
  max_tokens: count,
  estimated_tokens: count,
  fields_cut: z.optional(z.record(z.string(), count)),
  regions_dropped: z.optional(count),
  dropped_commits: z.optional(z.array(text)),
  over_budget: z.optional(z.boolean()),
});

const flawedNotesSchema = z.object(flawedNotesShape);

export type FlawedNotes = Required<z.infer<typeof flawedNotesSchema>>;
export type Freshness = z.infer<typeof freshnessSchema>;
export type ScopeAnswer = z.infer<typeof scopeSchema>;
export type RegionAnswer = z.infer<typeof regionAnswerSchema>;
export type Related = z.infer<typeof relatedSchema>;
export type Dependent = z.infer<typeof dependentSchema>;
export type CrossCutting = z.infer<typeof crossCuttingSchema>;
export type SaidInCommit = z.infer<typeof saidInCommitSchema>;
export type Trimmed = z.infer<typeof trimmedSchema>;
