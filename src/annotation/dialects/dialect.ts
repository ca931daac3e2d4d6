import type { JsonObject } from '../json.ts';
import type { Mistake } from '../mistake.ts';

/** A document under the field names of the canonical schema, before the schema judges its values. */
export type Candidate = {
  annotation: JsonObject;
  regions: unknown[];
  crossCutting: unknown[];
  provenance: unknown;
  /** What had to be left out, or read as something else, on the way to canonical names. */
  mistakes?: Mistake[];
};

/** Notes that are JSON documents, each told by its own content. */
export type JsonDialect = {
  /** Answers name it as the format of a region. */
  name: string;
  recognises(document: JsonObject): boolean;
  /** Brings a document, in the spellings of all its writers, to canonical field names. */
  read(document: JsonObject): Candidate;
  /** Names what a reader has to put up with, beyond what the schema finds. */
  check?(document: JsonObject): Mistake[];
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
