import { isUtf8 } from 'node:buffer';
import { jsonDialectOf } from '../../annotation/dialects/registry.ts';
import { anchorOf, pathOf } from '../../annotation/dialects/spellings.ts';
import { asArray, asObject, type JsonObject } from '../../annotation/json.ts';
import { MAX_NOTE_BYTES } from '../../annotation/note-reading.ts';
import { noteText } from '../../annotation/open-note.ts';
import { parseNoteText } from '../../annotation/repair.ts';
import { FORMAT, hidesFields, NOTE_SCHEMA } from '../note-document.ts';
import { canonical, smaller } from './canonical.ts';

/** What is merged piece by piece; each part is known by its content, so that equal ones are one. */
export type NoteParts = {
  /** Everything of a document but its regions, its concerns and its time; documents that agree in it are one. */
  heads: Map<string, JsonObject>;
  /** The latest time that is said with a head. */
  times: Map<string, string>;
  regions: Map<string, RegionPart>;
  concerns: Map<string, ConcernPart>;
  /** Documents in other dialects: they are kept whole. */
  others: Map<string, unknown>;
};

/** A region without its corrections, which are added to it later and must not make another region of it. */
export type RegionPart = {
  head: string;
  body: JsonObject;
  /** The file and the unit that it is about. */
  place: RegionPlace;
  corrections: Map<string, unknown>;
};

export type RegionPlace = { file: string; unit?: string; lines?: unknown };

type ConcernPart = { head: string; concern: unknown };

const REGION_DIALECTS: readonly string[] = ['ultragit/v1', 'chronicle/v1'];

/** Undefined for a note that is not JSON from its beginning to its end. */
export function partsOf(data: Uint8Array): NoteParts | undefined {
  const documents = documentsOf(data);
  if (!documents) return undefined;
  const parts = noParts();
  for (const document of documents) addDocument(parts, document);
  return parts;
}

/** A text as the summary of a document, for where it has to stand beside documents. */
export function partsOfText(text: string): NoteParts {
  const parts = noParts();
  addDocument(parts, { $schema: NOTE_SCHEMA, schema: FORMAT, context_level: 'inferred', summary: text });
  return parts;
}

export function noParts(): NoteParts {
  return { heads: new Map(), times: new Map(), regions: new Map(), concerns: new Map(), others: new Map() };
}

/** The documents of a note; undefined where one can't be read, or would lose something when it is written again. */
function documentsOf(data: Uint8Array): unknown[] | undefined {
  if (data.byteLength > MAX_NOTE_BYTES || !isUtf8(data)) return undefined;
  const text = noteText(data);
  const { documents, problem } = parseNoteText(text);
  const isWhole = documents.every(
    ({ start, end, value }) => value !== undefined && !hidesFields(text.slice(start, end), value),
  );
  if (problem !== undefined || !isWhole) return undefined;
  return documents.flatMap(({ value }) => (Array.isArray(value) && value.length > 0 ? value : [value]));
}

/** The documents that a reader sees in a note, whatever else is in it. */
export function readableDocuments(data: Uint8Array): Set<string> {
  if (data.byteLength > MAX_NOTE_BYTES) return new Set();
  const values = parseNoteText(noteText(data)).documents.flatMap(({ value }) => value ?? []);
  return new Set(values.flat().map(canonical));
}

function addDocument(parts: NoteParts, value: unknown): void {
  const document = asObject(value);
  const split = document && splitDocument(document);
  if (!split) {
    addTo(parts.others, canonical(value), value);
    return;
  }
  const { timestamp, regions, concerns, rest } = split;
  const head = canonical(rest);
  addTo(parts.heads, head, rest);
  if (timestamp !== undefined) parts.times.set(head, later(parts.times.get(head), timestamp));
  for (const region of regions) addRegion(parts, head, region);
  for (const concern of concerns) parts.concerns.set(concernKey(head, concern), { head, concern });
}

type SplitDocument = { timestamp?: string; regions: JsonObject[]; concerns: unknown[]; rest: JsonObject };

function splitDocument(document: JsonObject): SplitDocument | undefined {
  const dialect = jsonDialectOf(document)?.name;
  const { regions = [], cross_cutting: concerns = [], timestamp, ...others } = document;
  if (dialect === undefined || !REGION_DIALECTS.includes(dialect)) return undefined;
  if (!Array.isArray(regions) || !regions.every(asObject) || !Array.isArray(concerns)) return undefined;
  const isTime = typeof timestamp === 'string' && !Number.isNaN(Date.parse(timestamp));
  const rest = isTime || timestamp === undefined ? others : { timestamp, ...others };
  return { timestamp: isTime ? timestamp : undefined, regions, concerns, rest };
}

function addRegion(parts: NoteParts, head: string, region: JsonObject): void {
  const { corrections, ...others } = region;
  const body = corrections === undefined || Array.isArray(corrections) ? others : region;
  const key = regionKey({ head, body });
  const known = parts.regions.get(key);
  const all = known?.corrections ?? new Map<string, unknown>();
  for (const correction of asArray(corrections)) addTo(all, canonical(correction), correction);
  const same = known ? smaller(known.body, body) : body;
  parts.regions.set(key, { head, body: same, place: placeOf(body), corrections: all });
}

export function concernKey(head: string, concern: unknown): string {
  return `${head} ${canonical(concern)}`;
}

export function regionKey({ head, body }: Pick<RegionPart, 'head' | 'body'>): string {
  return `${head} ${canonical(body)}`;
}

export function placeKey({ place }: RegionPart): string {
  return canonical(place);
}

export function placesOf(parts: Iterable<RegionPart>): Set<string> {
  return new Set(Array.from(parts, placeKey));
}

function placeOf(region: JsonObject): RegionPlace {
  const file = pathOf(region.file ?? region.path);
  const unit = anchorOf(region.ast_anchor)?.name;
  return {
    file: typeof file === 'string' ? file : canonical(file),
    ...(unit === undefined ? { lines: region.lines } : { unit }),
  };
}

export function addTo<T>(parts: Map<string, T>, key: string, value: T): void {
  const known = parts.get(key);
  parts.set(key, known === undefined ? value : smaller(known, value));
}

export function later(a: string | undefined, b: string): string {
  if (a === undefined) return b;
  const [one, other] = [Date.parse(a), Date.parse(b)];
  if (one === other) return smaller(a, b);
  return one > other ? a : b;
}
