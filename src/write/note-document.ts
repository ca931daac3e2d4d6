/** The note of a commit as it is written: new regions join those that are there, and nothing is overwritten. */

import { isUtf8 } from 'node:buffer';
import { type FieldNames, usedName } from '../annotation/dialects/field-names.ts';
import { jsonDialectOf, textDialectOf } from '../annotation/dialects/registry.ts';
import { listOf } from '../annotation/dialects/spellings.ts';
import { TOP } from '../annotation/dialects/ultragit-v1-names.ts';
import { asObject, type JsonObject } from '../annotation/json.ts';
import { noteText } from '../annotation/open-note.ts';
import { parseNoteText } from '../annotation/repair.ts';
import { type Annotation, type Region, regionSchema } from '../annotation/schema.ts';
import { tolerant } from '../annotation/tolerant.ts';
import { UltragitError } from '../errors.ts';
import { overlaps } from '../pipeline/lines/range.ts';
import { listed, shortId } from '../wording.ts';
import { nameOf } from './complete-region.ts';

/** The format that is written. */
export const FORMAT = 'ultragit/v1';
/** The JSON Schema of the format, which is among the files of this package: schema/note-v1.json. */
export const NOTE_SCHEMA = 'urn:ultragit:note-v1';

/** A document of a note, as it was written, and what its regions are about, in their order. */
export type OwnDocument = { source: JsonObject; regions: { source: unknown; region?: Region }[] };

/** What is said of a commit as a whole, beside its regions. */
export type Head = Partial<
  Pick<Annotation, 'summary' | 'task' | 'context_level' | 'provenance' | 'cross_cutting'>
>;

/** The documents of a note of ours; refuses one that is anything else, which would be lost otherwise. */
export function openOwnNote(data: Buffer, commit: string, ref: string): OwnDocument[] {
  const foreign = (what: string) =>
    new UltragitError(
      'not_written',
      `The note on ${shortId(commit)} in ${ref} is ${what}: it is kept as it is.`,
      [
        `Look at it: git notes --ref=${ref.replace(/^refs\/notes\//, '')} show ${shortId(commit)}`,
        'Annotate another commit with --about, or write to a ref of its own with --noteref.',
      ],
    );
  if (!isUtf8(data)) throw foreign('not UTF-8');
  const text = noteText(data);
  const { documents, problem } = parseNoteText(text);
  if (problem !== undefined) throw foreign(problem.replace(/^the note is /, ''));
  const isHiding = documents.some(({ start, end, value }) => hidesFields(text.slice(start, end), value));
  if (isHiding) throw foreign('JSON with two fields of one name');
  return documents.flatMap(documentsIn).map(value => {
    const source = asObject(value);
    const dialect = source && jsonDialectOf(source);
    if (source && dialect?.name === FORMAT)
      return { source, regions: regionsOf(source, dialect.read(source)) };
    const other = dialect?.name ?? textDialectOf(text, ref)?.name;
    throw foreign(other === undefined ? 'in a format that is not known' : `in the format ${other}`);
  });
}

/** Some writers, and a merge, keep several documents in one list. */
function documentsIn({ value }: { value?: unknown }): unknown[] {
  return Array.isArray(value) && value.length > 0 ? value : [value];
}

function regionsOf(source: JsonObject, { regions }: { regions: unknown[] }): OwnDocument['regions'] {
  const raw = listIn(source, 'regions', TOP);
  return regions.map((candidate, at) => ({
    source: raw[at],
    region: tolerant(regionSchema, candidate).value,
  }));
}

/** Of two fields of one name only the last has a value: the other would be gone from what is written. */
export function hidesFields(text: string, value: unknown): boolean {
  return value !== undefined && fieldCount(text) > fieldCount(JSON.stringify(value));
}

function fieldCount(json: string): number {
  return json.replace(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"/g, '').split(':').length - 1;
}

/** A list, whatever its field is called. */
export function listIn(source: JsonObject, field: string, names: FieldNames): unknown[] {
  return listOf(source[usedName(source, field, names)]) ?? [];
}

/** With a new value of a field, under its own name: a reader would pass over the one under another name. */
export function withField(source: JsonObject, field: string, names: FieldNames, value: unknown): JsonObject {
  const used = usedName(source, field, names);
  const others = Object.entries(source).filter(([name]) => name === field || name !== used);
  return { ...Object.fromEntries(others), [field]: value };
}

/** Two regions that are about the same: the same unit, or else the same lines, of the same file. */
export function isSameRegion(one: Region, other: Region): boolean {
  if (one.file !== other.file) return false;
  if (!one.ast_anchor && !other.ast_anchor) {
    return one.lines?.start === other.lines?.start && one.lines?.end === other.lines?.end;
  }
  // Several parts of one unit, or several units of one name.
  const isApart = one.lines && other.lines && !overlaps(one.lines, other.lines);
  return one.ast_anchor?.name === other.ast_anchor?.name && !isApart;
}

type Addition = { regions: readonly Region[]; head: Head; replace: boolean };

/** The text of the note with the new regions in it. */
export function addToNote(
  before: Buffer | undefined,
  { regions, head, replace }: Addition,
  { commit, ref, now }: { commit: string; ref: string; now: Date },
): string {
  if (before === undefined || before.length === 0) return print([newDocument(regions, head, commit, now)]);
  const documents = openOwnNote(before, commit, ref);
  if (!replace) refuseRepeats(documents, regions, commit);
  const kept = documents.map(document => ({
    ...document,
    regions: document.regions.filter(
      ({ region }) => !region || !regions.some(added => isSameRegion(added, region)),
    ),
  }));
  return print(
    kept.map((document, at) => {
      const isLast = at === kept.length - 1;
      return isLast ? withRegions(document, regions, head) : withRegions(document, [], {});
    }),
  );
}

function refuseRepeats(documents: readonly OwnDocument[], regions: readonly Region[], commit: string): void {
  const there = documents.flatMap(document => document.regions.flatMap(({ region }) => region ?? []));
  const repeated = there.filter(region => regions.some(added => isSameRegion(added, region)));
  const [first] = repeated;
  if (!first) return;
  const more =
    repeated.length > 1 ? ` (${listed(repeated.slice(1, 4).map(nameOf), repeated.length - 1)}, too)` : '';
  throw new UltragitError(
    'already_annotated',
    `${nameOf(first)} is annotated on ${shortId(commit)} already${more}.`,
    [`It says: ${first.intent ?? 'nothing'}`, 'Put yours in its place with --replace.'],
  );
}

function newDocument(regions: readonly Region[], head: Head, commit: string, now: Date): JsonObject {
  const { summary, task, cross_cutting, context_level = 'enhanced', provenance } = head;
  return {
    $schema: NOTE_SCHEMA,
    schema: FORMAT,
    commit,
    timestamp: timestamp(now),
    ...(summary === undefined ? {} : { summary }),
    ...(task === undefined ? {} : { task }),
    context_level,
    regions,
    ...(cross_cutting ? { cross_cutting } : {}),
    provenance: provenance ?? { operation: 'initial' },
  };
}

/** What the document says already, it goes on saying: fields that nobody here knows, too. */
function withRegions({ source, regions }: OwnDocument, added: readonly Region[], head: Head): JsonObject {
  const concerns = [...listIn(source, 'cross_cutting', TOP), ...(head.cross_cutting ?? [])];
  const distinct = [...new Map(concerns.map(item => [JSON.stringify(item), item])).values()];
  const all = withField(source, 'regions', TOP, [...regions.map(({ source: raw }) => raw), ...added]);
  return {
    ...(head.cross_cutting ? withField(all, 'cross_cutting', TOP, distinct) : all),
    ...(source.summary === undefined && head.summary !== undefined ? { summary: head.summary } : {}),
    ...(source.task === undefined && head.task !== undefined ? { task: head.task } : {}),
  };
}

/** Several documents are one list: one after the other, they would be no JSON. */
export function print(documents: readonly unknown[]): string {
  return `${JSON.stringify(documents.length === 1 ? documents[0] : documents, null, 2)}\n`;
}

/** To the second, as git has it. */
export function timestamp(now: Date): string {
  return now.toISOString().replace(/\.\d+Z$/, 'Z');
}
