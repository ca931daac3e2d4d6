import * as z from 'zod/mini';
import {
  anchorSchema,
  constraintSchema,
  correctionSchema,
  count,
  flawedNotesShape,
  freshnessSchema,
  lineRange,
  noticeSchema,
  recoveredSchema,
  saidInCommitSchema,
  scopeSchema,
  text,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { summaryParameters } from './parameters.ts';

export const summaryAnswerSchema = z.object({
  $schema: z.literal('ultragit-summary/v1'),
  query: echoSchema(summaryParameters),
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
      recovered: z.optional(recoveredSchema),
      source: z.optional(text),
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
  /** Of a file without annotations, the commits that explain most of it, by their subjects. */
  said_in_commits: z.optional(
    z.array(z.omit(saidInCommitSchema, { file: true, body: true, refers_to: true })),
  ),
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
  ...flawedNotesShape,
});

export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;
