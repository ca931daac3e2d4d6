import * as z from 'zod/mini';
import {
  contextLevelSchema,
  count,
  crossCuttingSchema,
  dependentSchema,
  flawedNotesShape,
  labelShape,
  noticeSchema,
  scopeSchema,
  text,
  trimmedSchema,
  verboseOnly,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { depsParameters } from './parameters.ts';

export const depsAnswerSchema = z.object({
  ...labelShape('ultragit-deps/v1'),
  query: echoSchema(depsParameters),
  scope: scopeSchema,
  dependents: z.array(
    z.extend(dependentSchema, {
      /** Where it is not from those who know best. */
      context_level: z.optional(contextLevelSchema),
      /** The name that the dependent's file had when it was annotated, where it has another one now. */
      noted_as: verboseOnly(text),
      date: z.optional(text),
      confidence: z.optional(z.number()),
    }),
  ),
  cross_cutting: z.optional(z.array(crossCuttingSchema)),
  stats: z.object({
    dependencies_found: count,
    /** From here on: verbose. */
    notes_indexed: z.optional(count),
    scan_method: z.optional(z.enum(['index'])),
    notes_unreachable: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  ...flawedNotesShape,
  trimmed: z.optional(trimmedSchema),
});

export type DepsAnswer = z.infer<typeof depsAnswerSchema>;
