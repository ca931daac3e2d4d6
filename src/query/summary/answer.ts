import * as z from 'zod/mini';
import {
  anchorSchema,
  cautionsShape,
  count,
  flawedNotesShape,
  freshnessSchema,
  labelShape,
  lineRange,
  noticeSchema,
  promisesShape,
  saidInCommitSchema,
  scopeSchema,
  stateShape,
  text,
  trimmedSchema,
  verboseOnly,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { summaryParameters } from './parameters.ts';

export const summaryAnswerSchema = z.object({
  ...labelShape('ultragit-summary/v1'),
  query: echoSchema(summaryParameters),
  scope: z.extend(scopeSchema, { file: z.optional(text), directory: z.optional(text) }),
  /** Of a directory, what is annotated where: directories, which end in a slash, and files. */
  tree: z.optional(
    z.array(
      z.object({
        path: text,
        /** How many of its files are annotated: "3 of 5". */
        files: z.optional(text),
        /** How many units of its annotated files are; absent where no grammar can tell. */
        units: z.optional(text),
        /** Annotations of no unit. */
        other_regions: z.optional(count),
      }),
    ),
  ),
  units: z.array(
    z.object({
      file: z.optional(text),
      anchor: anchorSchema,
      lines: z.optional(lineRange),
      ...stateShape,
      ...promisesShape,
      intent: z.optional(text),
      risk_notes: z.optional(text),
      ...cautionsShape,
      commit: z.optional(text),
      date: z.optional(text),
      confidence: verboseOnly(z.number()),
      freshness: verboseOnly(freshnessSchema),
    }),
  ),
  /** Of a file with annotations, its units that have none. */
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
    annotated_files: z.optional(count),
    ast_units: count,
    annotated_units: count,
    unannotated_units: count,
    other_regions: z.optional(count),
    regions_gone: z.optional(count),
    /** From here on: verbose. */
    notes_unreachable: z.optional(count),
    notes_indexed: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  ...flawedNotesShape,
  trimmed: z.optional(trimmedSchema),
});

export type SummaryAnswer = z.infer<typeof summaryAnswerSchema>;
