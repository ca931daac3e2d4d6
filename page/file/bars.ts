import type { State } from '../../src/answers.ts';
import { type AnnotatedUnit, firstLine } from '../unit/units-of.ts';

/** A bar beside lines of code. Lane 0 is next to the code. */
export type Bar = { unit: string; state: State; first: number; last: number; lane: number };

const MOST_LANES = 4;

/** One bar for each state that the annotations of a unit have; bars that overlap stand side by side. */
export function bars(units: readonly AnnotatedUnit[]): Bar[] {
  const wanted = units
    .flatMap(unit =>
      [...new Set(unit.regions.map(({ freshness }) => freshness.state))].flatMap(state =>
        unit.ranges.map(([first, last]) => ({ unit: unit.key, state, first, last })),
      ),
    )
    .sort((a, b) => a.first - b.first || b.last - a.last);
  const ends: number[] = [];
  return wanted.map(bar => {
    const free = ends.findIndex(end => end < bar.first);
    const lane = Math.min(free < 0 ? ends.length : free, MOST_LANES - 1);
    ends[lane] = Math.max(ends[lane] ?? 0, bar.last);
    return { ...bar, lane };
  });
}

/** The line that a card stands at. */
export function cardLine(unit: AnnotatedUnit): number {
  return Math.max(1, firstLine(unit));
}
