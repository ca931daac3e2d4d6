import * as z from 'zod/mini';

/**
 * The canonical annotation: every dialect is read into this shape, and nothing behind the readers knows
 * another. Field names are those of the notes and of the answers.
 */

const text = z.string().check(z.minLength(1));
/** Made once for all fields: a schema takes longer to make than to use, and each command makes them. */
const maybeText = z.optional(text);
const maybeTexts = z.optional(z.array(text));
const lineNumber = z.int().check(z.positive());

const lineRange = z
  .object({ start: lineNumber, end: lineNumber })
  .check(z.refine(lines => lines.start <= lines.end, 'it ends before it starts'));

const constraint = z.object({
  text,
  source: z.enum(['author', 'inferred']),
  /** A date, or a condition in words: what ends it. */
  until: maybeText,
});

const rejectedAlternative = z.object({ approach: text, reason: maybeText });

const semanticDependency = z.object({ file: text, anchor: maybeText, nature: maybeText });

const relatedAnnotation = z.object({
  commit: text,
  file: maybeText,
  anchor: maybeText,
  relationship: maybeText,
});

const correction = z.object({
  field: text,
  correction_type: z.enum(['flag', 'remove', 'amend']),
  reason: maybeText,
  target_value: maybeText,
  replacement: maybeText,
  timestamp: maybeText,
  author: maybeText,
});

const astAnchor = z.object({ unit_type: maybeText, name: text, signature: maybeText });

export const regionSchema = z.object({
  /** A path, a directory (`src/`, `/` for the root), or `CHANGED_FILES`. */
  file: text,
  ast_anchor: z.optional(astAnchor),
  lines: z.optional(lineRange),
  intent: maybeText,
  constraints: z.optional(z.array(constraint)),
  reasoning: maybeText,
  rejected_alternatives: z.optional(z.array(rejectedAlternative)),
  risk_notes: maybeText,
  open_threads: maybeTexts,
  semantic_dependencies: z.optional(z.array(semanticDependency)),
  related_annotations: z.optional(z.array(relatedAnnotation)),
  tags: maybeTexts,
  /** Who says it, where several people write into one note. */
  author: maybeText,
  corrections: z.optional(z.array(correction)),
});

const crossCutting = z.object({
  description: text,
  regions: z.array(z.object({ file: text, anchor: maybeText })).check(z.minLength(1)),
  tags: maybeTexts,
});

export const provenanceSchema = z.object({
  operation: z.enum(['initial', 'amend', 'squash']),
  derived_from: maybeTexts,
  original_annotations_preserved: z.optional(z.boolean()),
  synthesis_notes: maybeText,
});

export const annotationSchema = z.object({
  /** The name of the dialect that it was written in. */
  format: text,
  timestamp: maybeText,
  summary: maybeText,
  task: maybeText,
  context_level: z.enum(['enhanced', 'inferred']),
  /** The name by which other annotations refer to this one, where it has one of its own. */
  record_id: maybeText,
  /** What this annotation replaces: record ids, or commits. */
  supersedes: maybeTexts,
  /** The commits that it is about, perhaps shortened, where a note hangs on something else. */
  linked_commits: maybeTexts,
  /** A date, or a condition in words, after which nothing of it is in force. */
  expires: maybeText,
  provenance: provenanceSchema,
  regions: z.array(regionSchema),
  cross_cutting: z.optional(z.array(crossCutting)),
});

export type Annotation = z.infer<typeof annotationSchema>;
export type Region = z.infer<typeof regionSchema>;
export type LineRange = z.infer<typeof lineRange>;
export type Correction = z.infer<typeof correction>;
