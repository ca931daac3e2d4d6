import type { LineMap } from './map-lines.ts';

/** A line of the old version and the line of the new one that is the same but, perhaps, for white space. */
export type Pair = readonly [before: number, after: number];

type WhiteSpaceChanges = {
  /** White space changed inside the line, where it may be part of a string. */
  within: Pair[];
  /** The line was indented by another amount than most lines; moving a whole block in or out is no change. */
  reindented: Pair[];
};

/** Takes lines that are equal without white space; gives those in which it matters. At the end of a line it never does. */
export function whiteSpaceChanges(map: LineMap, pairs: readonly Pair[]): WhiteSpaceChanges {
  const within: Pair[] = [];
  const shifts = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const before = (map.before.lines[pair[0] - 1] ?? '').trimEnd();
    const after = (map.after.lines[pair[1] - 1] ?? '').trimEnd();
    if (before.trimStart() !== after.trimStart()) within.push(pair);
    else if (before !== '') {
      const shift = shiftOf(indentation(before), indentation(after));
      const alike = shifts.get(shift);
      if (alike) alike.push(pair);
      else shifts.set(shift, [pair]);
    }
  }
  const [usual] = [...shifts].sort(([, a], [, b]) => b.length - a.length);
  const reindented = [...shifts].flatMap(([shift, some]) => (shift === usual?.[0] ? [] : some));
  return { within, reindented };
}

function indentation(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}

/** What was put in front of, or taken from, an indentation. */
function shiftOf(before: string, after: string): string {
  if (after.endsWith(before)) return `+${after.slice(0, after.length - before.length)}`;
  if (before.endsWith(after)) return `-${before.slice(0, before.length - after.length)}`;
  return `${before}>${after}`;
}
