import type { LineRange } from '../../annotation/schema.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lastWord, mentions } from '../lines/mentions.ts';
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
export function nameLine({ lines }: Parsed, unit: Unit): number {
  const { start, end } = codeOf(unit);
  for (let line = start; line <= end; line++) {
    if (mentions([lines[line - 1] ?? ''], unit.name)) return line;
  }
  return start;
}

/** The last line of a unit that does something: brackets and comments may stand below it. */
export function lastBusyLine({ lines }: Parsed, unit: Unit): number {
  const { start, end } = codeOf(unit);
  let line = end;
  while (line > start && isIdle(lines[line - 1] ?? '')) line--;
  return line;
}

export function isAllIdle({ lines }: Parsed, range: LineRange): boolean {
  return linesIn(lines, range).every(isIdle);
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
