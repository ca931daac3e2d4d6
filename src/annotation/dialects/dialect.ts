import type { JsonObject } from '../json.ts';

/** A document under the field names of the canonical schema, before the schema judges its values. */
export type Candidate = {
  annotation: JsonObject;
  regions: unknown[];
  crossCutting: unknown[];
  provenance: unknown;
};

/** One way in which notes are written. */
export type Dialect = {
  /** The value of `schema` (or `$schema`) in its documents; answers name it as the format of a region. */
  name: string;
  /** Brings a document, in the spellings of all its writers, to canonical field names. */
  read(document: JsonObject): Candidate;
};
