// The ways in which a note may name a unit, from exact to sloppy.
import type { Drawn } from './draw.ts';
import type { Random } from './random.ts';
import { type Lines, namesakes } from './unit.ts';

export const VARIANTS = ['good', 'lines', 'anchor', 'off3', 'off10', 'doc', 'part'] as const;
export type Variant = (typeof VARIANTS)[number];

export type Place = { lines?: Lines; anchored: boolean };

/** What the note says; undefined where a unit has no such variant. */
export function placeIn(variant: Variant, drawn: Drawn, random: Random): Place | undefined {
  const { start, end, top } = drawn.unit;
  switch (variant) {
    case 'good':
      return { lines: { start, end }, anchored: true };
    case 'lines':
      return { lines: { start, end }, anchored: false };
    case 'anchor':
      return isNamedAlone(drawn) ? { anchored: true } : undefined;
    case 'off3':
      return shifted(drawn, 3, random);
    case 'off10':
      return shifted(drawn, 10, random);
    case 'doc':
      return top < start ? { lines: { start: top, end }, anchored: true } : undefined;
    case 'part':
      return part({ start, end }, random);
  }
}

/** Whether the name, or the name with the signature, means one unit. */
function isNamedAlone({ unit, version }: Drawn): boolean {
  const signature = version.lines[unit.start - 1]?.trim();
  const others = namesakes(version, unit.name).filter(one => one !== unit);
  return others.every(one => version.lines[one.start - 1]?.trim() !== signature);
}

/**
 * Not where several units have the name, because the lines may then be another's, and not so that the lines are within the
 * unit and its comment: that is how a note about some of its lines looks.
 */
function shifted({ unit, version }: Drawn, by: number, random: Random): Place | undefined {
  if (namesakes(version, unit.name).length > 1) return undefined;
  const signs = random.next() < 0.5 ? [1, -1] : [-1, 1];
  for (const sign of signs) {
    const lines = { start: unit.start + sign * by, end: unit.end + sign * by };
    const isWithin = lines.start >= unit.top && lines.end <= unit.end;
    if (lines.start >= 1 && lines.end <= version.lines.length && !isWithin) return { lines, anchored: true };
  }
  return undefined;
}

/** Some lines inside, without the first and the last. */
function part({ start, end }: Lines, random: Random): Place | undefined {
  const inside = end - start - 1;
  if (inside < 3) return undefined;
  const count = 2 + random.below(Math.min(inside - 2, 8));
  const from = start + 1 + random.below(inside - count + 1);
  return { lines: { start: from, end: from + count - 1 }, anchored: true };
}
