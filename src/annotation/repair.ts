/** Turns the text of a note into JSON documents, mending only what can be mended without guessing. */

import { cutDocuments } from './cut-documents.ts';
import type { JsonObject } from './json.ts';
import { type Fault, findFault, MAX_DEPTH } from './json-fault.ts';
import { findMendable, mend } from './mend.ts';
import { createPlacer } from './place.ts';

export type Repair =
  | 'byte order mark'
  | 'trailing NUL'
  | 'raw control characters'
  | 'trailing comma'
  | 'several documents';

/** A document of a note: where it is in the text, and its value, or what keeps it from having one. */
export type ParsedDocument = { start: number; end: number; value?: unknown; fault?: Fault };

export type Parsed = {
  documents: ParsedDocument[];
  repairs: Repair[];
  /** What is wrong where not even documents can be told apart. */
  fault?: Fault;
  /** Why there is no document. */
  problem?: string;
};

export function parseNoteText(raw: string): Parsed {
  const { start, end, repairs } = boundsOf(raw);
  if (start === end) return { documents: [], repairs, problem: 'the note is empty' };
  const text = raw.slice(start, end);
  const sole = parseSole(text);
  if (sole) return { documents: [{ start, end, value: sole }], repairs };

  const spans = cutDocuments(text, isDocument);
  if (!spans) return unreadable(raw, repairs, moved(findFault(text), start));
  if (spans.length > 1) repairs.push('several documents');
  const documents = spans.map(span => parseOne(raw, start + span.start, start + span.end, repairs));
  const isReadable = documents.some(({ value }) => value !== undefined);
  if (isReadable) return { documents, repairs };
  return { ...unreadable(raw, repairs, documents[0]?.fault), documents };
}

/** Where a note has its content: without what only surrounds it. */
function boundsOf(raw: string): { start: number; end: number; repairs: Repair[] } {
  const repairs: Repair[] = raw.startsWith('\ufeff') ? ['byte order mark'] : [];
  let end = raw.trimEnd().length;
  if (raw[end - 1] === '\0') {
    repairs.push('trailing NUL');
    while (end > 0 && /[\0\s]/.test(raw.charAt(end - 1))) end--;
  }
  return { start: Math.min(raw.length - raw.trimStart().length, end), end, repairs };
}

function unreadable(raw: string, repairs: Repair[], fault?: Fault): Parsed {
  return { documents: [], repairs, fault, problem: sentence(raw, fault) };
}

function sentence(raw: string, fault: Fault | undefined): string {
  if (!fault) return 'the note is not valid JSON';
  const { line, column } = createPlacer(raw)(fault.offset);
  const reason = fault.reason === undefined ? '' : `: ${fault.reason}`;
  return `${fault.problem} (line ${line}, column ${column}${reason})`;
}

function moved(fault: Fault | undefined, by: number): Fault | undefined {
  return fault && { ...fault, offset: fault.offset + by };
}

/** The one document that nearly every note is; looked at no further where it is anything else. */
function parseSole(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !isDeeperThan(MAX_DEPTH, value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isDocument(text: string): boolean {
  const value = parseSole(text);
  return value !== undefined && Object.keys(value).length > 0;
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  for (const key in value) if (isDeeperThan(levels - 1, (value as JsonObject)[key])) return true;
  return false;
}

function parseOne(raw: string, start: number, end: number, repairs: Repair[]): ParsedDocument {
  const text = raw.slice(start, end);
  const mendable = findMendable(text);
  const faulty = () => ({ start, end, fault: moved(findFault(text), start) });
  try {
    const value: unknown = JSON.parse(mend(text, mendable));
    if (isDeeperThan(MAX_DEPTH, value)) return faulty();
    if (mendable.controls.length > 0) note(repairs, 'raw control characters');
    if (mendable.commas.length > 0) note(repairs, 'trailing comma');
    return { start, end, value };
  } catch {
    return faulty();
  }
}

function note(repairs: Repair[], repair: Repair): void {
  if (!repairs.includes(repair)) repairs.push(repair);
}
