/** The JSON Schemas that `tools/list` declares: what a caller may send, and what it gets. */
import * as z from 'zod/mini';
import { isVerboseOnly } from '../answers.ts';
import { isRecord } from './jsonrpc.ts';

type Field = readonly [name: string, schema: z.core.$ZodType];

/**
 * The schema as a caller may fill it, so that it does not forbid unknown arguments, and without keywords that help
 * nobody to fill it: some hosts stumble over them, and all pay for them.
 */
export function declaredInput(schema: z.core.$ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema: node }) => {
      delete node.maxLength;
      if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
      if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
      if (isRecord(node.additionalProperties) && Object.keys(node.additionalProperties).length === 0) {
        delete node.additionalProperties;
      }
    },
  });
  return rest;
}

/**
 * What an agent looks for and a client checks: the keys of the answer and of its main list, with their types, and
 * which of the former are always there. A host may put all of it into its prompt, so what is deeper is left to the
 * answers themselves.
 */
export function declaredOutput(schema: z.core.$ZodObject): object {
  const fields = fieldsOf(schema);
  const always = fields.filter(([, field]) => isAlwaysThere(field));
  const main = always.find(([, field]) => itemOf(field))?.[1];
  const describe = (field: z.core.$ZodType) => {
    const item = field === main ? itemOf(field) : undefined;
    return item ? { type: 'array', items: objectOf(fieldsOf(item), typeOf) } : typeOf(field);
  };
  const required = always.map(([name]) => name);
  return { ...objectOf(fields, describe), ...(required.length > 0 ? { required } : {}) };
}

/** `$schema` names the answer for those who keep it; who has called the tool knows it. */
function fieldsOf(schema: z.core.$ZodObject): Field[] {
  return Object.entries(schema._zod.def.shape).filter(
    ([name, field]) => name !== '$schema' && !isVerboseOnly(field),
  );
}

function objectOf(fields: readonly Field[], describe: (field: z.core.$ZodType) => object): object {
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, describe(field)]));
  return { type: 'object', properties };
}

function isAlwaysThere(field: z.core.$ZodType): boolean {
  return field._zod.optout !== 'optional';
}

/** The objects that a list has; undefined for a list of anything else, and for what is no list. */
function itemOf(field: z.core.$ZodType): z.core.$ZodObject | undefined {
  const element = field instanceof z.ZodMiniArray ? field._zod.def.element : undefined;
  return element instanceof z.ZodMiniObject ? element : undefined;
}

/** Nothing where it may have several types. */
function typeOf(field: z.core.$ZodType): object {
  const { type } = z.toJSONSchema(field, { io: 'output' });
  return type === undefined ? {} : { type };
}
