import { asText, type JsonObject } from '../json.ts';
import { readChronicleKnowledge } from './chronicle-knowledge.ts';
import { readChronicleV2 } from './chronicle-v2.ts';
import { readChronicleV3 } from './chronicle-v3.ts';
import type { JsonDialect, TextDialect } from './dialect.ts';
import { readUltragitV1 } from './ultragit-v1.ts';
import { withFullVersion } from './unknown-schema.ts';

/** The dialects that are read, one row each; a new one is a file beside this one and a row here. */
const JSON_DIALECTS: readonly JsonDialect[] = [
  { name: 'ultragit/v1', recognises: hasSchema('ultragit/v1'), read: readUltragitV1 },
  { name: 'chronicle/v1', recognises: hasSchema('chronicle/v1'), read: readUltragitV1 },
  { name: 'chronicle/v2', recognises: hasSchema('chronicle/v2'), read: readChronicleV2 },
  { name: 'chronicle/v3', recognises: hasSchema('chronicle/v3'), read: readChronicleV3 },
  {
    name: 'chronicle/knowledge-v1',
    recognises: hasSchema('chronicle/knowledge-v1'),
    read: readChronicleKnowledge,
  },
];

/** Asked in this order; the first that recognises a note reads it. */
const TEXT_DIALECTS: readonly TextDialect[] = [];

/** What this program can read; an index that was made without one of them does not know its notes. */
export const DIALECT_NAMES = [...JSON_DIALECTS, ...TEXT_DIALECTS].map(({ name }) => name);

/** Of the dialects that are told by the schema that a document names. */
export const SCHEMA_NAMES = JSON_DIALECTS.filter(({ name, recognises }) => recognises({ schema: name })).map(
  ({ name }) => name,
);

export function jsonDialectOf(document: JsonObject): JsonDialect | undefined {
  return JSON_DIALECTS.find(dialect => dialect.recognises(document));
}

export function textDialectOf(text: string, noteref: string): TextDialect | undefined {
  return TEXT_DIALECTS.find(dialect => dialect.recognises(text, noteref));
}

/** The value of `schema`, which some writers call `$schema`. */
export function schemaOf(document: JsonObject | undefined): string | undefined {
  return asText(document?.schema) ?? asText(document?.$schema);
}

function hasSchema(name: string): (document: JsonObject) => boolean {
  return document => {
    const schema = schemaOf(document);
    return schema !== undefined && withFullVersion(schema) === name;
  };
}
