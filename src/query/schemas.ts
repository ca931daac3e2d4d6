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

/** The part of an answer that repeats the question, as far as its scope does not. */
export function echoSchema<Table extends Parameters>(
  table: Table,
): z.ZodMiniOptional<z.ZodMiniType<Partial<QueryOf<Table>>>> {
  const shape = Object.entries(table).map(([name, { kind }]) => [name, z.optional(ECHOES[kind])]);
  return z.optional(z.object(Object.fromEntries(shape)) as unknown as z.ZodMiniType<Partial<QueryOf<Table>>>);
}

/** What a tool takes: the parameters that it has a text for. */
export function inputSchema(table: Parameters): z.ZodMiniObject {
  const shape = Object.entries(table).flatMap(([name, parameter]) =>
    parameter.tool === undefined ? [] : [[name, argument(name, parameter, parameter.tool)] as const],
  );
  return z.object(Object.fromEntries(shape));
}

const MAX_TEXT = 4096;

function argument(name: string, parameter: Parameter, description: string): z.ZodMiniType {
  const given =
    parameter.kind === 'text' ? textArgument(name, parameter) : OTHERS[parameter.kind](name, parameter);
  return (parameter.required ? given : z.optional(given)).check(z.describe(description));
}

const OTHERS: Record<Exclude<Parameter['kind'], 'text'>, (name: string, row: Parameter) => z.ZodMiniType> = {
  texts: name => z.array(validText(name), `${name} must be a list of texts`),
  count: (name, { least = 1 }) => {
    const message =
      least === 1
        ? `${name} must be a positive whole number`
        : `${name} must be a whole number, ${least} or more`;
    return z.int(message).check(z.minimum(least, message));
  },
  number: (name, { least = 0, most = Number.MAX_VALUE }) => {
    const message = `${name} must be a number from ${least} to ${most}`;
    return z.number(message).check(z.minimum(least, message), z.maximum(most, message));
  },
  choice: (name, { choices = [] }) => z.enum([...choices], `${name} must be one of ${choices.join(', ')}`),
  switch: name => z.boolean(`${name} must be true or false`),
};

/** Text that an agent filled in with nothing ("") counts as not given. */
function textArgument(name: string, { required }: Parameter): z.ZodMiniType {
  if (required)
    return validText(name).check(z.refine(value => value.trim() !== '', `${name} must not be empty`));
  return z.pipe(
    validText(name),
    z.transform(value => (value.trim() === '' ? undefined : value)),
  );
}

function validText(name: string) {
  return z.string(`${name} must be a string`).check(
    z.maxLength(MAX_TEXT, `${name} must not be longer than ${MAX_TEXT} characters`),
    z.refine(value => !/\0|\p{Surrogate}/u.test(value), `${name} must be valid text`),
  );
}
