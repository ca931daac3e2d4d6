import * as z from 'zod/mini';
import { readDecisions } from './decisions/decisions.ts';
import type { Candidate } from './dialects/dialect.ts';
import { jsonDialectOf, SCHEMA_NAMES, schemaOf, textDialectOf } from './dialects/registry.ts';
import { unknownSchema } from './dialects/unknown-schema.ts';
import { asObject, type JsonObject } from './json.ts';
import { parseNoteText, type Repair } from './repair.ts';
import { createSanitiser, type Sanitiser } from './sanitise.ts';
import { type Annotation, annotationSchema, provenanceSchema, regionSchema } from './schema.ts';
import { tolerant } from './tolerant.ts';

export const MAX_NOTE_BYTES = 1024 * 1024;

/** What a note gave, and what had to be mended or left out to get it. */
export type NoteReading = {
  annotations: Annotation[];
  repairs: Repair[];
  /** Regions and fields that could not be used, each with its reason. */
  skipped: string[];
  charactersRemoved: number;
  /** Documents that were captured automatically, and left out. */
  captured?: number;
  /** Why nothing at all could be read. */
  problem?: string;
};

/** A document of a note under canonical field names, and the dialect that it was written in. */
type KnownDocument = { format: string; candidate: Candidate };

type OpenedNote = { documents: KnownDocument[]; repairs: Repair[]; captured?: number; problem?: string };

const crossCuttingSchema = z.pick(annotationSchema, { cross_cutting: true });
const headSchema = z.pick(annotationSchema, {
  timestamp: true,
  summary: true,
  task: true,
  record_id: true,
  supersedes: true,
  linked_commits: true,
  expires: true,
});

/** The documents of a note in a known dialect, and why there is none where there is none. */
export function openNote(data: Uint8Array, noteref: string, sanitiser: Sanitiser): OpenedNote {
  const text = Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
  const dialect = textDialectOf(text, noteref);
  if (dialect) {
    const { candidates, ...rest } = dialect.read(text);
    const documents = candidates.map(candidate => ({ format: dialect.name, candidate }));
    return { documents, repairs: [], ...rest };
  }
  return openJson(text, sanitiser);
}

function openJson(text: string, sanitiser: Sanitiser): OpenedNote {
  const parsed = parseNoteText(text);
  const documents: KnownDocument[] = [];
  let { problem } = parsed;
  for (const value of parsed.documents.flatMap(listed)) {
    const document = asObject(value);
    const dialect = document && jsonDialectOf(document);
    if (document && dialect) documents.push({ format: dialect.name, candidate: dialect.read(document) });
    else problem ??= unknownDocument(document, sanitiser);
  }
  return { documents, repairs: parsed.repairs, problem: documents.length > 0 ? undefined : problem };
}

/** Some writers keep the documents of a commit in one list. */
function listed(value: unknown): unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : [value];
}

function unknownDocument(document: JsonObject | undefined, sanitiser: Sanitiser): string {
  const schema = schemaOf(document);
  return schema ? unknownSchema(sanitiser.clean(schema), SCHEMA_NAMES) : 'the note has no schema';
}

/** From the bytes of a note to canonical annotations. A malformed note is data: this never throws. */
export function readNote(data: Uint8Array, noteref: string): NoteReading {
  const sanitiser = createSanitiser();
  const { documents, ...rest } = openNote(data, noteref, sanitiser);
  return { ...readDocuments(documents, sanitiser), ...rest };
}

/** From a commit message to an annotation for each decision that it records; most messages give none. */
export function readCommitMessage(message: string): NoteReading {
  const documents = readDecisions(message).map(({ format, ...candidate }) => ({ format, candidate }));
  return { ...readDocuments(documents, createSanitiser()), repairs: [] };
}

function readDocuments(
  documents: readonly KnownDocument[],
  sanitiser: Sanitiser,
): Omit<NoteReading, 'repairs'> {
  const skipped: string[] = [];
  const annotations = documents.map(known => readAnnotation(known, sanitiser, skipped));
  return { annotations, skipped, charactersRemoved: sanitiser.removed };
}

function readAnnotation(
  { format, candidate: raw }: KnownDocument,
  sanitiser: Sanitiser,
  skipped: string[],
): Annotation {
  const candidate = sanitiseTexts(raw, sanitiser);
  const head = tolerant(headSchema, candidate.annotation);
  const provenance = tolerant(provenanceSchema, candidate.provenance);
  const cross = tolerant(crossCuttingSchema, { cross_cutting: candidate.crossCutting });
  skipped.push(...head.dropped, ...provenance.dropped, ...cross.dropped);
  for (const reason of candidate.skipped ?? []) skipped.push(reason);

  const regions = candidate.regions.flatMap((value, index) => {
    const region = tolerant(regionSchema, value);
    for (const reason of region.dropped) skipped.push(`regions.${index}.${reason}`);
    if (region.value) return [region.value];
    skipped.push(`regions.${index}: not usable, it names no file`);
    return [];
  });
  return {
    format,
    ...head.value,
    context_level: candidate.annotation.context_level === 'enhanced' ? 'enhanced' : 'inferred',
    provenance: provenance.value ?? { operation: 'initial' },
    regions,
    ...(cross.value?.cross_cutting?.length ? { cross_cutting: cross.value.cross_cutting } : {}),
  };
}

/**
 * Before anything is judged, so that a text of nothing but invisible characters counts as empty. Paths stay
 * as they are, because they are compared with real ones; they are cleaned when they go out.
 */
function sanitiseTexts<T>(value: T, sanitiser: Sanitiser, key = ''): T {
  if (typeof value === 'string') return (key === 'file' ? value : sanitiser.clean(value)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => sanitiseTexts(item, sanitiser, key)) as T;
  const clean: JsonObject = {};
  for (const name in value) {
    // No field is called so, and to set it would set something else.
    if (value[name] !== undefined && name !== '__proto__') {
      clean[name] = sanitiseTexts(value[name], sanitiser, name);
    }
  }
  return clean as T;
}
