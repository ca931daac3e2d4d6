import * as z from 'zod/mini';
import type { Dialect } from './dialects/dialect.ts';
import { dialectNamed } from './dialects/registry.ts';
import { asObject, asText, type JsonObject } from './json.ts';
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
  /** Why nothing at all could be read. */
  problem?: string;
};

type KnownDocument = { dialect: Dialect; document: JsonObject };

const crossCuttingSchema = z.pick(annotationSchema, { cross_cutting: true });
const headSchema = z.pick(annotationSchema, { timestamp: true, summary: true, task: true });

/** The documents of a note in a known dialect, and why there is none where there is none. */
export function openNote(
  data: Uint8Array,
  sanitiser: Sanitiser,
): { documents: KnownDocument[]; repairs: Repair[]; problem?: string } {
  const parsed = parseNoteText(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8'));
  const documents: KnownDocument[] = [];
  let { problem } = parsed;
  for (const value of parsed.documents) {
    const document = asObject(value);
    const schema = asText(document?.schema) ?? asText(document?.$schema);
    const dialect = schema === undefined ? undefined : dialectNamed(schema);
    if (document && dialect) documents.push({ dialect, document });
    else {
      problem ??= schema
        ? `unknown schema "${sanitiser.clean(schema).slice(0, 40)}"`
        : 'the note has no schema';
    }
  }
  return { documents, repairs: parsed.repairs, problem: documents.length > 0 ? undefined : problem };
}

/** From the bytes of a note to canonical annotations. A malformed note is data: this never throws. */
export function readNote(data: Uint8Array): NoteReading {
  const sanitiser = createSanitiser();
  const { documents, repairs, problem } = openNote(data, sanitiser);
  const skipped: string[] = [];
  const annotations = documents.map(known => readAnnotation(known, sanitiser, skipped));
  return { annotations, repairs, skipped, charactersRemoved: sanitiser.removed, problem };
}

function readAnnotation(
  { dialect, document }: KnownDocument,
  sanitiser: Sanitiser,
  skipped: string[],
): Annotation {
  const candidate = sanitiseTexts(dialect.read(document), sanitiser);
  const head = tolerant(headSchema, candidate.annotation);
  const provenance = tolerant(provenanceSchema, candidate.provenance);
  const cross = tolerant(crossCuttingSchema, { cross_cutting: candidate.crossCutting });
  skipped.push(...head.dropped, ...provenance.dropped, ...cross.dropped);

  const regions = candidate.regions.flatMap((value, index) => {
    const region = tolerant(regionSchema, value);
    for (const reason of region.dropped) skipped.push(`regions.${index}.${reason}`);
    if (region.value) return [region.value];
    skipped.push(`regions.${index}: not usable, it names no file`);
    return [];
  });
  return {
    format: dialect.name,
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
