import { asText, type JsonObject } from '../json.ts';
import { COMMITLORE } from './commitlore.ts';
import type { JsonDialect, TextDialect } from './dialect.ts';
import { readUltragitV1 } from './ultragit-v1.ts';

/** The dialects that are read, one row each; a new one is a file beside this one and a row here. */
const JSON_DIALECTS: readonly JsonDialect[] = [
  { name: 'ultragit/v1', recognises: hasSchema('ultragit/v1'), read: readUltragitV1 },
  { name: 'chronicle/v1', recognises: hasSchema('chronicle/v1'), read: readUltragitV1 },
];

/** Asked in this order; the first that recognises a note reads it. */
const TEXT_DIALECTS: readonly TextDialect[] = [COMMITLORE];

/** What this program can read; an index that was made without one of them does not know its notes. */
export const DIALECT_NAMES = [...JSON_DIALECTS, ...TEXT_DIALECTS].map(({ name }) => name);

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
  return document => schemaOf(document) === name;
}
