import * as z from 'zod/mini';
import {
  count,
  crossCuttingSchema,
  dependentSchema,
  flawedNotesShape,
  labelShape,
  noticeSchema,
  regionAnswerSchema,
  saidInCommitSchema,
  scopeSchema,
  trimmedSchema,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { readParameters } from './parameters.ts';

export const readAnswerSchema = z.object({
  ...labelShape('ultragit-read/v1'),
  query: echoSchema(readParameters),
  scope: z.optional(scopeSchema),
  /** Instead of `scope`, where several paths were asked about. */
  scopes: z.optional(z.array(scopeSchema)),
  regions: z.array(regionAnswerSchema),
  dependencies_on_this: z.optional(z.array(dependentSchema)),
  cross_cutting: z.optional(z.array(crossCuttingSchema)),
  said_in_commits: z.optional(z.array(saidInCommitSchema)),
  stats: z.object({
    annotations_found: count,
    /** Where more concern the question than are returned. */
    regions_matched: z.optional(count),
    regions_returned: count,
    /** From here on: verbose. */
    commits_examined: z.optional(count),
    related_hops: z.optional(count),
    notes_malformed: z.optional(count),
    notes_repaired: z.optional(count),
    notes_unreachable: z.optional(count),
    characters_removed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  ...flawedNotesShape,
  trimmed: z.optional(trimmedSchema),
});

export type ReadAnswer = z.infer<typeof readAnswerSchema>;
