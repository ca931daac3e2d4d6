import * as z from 'zod/mini';
import { QUOTED } from './wording.ts';

/**
 * What the answers of the queries are made of. Field names are those of the JSON; their order is the one in which a
 * reader needs them. What only a debugger wants is marked as of verbose answers, and absent from others.
 */

const VERBOSE_ONLY = new WeakSet<object>();

/** A field that only a verbose answer has: no tool declares it. */
export function verboseOnly<Schema extends z.ZodMiniType>(schema: Schema): z.ZodMiniOptional<Schema> {
  const field = z.optional(schema);
  VERBOSE_ONLY.add(field);
  return field;
}

export function isVerboseOnly(schema: object): boolean {
  return VERBOSE_ONLY.has(schema);
}

export const text = z.string();
export const count = z.int().check(z.nonnegative());
export const lineRange = z.object({ start: count, end: count });
const maybeText = z.optional(text);
const maybeTexts = z.optional(z.array(text));

/** How each answer begins. */
export function labelShape<Name extends string>(name: Name) {
  return { $schema: z.literal(name), quoted: z.literal(QUOTED) };
}

export const noticeSchema = z.object({ code: text, message: text, fix: maybeText });

export const anchorSchema = z.object({ type: maybeText, name: text, signature: maybeText });

const stateSchema = z.enum(['intact', 'edited', 'moved', 'gone', 'unknown']);

/** How many of the annotated lines changed: "3 of 17". */
const changed = maybeText;

export const freshnessSchema = z.object({
  state: stateSchema,
  changed,
  /** The commits that changed them, newest first: id and subject. */
  by: maybeTexts,
  /** Edits on disk are among the changes. */
  uncommitted: z.optional(z.boolean()),
  /** Verbose: lines of an intact region that changed in nothing but their indentation. */
  reindented_lines: z.optional(count),
});

/** A place in another file. */
export const movedToSchema = z.object({ file: text, anchor: z.optional(anchorSchema), lines: lineRange });

/** The same where the state alone is said. */
export const stateShape = { state: stateSchema, changed };

export const scopeSchema = z.object({
  repository: text,
  file: text,
  /** The commit that was read, where it is not the file on disk. */
  revision: maybeText,
  anchor: z.optional(anchorSchema),
  anchors: z.optional(z.array(anchorSchema)),
  lines: z.optional(lineRange),
  match: z.optional(z.enum(['exact', 'unqualified', 'fuzzy'])),
  ambiguous: z.optional(z.boolean()),
  uncommitted_lines: z.optional(count),
  former_names: maybeTexts,
  /** Who or what wrote the lines, as far as notes about authorship know; how many of them. */
  written_by: z.optional(z.array(z.object({ who: text, kind: z.enum(['agent', 'human']), lines: count }))),
  /** The ref that annotations are written to, where it is not the default. */
  notes_ref: maybeText,
  /** Verbose: whether the file was read from disk. */
  source: z.optional(z.enum(['worktree', 'commit'])),
  /** Verbose: all that was read: notes refs, and "commit messages". */
  sources: maybeTexts,
});

const correctionSchema = z.object({
  field: text,
  correction_type: z.enum(['flag', 'remove', 'amend']),
  reason: maybeText,
  target_value: maybeText,
  replacement: maybeText,
  timestamp: maybeText,
  /** Where the notes commit records the same name. */
  author: maybeText,
  /** Where only the note's text says so. */
  claimed_by: maybeText,
});

/** In force. Plain text where an author laid it down and nobody corrected it. */
const constraintSchema = z.union([
  text,
  z.object({
    text,
    source: z.optional(z.enum(['inferred'])),
    /** In doubt, or in new words. */
    corrected: z.optional(z.enum(['flag', 'amend'])),
    /** The day of an older annotation of the unit, where that laid it down. */
    since: maybeText,
  }),
]);

/** What an annotation laid down and somebody took back. */
const takenBackSchema = z.object({
  text,
  by: maybeText,
  /** Instead of `by`, where only the note's text says so. */
  claimed_by: maybeText,
  reason: maybeText,
});

const rejectedAlternativeSchema = z.object({ alternative: text, reason: maybeText });

const recoveredSchema = z.object({
  from: text,
  /** The commit of this history that has its lines. */
  to: maybeText,
  by: z.enum(['derived_from', 'patch_id', 'content', 'name']),
});

export const relatedSchema = z.object({
  commit: text,
  file: maybeText,
  anchor: maybeText,
  relationship: maybeText,
  /** References away, where that is more than one. */
  hop: z.optional(count),
  intent: maybeText,
  constraints: maybeTexts,
  unresolved: z.optional(z.boolean()),
});

export const crossCuttingSchema = z.object({
  description: text,
  regions: z.array(z.object({ file: text, anchor: maybeText })),
  tags: maybeTexts,
  commit: text,
  recovered: z.optional(recoveredSchema),
});

export const contextLevelSchema = z.enum(['enhanced', 'inferred']);
const provenanceSchema = z.enum(['initial', 'amend', 'squash']);

/** What must hold, before what was thought. */
export const promisesShape = {
  constraints: z.optional(z.array(constraintSchema)),
  rejected_alternatives: z.optional(z.array(rejectedAlternativeSchema)),
};

/** What is to be known about what an annotation says. */
export const cautionsShape = {
  taken_back: z.optional(z.array(takenBackSchema)),
  corrections: z.optional(z.array(correctionSchema)),
  recovered: z.optional(recoveredSchema),
  /** The notes ref that it is from, or "commit messages", where that is not the default ref. */
  source: maybeText,
  /** Where it is not from those who know best. */
  context_level: z.optional(contextLevelSchema),
  /** Where it is not what was written with the commit. */
  provenance: z.optional(provenanceSchema),
};

/** Absent from what was cut down to its constraints. */
export const originShape = {
  commit: maybeText,
  date: maybeText,
  /** Who wrote the annotation, as the notes commit records it; where it does not and the note names nobody, the commit's author. */
  author: maybeText,
  /** The notes commit carries a signature, which nothing verified. */
  carries_signature: z.optional(z.literal(true)),
  /** Who wrote it by the note's text alone. */
  claimed_by: maybeText,
  /** The author of the commit, where that is not `author`. */
  commit_author: maybeText,
};

export const regionAnswerSchema = z.object({
  /** Where it is not the file of the scope. */
  file: maybeText,
  anchor: z.optional(anchorSchema),
  current_lines: z.optional(lineRange),
  /** Instead of `current_lines`, where it is about lines in several places: "12:20", in the order of the file. */
  current_ranges: maybeTexts,
  freshness: freshnessSchema,
  /** Instead of `current_lines`, where it lives in another file today. */
  moved_to: z.optional(movedToSchema),
  ...promisesShape,
  intent: maybeText,
  reasoning: maybeText,
  risk_notes: maybeText,
  semantic_dependencies: z.optional(z.array(z.object({ file: text, anchor: maybeText, nature: maybeText }))),
  open_threads: maybeTexts,
  related: z.optional(z.array(relatedSchema)),
  /** The commit of a later annotation of the same unit, and its subject. */
  newer: maybeText,
  ...cautionsShape,
  ...originShape,
  commit_summary: maybeText,
  task: maybeText,
  tags: maybeTexts,
  confidence: z.optional(z.number()),
  confidence_factors: verboseOnly(
    z.object({
      recency: z.number(),
      context: z.number(),
      anchor: z.number(),
      provenance: z.number(),
      freshness: z.number(),
      newer: z.optional(z.number()),
      corrections: z.optional(z.number()),
    }),
  ),
  evidence: verboseOnly(z.enum(['blame', 'index', 'moved'])),
  match: verboseOnly(z.enum(['file', 'exact', 'unqualified', 'fuzzy', 'lines', 'unit'])),
  lines: verboseOnly(lineRange),
  lines_corrected: verboseOnly(lineRange),
  format: verboseOnly(text),
});

/** Code that declares an assumption about this code; `state` is that of its own annotated lines. */
export const dependentSchema = z.object({
  file: text,
  anchor: maybeText,
  /** The unit that it relies on, or "whole file"; absent where that is the unit of the scope. */
  on: maybeText,
  nature: maybeText,
  ...stateShape,
  /** Where the name that it relies on is only like one in scope. */
  match: z.optional(z.enum(['exact', 'unqualified', 'fuzzy', 'file'])),
  recovered: z.optional(recoveredSchema),
  commit: maybeText,
});

/** A commit message, which is no annotation: what the commit that owns these lines says of itself. */
export const saidInCommitSchema = z.object({
  /** Where several paths were asked about. */
  file: maybeText,
  commit: text,
  date: text,
  author: maybeText,
  summary: text,
  body: maybeText,
  /** Of today's file, as `lines` of a question has them: "42:67, 80". */
  lines: text,
  refers_to: maybeTexts,
});

const flawSchema = z.object({
  line: z.optional(count),
  column: z.optional(count),
  field: maybeText,
  problem: text,
  done: text,
});

/** Only where more than an answer is wanted: what is wrong with notes, and of how many more notes it is not said. */
export const flawedNotesShape = {
  flawed_notes: verboseOnly(
    z.array(
      z.object({ commit: text, source: text, flaws: z.array(flawSchema), more_flaws: z.optional(count) }),
    ),
  ),
  more_flawed_notes: verboseOnly(count),
};

/** What a limit cost. */
export const trimmedSchema = z.object({
  max_tokens: z.optional(count),
  estimated_tokens: z.optional(count),
  /** How many entries are not whole. */
  shortened: z.optional(count),
  /** Left out, by the names that they can be asked for with. */
  units: maybeTexts,
  /** Left out, too, and not named. */
  more_units: z.optional(count),
  /** Left out, by list. */
  left_out: z.optional(z.record(z.string(), count)),
  over_budget: z.optional(z.boolean()),
});

const flawedNotesSchema = z.object(flawedNotesShape);

export type FlawedNotes = Required<z.infer<typeof flawedNotesSchema>>;
export type State = z.infer<typeof stateSchema>;
export type FreshnessAnswer = z.infer<typeof freshnessSchema>;
export type ScopeAnswer = z.infer<typeof scopeSchema>;
export type MovedTo = z.infer<typeof movedToSchema>;
export type RegionAnswer = z.infer<typeof regionAnswerSchema>;
export type ConstraintAnswer = z.infer<typeof constraintSchema>;
export type TakenBack = z.infer<typeof takenBackSchema>;
export type CorrectionAnswer = z.infer<typeof correctionSchema>;
export type RecoveredAnswer = z.infer<typeof recoveredSchema>;
export type Related = z.infer<typeof relatedSchema>;
export type DependentAnswer = z.infer<typeof dependentSchema>;
export type CrossCutting = z.infer<typeof crossCuttingSchema>;
export type SaidInCommit = z.infer<typeof saidInCommitSchema>;
export type Trimmed = z.infer<typeof trimmedSchema>;
