// Where Ultragit says that a region is, against where its unit is.
import { bones, outdented, type Sameness, sameness } from './alike.ts';
import type { Said } from './ask.ts';
import type { At } from './match.ts';
import { type Lines, textOf, type Version } from './unit.ts';
import type { Annotated } from './write-notes.ts';

export type PlaceVerdict = 'exact' | 'short' | 'bleed' | 'wrong' | 'none';

export function saidLines(region: Said): Lines[] {
  if (region.current_lines) return [region.current_lines];
  return (region.current_ranges ?? []).map(range => {
    const [start = 0, end = start] = range.split(':').map(Number);
    return { start, end };
  });
}

/**
 * `exact`: begins at the declaration or at what belongs to it above, and ends where it ends; blank lines don't matter.
 * `wrong`: half of its lines or more are not the unit's. `bleed`: some are not. `short`: all are, but not the whole.
 */
export function judgePlace(said: readonly Lines[], { unit, version }: At): PlaceVerdict {
  if (said.length === 0) return 'none';
  const { inside, outside } = counted(said, { start: unit.top, end: unit.end }, version);
  if (inside <= outside) return 'wrong';
  if (outside > 0) return 'bleed';
  const own = { start: unit.start, end: unit.end };
  return counted([own], { start: said[0]?.start ?? 0, end: said.at(-1)?.end ?? 0 }, version).outside === 0 &&
    said.length === 1
    ? 'exact'
    : 'short';
}

/** How many lines that are not blank are in a range, and how many are not. */
function counted(
  said: readonly Lines[],
  range: Lines,
  version: Version,
): { inside: number; outside: number } {
  let inside = 0;
  let outside = 0;
  for (const { start, end } of said) {
    for (let line = start; line <= end; line++) {
      if ((version.lines[line - 1] ?? '').trim() === '') continue;
      if (line >= range.start && line <= range.end) inside++;
      else outside++;
    }
  }
  return { inside, outside };
}

/** Whether the annotated lines are what they were. Unclear where only what stands above them differs. */
export function isSame({ drawn, variant }: Annotated, today: At): Sameness {
  const before = textOf(drawn.version, { start: drawn.unit.top, end: drawn.unit.end });
  const after = textOf(today.version, { start: today.unit.top, end: today.unit.end });
  const whole = sameness(before, after);
  if (variant === 'doc' || whole !== 'changed') return whole;
  const own = sameness(textOf(drawn.version, drawn.unit), textOf(today.version, today.unit));
  return own === 'unchanged' ? 'unclear' : own;
}

export type PartTruth = {
  same: Sameness;
  /** Where the lines are, where they are all there together. */
  lines?: Lines;
  /** Lines of today that surely are lines of the part, in order. */
  survivors: number[];
  /** Whether so much of it is left, and together, that it has a place. */
  isKnown: boolean;
};

/** What became of some lines of a unit. */
export function partToday({ drawn, place }: Annotated, today: At): PartTruth {
  const own = place.lines as Lines;
  const text = textOf(drawn.version, own);
  const before = indexed(drawn.version, drawn.unit);
  const after = indexed(today.version, today.unit);
  const wordy = text.map(line => line.trim()).filter(line => /\w{2}/.test(line));
  const survivors = inOrder(
    wordy
      .filter(line => before.get(line)?.length === 1 && after.get(line)?.length === 1)
      .map(line => after.get(line)?.[0] as number),
  );
  const span = (survivors.at(-1) ?? 0) - (survivors[0] ?? 0);
  const isTorn = span > 2 * text.length + 5;
  const isKnown = survivors.length > 0 && 2 * survivors.length >= wordy.length && !isTorn;
  const wanted = outdented(text);
  const found = occurrences(wanted, text.length, today);
  const then = occurrences(wanted, text.length, drawn);
  const [only] = found;
  if (only !== undefined && found.length === 1 && then.length === 1 && /\w{2}/.test(wanted)) {
    return {
      same: 'unchanged',
      lines: { start: only, end: only + text.length - 1 },
      survivors,
      isKnown: true,
    };
  }
  const whole = bones(textOf(today.version, today.unit));
  const lost = text.some(line => /\w{2}/.test(line) && !whole.includes(bones([line])));
  return { same: lost ? 'changed' : 'unclear', survivors, isKnown };
}

/** The longest run of lines that did not change places; the others were moved within the unit. */
function inOrder(lines: readonly number[]): number[] {
  const runs: number[][] = [];
  for (const line of lines) {
    const before = runs.filter(run => (run.at(-1) ?? 0) < line);
    runs.push([...before.reduce((a, b) => (b.length > a.length ? b : a), [] as number[]), line]);
  }
  return runs.reduce((a, b) => (b.length > a.length ? b : a), []);
}

function indexed(version: Version, { start, end }: Lines): Map<string, number[]> {
  const lines = new Map<string, number[]>();
  for (let at = start; at <= end; at++) {
    const line = (version.lines[at - 1] ?? '').trim();
    lines.set(line, [...(lines.get(line) ?? []), at]);
  }
  return lines;
}

/** The first lines of the places in a unit that have this text. */
function occurrences(
  text: string,
  length: number,
  { version, unit }: { version: Version; unit: Lines },
): number[] {
  const found: number[] = [];
  for (let start = unit.start; start + length - 1 <= unit.end; start++) {
    if (outdented(textOf(version, { start, end: start + length - 1 })) === text) found.push(start);
  }
  return found;
}

/** The same words for a part: `short` without a line that survived, `bleed` where it leaves the unit. */
export function judgePart(said: readonly Lines[], part: PartTruth, today: At): PlaceVerdict | 'widened' {
  const place = judgePlace(said, today);
  if (place === 'none' || place === 'wrong' || place === 'bleed') return place;
  const has = (line: number): boolean => said.some(({ start, end }) => line >= start && line <= end);
  if (!part.survivors.every(has)) return 'short';
  if (!part.lines) return 'exact';
  const { inside, outside } = counted(said, part.lines, today.version);
  const all = counted([part.lines], part.lines, today.version).inside;
  return inside < all ? 'short' : outside > 0 ? 'widened' : 'exact';
}
