import * as z from 'zod/mini';
import {
  cautionsShape,
  count,
  flawedNotesShape,
  freshnessSchema,
  labelShape,
  movedToSchema,
  noticeSchema,
  originShape,
  promisesShape,
  relatedSchema,
  scopeSchema,
  stateShape,
  text,
  trimmedSchema,
  verboseOnly,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { historyParameters } from './parameters.ts';

export const historyAnswerSchema = z.object({
  ...labelShape('ultragit-history/v1'),
  query: echoSchema(historyParameters),
  scope: scopeSchema,
  timeline: z.array(
    z.object({
      /** Where it is not the file of the scope. */
      file: z.optional(text),
      anchor: z.optional(text),
      ...stateShape,
      moved_to: z.optional(movedToSchema),
      ...promisesShape,
      intent: z.optional(text),
      reasoning: z.optional(text),
      risk_notes: z.optional(text),
      related_context: z.optional(z.array(relatedSchema)),
      ...cautionsShape,
      kind: z.enum(['direct', 'related']),
      ...originShape,
      commit_message: z.optional(text),
      freshness: verboseOnly(freshnessSchema),
    }),
  ),
  stats: z.object({
    annotations_found: count,
    entries_found: count,
    entries_returned: count,
    /** Of those returned. */
    related_entries: z.optional(count),
    /** From here on: verbose. */
    notes_unreachable: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  ...flawedNotesShape,
  trimmed: z.optional(trimmedSchema),
});

export type HistoryAnswer = z.infer<typeof historyAnswerSchema>;
