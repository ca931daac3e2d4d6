import * as z from 'zod/mini';
import {
  anchorSchema,
  cautionsShape,
  count,
  labelShape,
  lineRange,
  movedToSchema,
  noticeSchema,
  originShape,
  saidInCommitSchema,
  scopeSchema,
  stateShape,
  text,
  trimmedSchema,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { searchParameters } from './parameters.ts';
import { KINDS } from './said-in.ts';

export const searchAnswerSchema = z.object({
  ...labelShape('ultragit-search/v1'),
  query: echoSchema(searchParameters),
  scope: z.pick(scopeSchema, { repository: true, notes_ref: true, sources: true }),
  results: z.array(
    z.object({
      /** As it is called today; of what was deleted, as the annotation calls it. */
      file: z.optional(text),
      /** Instead of `file`, of what is said of a whole commit: the files that it changed, the first ones. */
      files: z.optional(z.array(text)),
      more_files: z.optional(count),
      anchor: z.optional(anchorSchema),
      /** Where it is today. */
      lines: z.optional(lineRange),
      ...stateShape,
      moved_to: z.optional(movedToSchema),
      matches: z.array(
        z.object({
          kind: z.enum(KINDS),
          text,
          /** Why it was rejected, or taken back. */
          reason: z.optional(text),
          /** What is relied on. */
          on: z.optional(text),
          taken_back: z.optional(z.boolean()),
        }),
      ),
      /** What the code is for, where that is not among the matches. */
      intent: z.optional(text),
      recovered: cautionsShape.recovered,
      source: cautionsShape.source,
      context_level: cautionsShape.context_level,
      ...originShape,
      commit_summary: z.optional(text),
      tags: z.optional(z.array(text)),
    }),
  ),
  /** Commit messages that have the words, where no annotation has them or where messages were asked for. */
  said_in_commits: z.optional(z.array(z.omit(saidInCommitSchema, { file: true, lines: true }))),
  stats: z.object({
    /** Notes, and commit messages that record decisions. */
    notes_searched: count,
    results_found: count,
    results_returned: count,
  }),
  notices: z.optional(z.array(noticeSchema)),
  trimmed: z.optional(trimmedSchema),
});

export type SearchAnswer = z.infer<typeof searchAnswerSchema>;
