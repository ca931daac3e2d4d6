/** What a writer hands in as JSON: one region, a list of them, or a whole note. Strict: what would be lost is refused. */
import { type Flaw, flawsOf } from '../annotation/flaws.ts';
import { asObject, asText, type JsonObject } from '../annotation/json.ts';
import { MAX_NOTE_BYTES } from '../annotation/note-reading.ts';
import { readNote } from '../annotation/read-note.ts';
import { parseNoteText } from '../annotation/repair.ts';
import type { Region } from '../annotation/schema.ts';
import { DEFAULT_NOTEREF } from '../config.ts';
import { UltragitError } from '../errors.ts';
import { plural } from '../wording.ts';
import { isLost, remedyFor } from './lost.ts';
import { type Head, hidesFields } from './note-document.ts';
import { unknownFields } from './unknown-fields.ts';

export type Input = {
  regions: Region[];
  head: Head;
  /** The commit that a whole note says it is about. */
  commit?: string;
  /** What was read otherwise than it was written. */
  warnings: string[];
};

const MOST_NAMED = 8;
const EXAMPLE = 'For example: {"file": "src/a.ts", "ast_anchor": {"name": "f"}, "intent": "…"}';

export async function readInput(text: string): Promise<Input> {
  if (text.trim() === '') throw bad('There is nothing to write: the input is empty.', EXAMPLE);
  if (Buffer.byteLength(text) > MAX_NOTE_BYTES)
    throw bad('The input is larger than 1 MiB.', 'Say it shorter.');
  const { documents, problem } = parseNoteText(text);
  if (problem !== undefined)
    throw bad(`The input can't be read: ${problem.replace(/^the note/, 'it')}.`, EXAMPLE);
  const [document, ...more] = documents;
  if (!document || more.length > 0) {
    throw bad(
      `The input is ${plural(documents.length, 'document')}.`,
      'Put the regions into one list: [{…}, {…}]',
    );
  }
  if (hidesFields(text.slice(document.start, document.end), document.value)) {
    throw bad(
      'The input has two fields of one name in one object; nothing was written.',
      'JSON keeps the last of them only: put several values into a list.',
    );
  }
  const wrapped = wrap(text.slice(document.start, document.end), document.value);
  const data = Buffer.from(wrapped.text);
  const source = asObject(parseNoteText(wrapped.text).documents[0]?.value) ?? {};
  const flaws = (await flawsOf(data, DEFAULT_NOTEREF)).map(flaw => unwrapped(flaw, wrapped.before));
  refuseLoss(flaws.filter(isLost), source);
  const [annotation] = readNote(data, DEFAULT_NOTEREF).annotations;
  if (!annotation) throw bad('The input has no regions.', EXAMPLE);
  const { summary, task, context_level, provenance, cross_cutting, regions } = annotation;
  return {
    regions: regions.filter(isFilledIn),
    head: {
      ...{ summary, task, cross_cutting },
      ...(asText(source.context_level) === undefined ? {} : { context_level }),
      ...(source.provenance === undefined ? {} : { provenance }),
    },
    commit: asText(source.commit),
    warnings: flaws.filter(flaw => !isLost(flaw)).map(inWords),
  };
}

/** What a draft names and nobody filled in. */
function isFilledIn({ file: _file, ast_anchor: _anchor, lines: _lines, ...said }: Region): boolean {
  return Object.values(said).some(value => (Array.isArray(value) ? value.length > 0 : value !== undefined));
}

/** As a whole note, with what is added before it on its first line, so that places stay nearly the same. */
function wrap(text: string, value: unknown): { text: string; before: number } {
  const around = (before: string, after: string) => ({ text: before + text + after, before: before.length });
  const start = '{"schema":"ultragit/v1","regions":';
  if (Array.isArray(value)) return around(start, '}');
  const source: JsonObject = asObject(value) ?? {};
  const isNote = ['regions', 'region', 'annotations', 'cross_cutting', 'schema'].some(name => name in source);
  if (!isNote) return around(`${start}[`, ']}');
  if ('schema' in source || asText(source.$schema)?.startsWith('ultragit/')) return { text, before: 0 };
  const added = '"schema":"ultragit/v1",';
  return { text: text.replace('{', `{${added}`), before: added.length };
}

function unwrapped(flaw: Flaw, before: number): Flaw {
  const { line, column = 0 } = flaw;
  return line === 1 ? { ...flaw, column: Math.max(1, column - before) } : flaw;
}

function refuseLoss(lost: readonly Flaw[], source: JsonObject): void {
  const unknown = unknownFields(source).map(({ field, remedy }) => `${field}: unknown field. ${remedy}`);
  const others = lost.filter(({ problem }) => problem !== 'unknown field').map(inWords);
  const all = [...unknown, ...others];
  if (all.length === 0) return;
  throw bad(`The input has ${plural(all.length, 'flaw')}; nothing was written.`, ...all.slice(0, MOST_NAMED));
}

function inWords(flaw: Flaw): string {
  const { line, column, field, problem, done } = flaw;
  const place = line === undefined ? '' : `line ${line}, column ${column}: `;
  return [`${place}${field ? `${field}: ` : ''}${problem}, ${done}.`, remedyFor(flaw) ?? ''].join(' ').trim();
}

function bad(message: string, ...hints: string[]): UltragitError {
  return new UltragitError('bad_annotation', message, hints);
}
