/** The JSON Schemas that are shipped in `schema/`: of the note that is written, and of each answer. */
import * as z from 'zod/mini';
import { noteSchema } from '../annotation/note-schema.ts';
import { QUERIES } from '../query/registry.ts';
import { checkSchema } from './answer.ts';

/** By the name of the file. Made anew by `npm run schemas`. */
export async function publishedSchemas(): Promise<Map<string, object>> {
  const schemas = new Map([['note-v1.json', published('note', 'An annotation, as a git note', noteSchema)]]);
  for (const query of QUERIES) {
    const output = (await query.output()) as z.core.$ZodType;
    const title = `The answer of ultragit ${query.name}`;
    schemas.set(`${query.name}-v1.json`, published(query.name, title, output));
  }
  schemas.set('check-v1.json', published('check', 'The answer of ultragit check', checkSchema));
  return schemas;
}

function published(name: string, title: string, schema: z.core.$ZodType): object {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  return { $schema, $id: `urn:ultragit:${name}-v1`, title, ...rest };
}
