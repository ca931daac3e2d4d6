import type { Correction, Region } from '../../annotation/schema.ts';
import { groupBy } from '../../collections.ts';

type Constraint = NonNullable<Region['constraints']>[number];

/** A constraint as it reads today, and the correction that has the last word on it. */
export type JudgedConstraint = Constraint & { correction?: Correction };

/**
 * A constraint that was corrected says so beside its text; an amended one reads as it was amended.
 * Corrections are taken in their order, and nothing but an amendment brings back what was removed.
 */
export function withCorrections({ constraints = [], corrections = [] }: Region): JudgedConstraint[] {
  if (corrections.length === 0) return [...constraints];
  const byAim = aimsOf(corrections);
  const aims = corrections.map(({ replacement }) => replacement && fold(replacement));
  return constraints.map((constraint, index) => {
    const ofAny = [byAim.get(ALL) ?? [], byAim.get(index) ?? []];
    let now: JudgedConstraint = constraint;
    let aim = fold(constraint.text);
    const next = (at: number) => nextIn([...ofAny, byAim.get(aim) ?? []], at);
    for (let at = next(-1); at < corrections.length; at = next(at)) {
      now = corrected(now, corrections[at]);
      if (corrections[at]?.correction_type === 'amend') aim = aims[at] ?? aim;
    }
    return now;
  });
}

function corrected(now: JudgedConstraint, correction: Correction | undefined): JudgedConstraint {
  if (correction?.correction_type === 'flag' && isTakenBack(now)) return now;
  const isAmended = correction?.correction_type === 'amend';
  return { ...now, text: (isAmended && correction.replacement) || now.text, correction };
}

export function isTakenBack({ correction }: JudgedConstraint): boolean {
  return correction?.correction_type === 'remove';
}

const ALL = Symbol('all constraints');

/**
 * The corrections of constraints, as their numbers, by what each is about: its words where it quotes any, else its place,
 * as in `constraints[1]`, else all of them.
 */
function aimsOf(corrections: readonly Correction[]): Map<string | number | typeof ALL, number[]> {
  const numbers = corrections.map((_, at) => at);
  const ofConstraints = numbers.filter(at => /^constraint/i.test(corrections[at]?.field ?? ''));
  return groupBy(ofConstraints, at => {
    const { field = '', target_value } = corrections[at] ?? {};
    if (target_value !== undefined) return fold(target_value);
    const place = /^constraints?(?:\[(\d+)\]|\.(\d+))$/i.exec(field);
    return place === null ? ALL : Number(place[1] ?? place[2]);
  });
}

/** The least number of some lists that is greater than this one. */
function nextIn(lists: readonly (readonly number[])[], than: number): number {
  return Math.min(...lists.map(numbers => firstAfter(numbers, than)));
}

/** Of numbers in order, the first that is greater, found without looking at all of them. */
function firstAfter(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > than) high = middle;
    else low = middle + 1;
  }
  return numbers[low] ?? Number.POSITIVE_INFINITY;
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
