import type { Correction, Region } from '../../annotation/schema.ts';

type Constraint = NonNullable<Region['constraints']>[number];

/** A constraint as it reads today, and the correction that has the last word on it. */
export type JudgedConstraint = Constraint & { correction?: Correction };

/**
 * A constraint that was corrected says so beside its text; an amended one reads as it was amended.
 * Corrections are taken in their order, and nothing but an amendment brings back what was removed.
 */
export function withCorrections({ constraints = [], corrections = [] }: Region): JudgedConstraint[] {
  return constraints.map((constraint, index) => {
    let now: JudgedConstraint = constraint;
    for (const correction of corrections) {
      if (!concerns(correction, now.text, index)) continue;
      const { correction_type: how, replacement } = correction;
      if (how === 'amend') now = { ...now, text: replacement ?? now.text, correction };
      else if (how === 'remove' || !isTakenBack(now)) now = { ...now, correction };
    }
    return now;
  });
}

export function isTakenBack({ correction }: JudgedConstraint): boolean {
  return correction?.correction_type === 'remove';
}

/** By its words where the correction quotes any, else by its place, as in `constraints[1]`, else all of them. */
function concerns({ field, target_value }: Correction, text: string, index: number): boolean {
  if (!/^constraint/i.test(field)) return false;
  if (target_value !== undefined) return fold(target_value) === fold(text);
  const place = /^constraints?(?:\[(\d+)\]|\.(\d+))$/i.exec(field);
  return place === null || Number(place[1] ?? place[2]) === index;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
