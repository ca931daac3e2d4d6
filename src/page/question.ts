import * as z from 'zod/mini';
import { UltragitError } from '../errors.ts';
import type { PageQuestion } from './data.ts';

const MAX_TEXT = 4096;

function text(name: string) {
  return z.string(`${name} is missing`).check(
    z.minLength(1, `${name} is missing`),
    z.maxLength(MAX_TEXT, `${name} must not be longer than ${MAX_TEXT} characters`),
    z.refine(value => !/\0|\p{Surrogate}/u.test(value), `${name} must be valid text`),
  );
}

const schema = z.discriminatedUnion('about', [
  z.object({ about: z.literal('repository') }),
  z.object({ about: z.literal('file'), path: text('path') }),
  z.object({ about: z.literal('unit'), path: text('path'), anchor: text('anchor') }),
  z.object({
    about: z.literal('graph'),
    path: z.optional(text('path')),
    anchor: z.optional(text('anchor')),
  }),
  z.object({ about: z.literal('search'), words: text('words'), kind: z.optional(text('kind')) }),
]);

/** What came from outside, as a question, or the error that says what is wrong with it. */
export function question(given: unknown): PageQuestion {
  const asked = z.safeParse(schema, given);
  if (asked.success) return asked.data;
  const [issue] = asked.error.issues;
  const isAbout = issue?.path[0] === 'about' || issue?.path.length === 0;
  throw new UltragitError('bad_argument', isAbout ? 'There is no such question.' : `${issue?.message}.`, [
    'Ask about the repository, a file, a unit, the graph, or search for words.',
  ]);
}

/** How a question is written down in a report: its keys are in the order of the type. */
export function canonical(asked: PageQuestion): string {
  return JSON.stringify(schemaOrder(asked));
}

const ORDER = ['about', 'path', 'anchor', 'words', 'kind'] as const;

function schemaOrder(asked: PageQuestion): object {
  const given: Readonly<Record<string, unknown>> = asked;
  return Object.fromEntries(ORDER.flatMap(key => (given[key] === undefined ? [] : [[key, given[key]]])));
}
