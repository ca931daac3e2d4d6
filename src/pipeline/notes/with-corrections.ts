import type { Correction } from '../../annotation/schema.ts';
import type { RegionAnswer } from '../../answers.ts';

type ConstraintAnswer = NonNullable<RegionAnswer['constraints']>[number];

/**
 * A constraint that was corrected says so beside its text; an amended one reads as it was amended.
 * Corrections are taken in their order, and nothing but an amendment brings back what was removed.
 */
export function withCorrections(
  constraints: readonly ConstraintAnswer[],
  corrections: readonly Correction[],
): ConstraintAnswer[] {
  return constraints.map((constraint, index) => {
    let now = constraint;
    for (const correction of corrections) {
      if (!concerns(correction, now.text, index)) continue;
      const { correction_type: how, replacement } = correction;
      if (how === 'amend') now = { ...now, text: replacement ?? now.text, corrected: how };
      else if (how === 'remove' || now.corrected !== 'remove') now = { ...now, corrected: how };
    }
    return now;
  });
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
