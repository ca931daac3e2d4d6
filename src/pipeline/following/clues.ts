import type { Unit } from '../../syntax/unit.ts';
import { type LineSet, lineHash } from '../lines/line-set.ts';
import { lastWord } from '../lines/mentions.ts';
import { isWordy, textOf } from '../lines/recognise.ts';
import { nameLine, type Parsed } from '../units/parsed.ts';

/** What text alone tells of where code may be, so that few versions have to be parsed. */

/** The lines that tell a place from others: by hash, how long each is without white space. */
export type Clues = ReadonlyMap<number, number>;

export function cluesIn(lines: readonly string[]): Clues {
  return new Map(lines.filter(isWordy).map(line => [lineHash(line), textOf(line).length]));
}

/** How many of them a version has. */
export function countIn(clues: Clues, lines: LineSet): number {
  let count = 0;
  for (const hash of clues.keys()) if (lines.has(hash)) count++;
  return count;
}

/** Tells of lines whether one of them declares a unit of this name, with the same word before it, such as `def`. */
export function declares(parsed: Parsed, unit: Unit): (line: string) => boolean {
  const word = lastWord(unit.name) ?? '';
  const line = parsed.lines[nameLine(parsed, unit) - 1] ?? '';
  const before =
    /(?<![\w$])[\w$]+[^\w$]*$/.exec(line.slice(0, Math.max(0, line.indexOf(word))))?.[0].trim() ?? '';
  const name = escaped(word);
  const pattern = new RegExp(
    before === '' ? `(?<![\\w$.])${name}\\s*[(=:<{]` : `${escaped(before)}\\s*${name}(?![\\w$])`,
  );
  return text => text.includes(word) && pattern.test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
