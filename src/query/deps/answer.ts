import * as z from 'zod/mini';
import {
  count,
  crossCuttingSchema,
  dependentSchema,
  flawedNotesShape,
  freshnessSchema,
  noticeSchema,
  scopeSchema,
  text,
} from '../../answers.ts';
import { echoSchema } from '../schemas.ts';
import { depsParameters } from './parameters.ts';

export const depsAnswerSchema = z.object({
  $schema: z.literal('ultragit-deps/v1'),
  query: echoSchema(depsParameters),
  scope: scopeSchema,
  dependents: z.array(
    z.extend(dependentSchema, {
      /** The name that the dependent's file had when it was annotated, where it has another one now. */
      noted_as: z.optional(text),
      /** The unit that the dependency names; absent where it is on the whole file. */
      target: z.optional(text),
      context_level: z.enum(['enhanced', 'inferred']),
      /** How the dependency names this code; `file` means the file as a whole. */
      match: z.enum(['exact', 'unqualified', 'fuzzy', 'file']),
      freshness: freshnessSchema,
    }),
  ),
  cross_cutting: z.optional(z.array(crossCuttingSchema)),
  stats: z.object({
    notes_indexed: count,
    dependencies_found: count,
    scan_method: z.enum(['index']),
    notes_unreachable: z.optional(count),
    notes_malformed: z.optional(count),
  }),
  notices: z.optional(z.array(noticeSchema)),
  ...flawedNotesShape,
});

export type DepsAnswer = z.infer<typeof depsAnswerSchema>;
