import * as z from 'zod/mini';
import {
  constraintSchema,
  correctionSchema,
  count,
  flawedNotesShape,
  freshnessSchema,
  noticeSchema,
  recoveredSchema,
  rejectedAlternativeSchema,
  relatedSchema,
  scopeSchema,
  text,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { historyParameters } from './parameters.ts';

export const historyAnswerSchema = z.object({
  $schema: z.literal('ultragit-history/v1'),
  query: echoSchema(historyParameters),
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
      source: z.optional(text),
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
  ...flawedNotesShape,
});

export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;
