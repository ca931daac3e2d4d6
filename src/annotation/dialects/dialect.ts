import type { JsonObject } from '../json.ts';

/** A document under the field names of the canonical schema, before the schema judges its values. */
export type Candidate = {
  annotation: JsonObject;
  regions: unknown[];
  crossCutting: unknown[];
  provenance: unknown;
  /** Entries that say nothing of use, each by its place in the document, with the reason. */
  skipped?: string[];
};

/** Notes that are JSON documents, each told by its own content. */
export type JsonDialect = {
  /** Answers name it as the format of a region. */
  name: string;
  recognises(document: JsonObject): boolean;
  /** Brings a document, in the spellings of all its writers, to canonical field names. */
  read(document: JsonObject): Candidate;
};

/** Notes that are not JSON as a whole. */
export type TextDialect = {
  name: string;
  /** By the text, and by the ref that it is kept in where that is all there is to go by. */
  recognises(text: string, noteref: string): boolean;
  read(text: string): TextReading;
};

export type TextReading = {
  candidates: Candidate[];
  /** How many documents were written by a machine as it went along, and are left out for that. */
  captured?: number;
  /** Why a note of this kind is named and not read. */
  problem?: string;
};
