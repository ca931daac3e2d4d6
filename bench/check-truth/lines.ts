// Lines of a unit, followed by a plain longest common subsequence.
import { bones } from '../truth/alike.ts';
import type { At } from '../truth/match.ts';
import { bodyOf } from '../truth/match.ts';
import { type Lines, textOf } from '../truth/unit.ts';

/** Without lines after it where it is not clear which they are. */
export type PartStep = { became: 'same' | 'form' | 'changed' | 'deleted' | 'unclear'; after?: Lines };

/** What became of some lines of a unit; unclear where two ways fit. */
export function stepOfPart(before: At, part: Lines, after: At): PartStep {
  const [then, now] = [bodyOf(before).map(folded), bodyOf(after).map(folded)];
  const first = part.start - before.unit.start;
  const last = part.end - before.unit.start;
  const pairs = [pairedFromTop(then, now), pairedFromBottom(then, now)] as const;
  const [one, other] = pairs.map(map => stepBy(map, first, last, now.length));
  if (!one || !other || JSON.stringify(one) !== JSON.stringify(other)) return { became: 'unclear' };
  if (one.became !== 'same' && bones(bodyOf(before)) === bones(bodyOf(after))) return { became: 'form' };
  if (!one.lines) return { became: one.became };
  const [start, end] = [after.unit.start + one.lines.start, after.unit.start + one.lines.end];
  const isForm =
    one.became === 'changed' &&
    bones(textOf(before.version, part)) === bones(textOf(after.version, { start, end }));
  return { became: isForm ? 'form' : one.became, after: { start, end } };
}

const folded = (line: string): string => line.replace(/\s+/g, ' ').trim();

function stepBy(
  map: readonly number[],
  first: number,
  last: number,
  length: number,
): { became: PartStep['became']; lines?: Lines } {
  const kept = map.slice(first, last + 1).filter(line => line >= 0);
  if (kept.length === 0) return { became: 'deleted' };
  const [start = 0] = kept;
  const end = kept.at(-1) ?? start;
  const above = map.slice(0, first).findLast(line => line >= 0) ?? -1;
  const below = map.slice(last + 1).find(line => line >= 0) ?? length;
  const isWhole = kept.length === last - first + 1 && end - start === last - first;
  if (isWhole) return { became: 'same', lines: { start, end } };
  // Changed lines at an edge take in what came between the kept ones around them, unless more came than went.
  const from = (map[first] ?? -1) < 0 ? above + 1 : start;
  const to = (map[last] ?? -1) < 0 ? below - 1 : end;
  const isMore = start - from > lostAround(map, first) || to - end > lostAround(map, last);
  return { became: 'changed', ...(isMore ? {} : { lines: { start: from, end: to } }) };
}

/** How many lines are lost together with this one, from the kept one above it to the one below. */
function lostAround(map: readonly number[], at: number): number {
  const above = map.slice(0, at).findLastIndex(line => line >= 0);
  const below = map.slice(at).findIndex(line => line >= 0);
  return (below < 0 ? map.length : at + below) - above - 1;
}

function pairedFromTop(then: readonly string[], now: readonly string[]): number[] {
  const table = lengths(then, now);
  const map: number[] = [];
  let at = 0;
  for (let line = 0; line < then.length; line++) {
    map.push(-1);
    for (let other = at; other < now.length; other++) {
      if (then[line] !== now[other]) continue;
      const rest = table[line + 1]?.[other + 1] ?? 0;
      if (rest + 1 === table[line]?.[at]) {
        map[line] = other;
        at = other + 1;
      }
      break;
    }
  }
  return map;
}

function pairedFromBottom(then: readonly string[], now: readonly string[]): number[] {
  const reversed = pairedFromTop([...then].reverse(), [...now].reverse());
  return reversed.reverse().map(line => (line < 0 ? -1 : now.length - 1 - line));
}

/** The length of the longest common subsequence from each pair of lines on. */
function lengths(then: readonly string[], now: readonly string[]): number[][] {
  const table = Array.from({ length: then.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let a = then.length - 1; a >= 0; a--) {
    const row = table[a] as number[];
    const below = table[a + 1] as number[];
    for (let b = now.length - 1; b >= 0; b--) {
      row[b] =
        then[a] === now[b]
          ? (below[b + 1] as number) + 1
          : Math.max(below[b] as number, row[b + 1] as number);
    }
  }
  return table;
}

/** The declaration up to its body, in one line; the words before it in one order, as Java allows any. */
export function declarationOf(at: At): string {
  return textOfDeclaration(at).replace(
    /^(?:(?:public|private|protected|static|final|abstract|synchronized)\s+)+/,
    words => `${words.trim().split(/\s+/).sort().join(' ')} `,
  );
}

function textOfDeclaration({ version, unit }: At): string {
  let depth = 0;
  let text = '';
  for (const line of version.lines.slice(unit.start - 1, unit.end)) {
    for (const [at, character] of [...line].entries()) {
      if ('(['.includes(character)) depth++;
      if (')]'.includes(character)) depth--;
      if (depth <= 0 && character === '{') return folded(text);
      if (depth <= 0 && character === '>' && line[at - 1] === '=' && isValue(text)) return folded(text);
      text += character;
    }
    text += ' ';
    if (depth <= 0 && /[:;]\s*(?:#.*)?$/.test(line)) return folded(text);
  }
  return folded(text);
}

/** Whether an arrow is that of a function, and not of the type that is declared for it. */
function isValue(text: string): boolean {
  return /[^=!<>]=[^=>]/.test(text) || !/\b(?:const|let|var)\b/.test(text);
}
