/** The lines of a region, in all forms that writers give them. */
import { asObject } from '../json.ts';
import { LEFT_OUT, type Mistake, type Path } from '../mistake.ts';
import { fieldNames, isAbsent, underOwnNames } from './field-names.ts';

type Lines = { start: unknown; end: unknown };

const NAMES = fieldNames({
  start: { wrong: ['from', 'first', 'begin', 'start_line'] },
  end: { wrong: ['to', 'last', 'end_line'] },
});

/** "12-20", "12:20", "L12..L20" */
const RANGE = /^\s{0,9}L?(\d{1,9})\s{0,9}(?:[-–—:,]|\.{2,3}|to)\s{0,9}L?(\d{1,9})\s{0,9}$/i;

/** What may be a range is left for the schema to judge. Writers put zeros where they did not know. */
export function linesOf(value: unknown): Lines | undefined {
  const lines = rangeIn(value);
  return !lines || (lines.start === 0 && lines.end === 0) ? undefined : lines;
}

function rangeIn(value: unknown): Lines | undefined {
  if (Array.isArray(value)) return value.length === 2 ? range(value[0], value[1]) : undefined;
  if (typeof value === 'string') {
    const [, start, end] = RANGE.exec(value) ?? [];
    return start === undefined ? undefined : range(start, end);
  }
  const source = asObject(value);
  if (!source) return undefined;
  const { start, end } = underOwnNames(source, NAMES);
  return range(start, end);
}

function range(start: unknown, end: unknown): Lines {
  return { start: numberIn(start), end: numberIn(end) };
}

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

/** What is to be said of lines that are not written as they should be, unless the schema says it. */
export function linesMistakes(value: unknown, path: () => Path): Mistake[] {
  if (isAbsent(value)) return [];
  const lines = rangeIn(value);
  if (lines && (isAsItShould(value, lines) || !isRange(lines))) return [];
  const done = lines ? `read as lines ${lines.start} to ${lines.end}` : LEFT_OUT;
  return [{ path: path(), problem: 'not of the form {start, end}', done }];
}

/** The same, of a range that is sound, for dialects whose entries are gathered before the schema sees them. */
export function soundLines(value: unknown, path: Path, mistakes: Mistake[]): Lines | undefined {
  const lines = linesOf(value);
  mistakes.push(...linesMistakes(value, () => path));
  if (!lines || isRange(lines)) return lines;
  mistakes.push({ path, problem: 'not a range of lines', done: LEFT_OUT });
  return undefined;
}

function isAsItShould(value: unknown, { start, end }: Lines): boolean {
  const source = asObject(value);
  return source?.start === start && source?.end === end;
}

function isRange({ start, end }: Lines): boolean {
  return isLine(start) && isLine(end) && start <= end;
}

function isLine(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) > 0;
}
