import type { LineRange } from '../../annotation/schema.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lastWord, mentionsWord } from '../lines/mentions.ts';
import { linesIn } from '../lines/range.ts';
import type { Body } from './alike.ts';
import { isIdle } from './shape.ts';

/** A version of a file: its lines and, where a grammar could tell, its units. */
export type Parsed = { lines: readonly string[]; units: readonly Unit[] };

/** A unit without its doc comment. */
export function codeOf({ lines, code }: Unit): LineRange {
  return { start: code ?? lines.start, end: lines.end };
}

export function bodyOf({ lines }: Parsed, unit: Unit): Body {
  return { lines: linesIn(lines, codeOf(unit)), name: lastWord(unit.name) ?? '' };
}

/** The line that has the name of a unit: attributes may stand above it. */
export function nameLine(parsed: Parsed, unit: Unit): number {
  return keyLines(parsed, unit).name;
}

/** The last line of a unit that does something: brackets and comments may stand below it. */
export function lastBusyLine(parsed: Parsed, unit: Unit): number {
  return keyLines(parsed, unit).busy;
}

type KeyLines = { lines: readonly string[]; name: number; busy: number };

/** Each region that may be about a unit asks for them. */
const KEY_LINES = new WeakMap<Unit, KeyLines>();

function keyLines({ lines }: Parsed, unit: Unit): KeyLines {
  const known = KEY_LINES.get(unit);
  if (known?.lines === lines) return known;
  const { start, end } = codeOf(unit);
  const word = lastWord(unit.name);
  let name = start;
  while (name <= end && !mentionsWord([lines[name - 1] ?? ''], word)) name++;
  let busy = end;
  while (busy > start && isIdle(lines[busy - 1] ?? '')) busy--;
  const found = { lines, name: name <= end ? name : start, busy };
  KEY_LINES.set(unit, found);
  return found;
}

/** Longer ranges are counted in the whole file, once. */
const FEW_LINES = 64;

export function isAllIdle({ lines }: Parsed, { start, end }: LineRange): boolean {
  const [first, last] = [Math.max(1, start), Math.min(end, lines.length)];
  if (last - first < FEW_LINES) {
    for (let line = first; line <= last; line++) if (!isIdle(lines[line - 1] ?? '')) return false;
    return true;
  }
  const busy = busyLines(lines);
  return busy[last] === busy[first - 1];
}

const BUSY_LINES = new WeakMap<readonly string[], Int32Array>();

/** By line: how many lines up to it do something. */
function busyLines(lines: readonly string[]): Int32Array {
  const known = BUSY_LINES.get(lines);
  if (known) return known;
  const counts = new Int32Array(lines.length + 1);
  for (const [at, line] of lines.entries()) counts[at + 1] = (counts[at] ?? 0) + (isIdle(line) ? 0 : 1);
  BUSY_LINES.set(lines, counts);
  return counts;
}

const CODE =
  /^(async_?)?(function|fn|func|method|constructor|destructor|operator|macro|indexer|singleton_method|getter|setter|accessor|procedure|sub|closure|arrow_function|test)$/;
const TYPE =
  /^(class|struct|enum|interface|trait|type|type_alias|typedef|protocol|record|object|module|mod|namespace|package|impl|extension|concept|union|delegate)$/;

/** What sort of unit a type names, in an outline or in a note; undefined for all that may be anything. */
function sortOf(type: string | undefined): 'code' | 'type' | undefined {
  const plain =
    type
      ?.trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_') ?? '';
  if (CODE.test(plain)) return 'code';
  return TYPE.test(plain) ? 'type' : undefined;
}

export function mayBeOfSort(one: string | undefined, other: string | undefined): boolean {
  const [a, b] = [sortOf(one), sortOf(other)];
  return a === undefined || b === undefined || a === b;
}
