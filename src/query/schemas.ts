import * as z from 'zod/mini';
import { count, text } from '../answers.ts';
import type { Parameter, Parameters, QueryOf } from './parameters.ts';
import { asNumber, asRange, asSwitch } from './taken-as.ts';

/** The schemas that follow from a query's parameters. */

const ECHOES = {
  text,
  texts: z.array(text),
  range: text,
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
  const given = ARGUMENTS[parameter.kind](name, parameter);
  return (parameter.required ? given : z.optional(given)).check(z.describe(description));
}

const ARGUMENTS: Record<Parameter['kind'], (name: string, row: Parameter) => z.ZodMiniType> = {
  text: textArgument,
  texts: name => z.array(validText(name), `${name} must be a list of texts`),
  range: (name, row) =>
    takenBy(asRange, row, validText(name, `${name} must be START:END, for example "42:67"`)),
  count: (name, row) => {
    const { least = 1 } = row;
    const message =
      least === 1
        ? `${name} must be a positive whole number`
        : `${name} must be a whole number, ${least} or more`;
    return takenBy(asNumber, row, z.int(message).check(z.minimum(least, message)));
  },
  number: (name, row) => {
    const { least = 0, most = Number.MAX_VALUE } = row;
    const message = `${name} must be a number from ${least} to ${most}`;
    const valid = z.number(message).check(z.minimum(least, message), z.maximum(most, message));
    return takenBy(asNumber, row, valid);
  },
  choice: (name, { choices = [] }) => z.enum([...choices], `${name} must be one of ${choices.join(', ')}`),
  switch: (name, row) => takenBy(asSwitch, row, z.boolean(`${name} must be true or false`)),
};

/** Declared as `valid`, and more generous than that. */
function takenBy(
  take: (value: unknown) => unknown,
  { required }: Parameter,
  valid: z.ZodMiniType,
): z.ZodMiniType {
  return z.pipe(z.transform(take), required ? valid : z.optional(valid));
}

/** Text that an agent filled in with nothing ("") counts as not given. */
function textArgument(name: string, { required }: Parameter): z.ZodMiniType {
  if (required)
    return validText(name).check(z.refine(value => value.trim() !== '', `${name} must not be empty`));
  return z.pipe(
    validText(name),
    z.transform(value => (value.trim() === '' ? undefined : value)),
  );
}

function validText(name: string, message = `${name} must be a string`) {
  return z.string(message).check(
    z.maxLength(MAX_TEXT, `${name} must not be longer than ${MAX_TEXT} characters`),
    z.refine(value => !/\0|\p{Surrogate}/u.test(value), `${name} must be valid text`),
  );
}
