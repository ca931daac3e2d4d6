import * as z from 'zod/mini';

/**
 * The canonical annotation: every dialect is read into this shape, and nothing behind the readers knows
 * another. Field names are those of the notes and of the answers.
 */

const text = z.string().check(z.minLength(1));
const lineNumber = z.int().check(z.positive());

const lineRange = z
  .object({ start: lineNumber, end: lineNumber })
  .check(z.refine(lines => lines.start <= lines.end, 'lines end before they start'));

const constraint = z.object({
  text,
  source: z.enum(['author', 'inferred']),
});

const rejectedAlternative = z.object({ approach: text, reason: z.optional(text) });

const semanticDependency = z.object({ file: text, anchor: z.optional(text), nature: z.optional(text) });

const relatedAnnotation = z.object({
  commit: text,
  file: z.optional(text),
  anchor: z.optional(text),
  relationship: z.optional(text),
});

const correction = z.object({
  field: text,
  correction_type: z.enum(['flag', 'remove', 'amend']),
  reason: z.optional(text),
  target_value: z.optional(text),
  replacement: z.optional(text),
  timestamp: z.optional(text),
  author: z.optional(text),
});

const astAnchor = z.object({ unit_type: z.optional(text), name: text, signature: z.optional(text) });

export const regionSchema = z.object({
  file: text,
  ast_anchor: z.optional(astAnchor),
  lines: z.optional(lineRange),
  intent: z.optional(text),
  constraints: z.optional(z.array(constraint)),
  reasoning: z.optional(text),
  rejected_alternatives: z.optional(z.array(rejectedAlternative)),
  risk_notes: z.optional(text),
  open_threads: z.optional(z.array(text)),
  semantic_dependencies: z.optional(z.array(semanticDependency)),
  related_annotations: z.optional(z.array(relatedAnnotation)),
  tags: z.optional(z.array(text)),
  corrections: z.optional(z.array(correction)),
});

const crossCutting = z.object({
  description: text,
  regions: z.array(z.object({ file: text, anchor: z.optional(text) })).check(z.minLength(1)),
  tags: z.optional(z.array(text)),
});

export const provenanceSchema = z.object({
  operation: z.enum(['initial', 'amend', 'squash']),
  derived_from: z.optional(z.array(text)),
  original_annotations_preserved: z.optional(z.boolean()),
  synthesis_notes: z.optional(text),
});

export const annotationSchema = z.object({
  format: z.enum(['ultragit/v1', 'chronicle/v1']),
  timestamp: z.optional(text),
  summary: z.optional(text),
  task: z.optional(text),
  context_level: z.enum(['enhanced', 'inferred']),
  provenance: provenanceSchema,
  regions: z.array(regionSchema),
  cross_cutting: z.optional(z.array(crossCutting)),
});

export type Annotation = z.infer<typeof annotationSchema>;
export type Region = z.infer<typeof regionSchema>;
export type LineRange = z.infer<typeof lineRange>;
export type Correction = z.infer<typeof correction>;
