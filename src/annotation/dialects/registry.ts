import { asText, type JsonObject } from '../json.ts';
import { adr } from './adr.ts';
import { isAgentNotes, readAgentNotes } from './agent-notes.ts';
import { isAgentTrace, readAgentTrace } from './agent-trace.ts';
import { isAgentnote, readAgentnote } from './agentnote.ts';
import { isAgit, readAgit } from './agit.ts';
import { readChronicleKnowledge } from './chronicle-knowledge.ts';
import { readChronicleV2 } from './chronicle-v2.ts';
import { readChronicleV3 } from './chronicle-v3.ts';
import { COMMITLORE } from './commitlore.ts';
import type { Candidate, JsonDialect, TextDialect } from './dialect.ts';
import { ENTIRE_FORMAT, isCheckpoint, readCheckpoint } from './entire.ts';
import { isGitAi, readGitAi } from './git-ai.ts';
import { mem } from './mem.ts';
import { memento } from './memento.ts';
import { plainText } from './plain-text.ts';
import { readUltragitV1 } from './ultragit-v1.ts';
import { mistakesInUltragitV1 } from './ultragit-v1-mistakes.ts';
import { withFullVersion } from './unknown-schema.ts';

/** The dialects that are read, one row each; a new one is a file beside this one and a row here. */
const JSON_DIALECTS: readonly JsonDialect[] = [
  ultragitV1('ultragit/v1'),
  ultragitV1('chronicle/v1'),
  { name: 'chronicle/v2', recognises: hasSchema('chronicle/v2'), read: readChronicleV2 },
  { name: 'chronicle/v3', recognises: hasSchema('chronicle/v3'), read: readChronicleV3 },
  {
    name: 'chronicle/knowledge-v1',
    recognises: hasSchema('chronicle/knowledge-v1'),
    read: readChronicleKnowledge,
  },
  {
    name: ENTIRE_FORMAT,
    recognises: isCheckpoint,
    read: document => readCheckpoint(document) ?? NO_CANDIDATE,
  },
  { name: 'agit', recognises: isAgit, read: readAgit },
  { name: 'agentnote', recognises: isAgentnote, read: readAgentnote },
  { name: 'agent-notes', recognises: isAgentNotes, read: readAgentNotes },
  { name: 'agent-trace', recognises: isAgentTrace, read: readAgentTrace },
];

/** Asked in this order; the first that recognises a note reads it. */
const TEXT_DIALECTS: readonly TextDialect[] = [
  { name: 'git-ai', recognises: isGitAi, read: readGitAi },
  COMMITLORE,
  memento,
  mem,
  adr,
  plainText,
];

/** What this program can read; an index that was made without one of them does not know its notes. */
export const DIALECT_NAMES = [...JSON_DIALECTS, ...TEXT_DIALECTS].map(({ name }) => name);

/** What is agreed for a part of the tree, and hangs on no commit. */
export const STANDING_FORMATS: ReadonlySet<string> = new Set(['chronicle/knowledge-v1']);

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

const NO_CANDIDATE: Candidate = { annotation: {}, regions: [], crossCutting: [], provenance: undefined };

function ultragitV1(name: string): JsonDialect {
  return { name, recognises: hasSchema(name), read: readUltragitV1, check: mistakesInUltragitV1 };
}

function hasSchema(name: string): (document: JsonObject) => boolean {
  return document => {
    const schema = schemaOf(document);
    return schema !== undefined && withFullVersion(schema) === name;
  };
}
