import * as z from 'zod/mini';
import { count, text } from '../answers.ts';
import type { Parameter, Parameters, QueryOf } from './parameters.ts';

/** The schemas that follow from a query's parameters. */

const ECHOES = {
  text,
  texts: z.array(text),
  count,
  number: z.number(),
  choice: text,
  switch: z.boolean(),
};

/** The part of an answer that repeats the question. */
export function echoSchema<Table extends Parameters>(table: Table): z.ZodMiniType<QueryOf<Table>> {
  const shape = Object.entries(table).map(([name, { kind, required, instead }]) => {
    const schema = ECHOES[kind];
    return [name, required && instead === undefined ? schema : z.optional(schema)];
  });
  return z.object(Object.fromEntries(shape)) as unknown as z.ZodMiniType<QueryOf<Table>>;
}

/** What a tool takes: the parameters that it has a text for. */
export function inputSchema(table: Parameters): z.ZodMiniObject {
  const shape = Object.entries(table).flatMap(([name, parameter]) =>
    parameter.tool === undefined ? [] : [[name, argument(name, parameter, parameter.tool)] as const],
  );
  return z.object(Object.fromEntries(shape));
}

const MAX_TEXT = 4096;

function argument(name: string, { kind, required }: Parameter, description: string): z.ZodMiniType {
  if (kind === 'count') return optionalCount(name, description);
  if (kind !== 'text') throw new TypeError(`Tools have no arguments of the kind ${kind}: ${name}`);
  return required ? requiredText(name, description) : optionalText(name, description);
}

/** Text that an agent filled in with nothing ("") counts as not given. */
function optionalText(name: string, description: string) {
  const given = z.pipe(
    validText(name),
    z.transform(value => (value.trim() === '' ? undefined : value)),
  );
  return z.optional(given).check(z.describe(description));
}

function requiredText(name: string, description: string) {
  return validText(name).check(
    z.refine(value => value.trim() !== '', `${name} must not be empty`),
    z.describe(description),
  );
}

function validText(name: string) {
  return z.string(`${name} must be a string`).check(
    z.maxLength(MAX_TEXT, `${name} must not be longer than ${MAX_TEXT} characters`),
    z.refine(value => !/\0|\p{Surrogate}/u.test(value), `${name} must be valid text`),
  );
}

function optionalCount(name: string, description: string) {
  const message = `${name} must be a positive whole number`;
  return z.optional(z.int(message).check(z.minimum(1, message))).check(z.describe(description));
}
