import type { Candidate } from './dialects/dialect.ts';
import { jsonDialectOf, SCHEMA_NAMES, schemaOf, textDialectOf } from './dialects/registry.ts';
import { unknownSchema } from './dialects/unknown-schema.ts';
import { asObject, type JsonObject } from './json.ts';
import {
  addMistakes,
  createMistakes,
  isFull,
  type Mistake,
  type Mistakes,
  NOT_READ,
  type Path,
} from './mistake.ts';
import { parseNoteText, type Repair } from './repair.ts';
import type { Sanitiser } from './sanitise.ts';

/** A document under canonical field names, the dialect that it was written in, and where it is in the note. */
export type KnownDocument = {
  format: string;
  candidate: Candidate;
  /** The number of its document in the text; the path leads to it where that is a list. */
  document: number;
  path: Path;
  check?: () => Mistake[];
};

type OpenedNote = {
  documents: KnownDocument[];
  repairs: Repair[];
  /** About the documents that are not among the known ones. */
  mistakes: Mistakes;
  captured?: number;
  problem?: string;
};

/** The documents of a note in a known dialect, and why there is none where there is none. */
export function openNote(data: Uint8Array, noteref: string, sanitiser: Sanitiser): OpenedNote {
  const text = noteText(data);
  const dialect = textDialectOf(text, noteref);
  if (!dialect) return openJson(text, sanitiser);
  const { candidates, ...rest } = dialect.read(text);
  const format = dialect.name;
  const documents = candidates.map((candidate, document) => ({ format, candidate, document, path: [] }));
  return { documents, repairs: [], mistakes: createMistakes(), ...rest };
}

export function noteText(data: Uint8Array): string {
  return Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString('utf8');
}

function openJson(text: string, sanitiser: Sanitiser): OpenedNote {
  const parsed = parseNoteText(text);
  const opened: OpenedNote = { documents: [], repairs: parsed.repairs, mistakes: createMistakes() };
  for (const [document, { value }] of parsed.documents.entries()) {
    if (value === undefined) addUnread(opened, { document, path: [] }, () => 'not valid JSON');
    // Some writers keep the documents of a commit in one list.
    else if (Array.isArray(value) && value.length > 0) {
      for (const [at, item] of value.entries()) open(opened, item, { document, path: [at] }, sanitiser);
    } else open(opened, value, { document, path: [] }, sanitiser);
  }
  if (opened.documents.length === 0) opened.problem = parsed.problem ?? opened.mistakes.list[0]?.problem;
  return opened;
}

type Where = Pick<KnownDocument, 'document' | 'path'>;

function open(opened: OpenedNote, value: unknown, where: Where, sanitiser: Sanitiser): void {
  const source = asObject(value);
  const dialect = source && jsonDialectOf(source);
  if (source && dialect) {
    const check = () => dialect.check?.(source) ?? [];
    opened.documents.push({ format: dialect.name, candidate: dialect.read(source), ...where, check });
  } else {
    const path = [...where.path, 'schema'];
    addUnread(opened, { ...where, path }, () => unknownDocument(source, sanitiser));
  }
}

function addUnread({ mistakes }: OpenedNote, { document, path }: Where, problem: () => string): void {
  if (isFull(mistakes)) mistakes.more++;
  else addMistakes(mistakes, document, path, [{ path: [], problem: problem(), done: NOT_READ }]);
}

function unknownDocument(document: JsonObject | undefined, sanitiser: Sanitiser): string {
  const schema = schemaOf(document);
  return schema ? unknownSchema(sanitiser.clean(schema), SCHEMA_NAMES) : 'the note has no schema';
}
