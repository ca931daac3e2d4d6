import type { Correction, Region } from '../../annotation/schema.ts';

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
  const lastAmendment = followAmendments(corrections, byAim);
  return constraints.map((constraint, index) => {
    const [ofAll, ofPlace] = [byAim.get(ALL), byAim.get(index)];
    // What gives it new words by its place leaves nothing of what was before.
    const anew = Math.max(ofAll?.amendments.at(-1) ?? NONE, ofPlace?.amendments.at(-1) ?? NONE);
    const amended = lastAmendment(anew === NONE ? fold(constraint.text) : aimOf(corrections[anew]), anew);
    const text = corrections[amended]?.replacement ?? constraint.text;
    const aims = [ofAll, ofPlace, byAim.get(fold(text))].filter(aim => aim !== undefined);
    const correction = corrections[lastWord(corrections, aims, amended)];
    return correction ? { ...constraint, text, correction } : constraint;
  });
}

export function isTakenBack({ correction }: JudgedConstraint): boolean {
  return correction?.correction_type === 'remove';
}

const NONE = -1;
const ALL = Symbol('all constraints');

/** The corrections of one thing, as their numbers: those that change its words, and the last of the others. */
type Aim = { amendments: number[]; flag: number; verdict: number };
type Aims = Map<string | number | typeof ALL, Aim>;

/**
 * The corrections of constraints, by what each is about: its words where it quotes any, else its place, as in
 * `constraints[1]`, else all of them.
 */
function aimsOf(corrections: readonly Correction[]): Aims {
  const aims: Aims = new Map();
  for (const [at, { field, target_value, correction_type, replacement }] of corrections.entries()) {
    if (!/^constraint/i.test(field)) continue;
    const place = /^constraints?(?:\[(\d+)\]|\.(\d+))$/i.exec(field);
    const ofPlace = place === null ? ALL : Number(place[1] ?? place[2]);
    const key = target_value === undefined ? ofPlace : fold(target_value);
    const aim = aims.get(key) ?? { amendments: [], flag: NONE, verdict: NONE };
    aims.set(key, aim);
    if (correction_type === 'amend' && replacement) aim.amendments.push(at);
    else if (correction_type === 'flag') aim.flag = at;
    else aim.verdict = at;
  }
  return aims;
}

/** From words to the last amendment of them, of what these made of them, and so on; each is followed once. */
function followAmendments(
  corrections: readonly Correction[],
  byAim: Aims,
): (words: string, after: number) => number {
  const last = new Map<number, number>();
  return (words, after) => {
    const passed: number[] = [];
    let [at, next] = [after, firstAfter(byAim.get(words)?.amendments ?? [], after)];
    while (next !== undefined && !last.has(next)) {
      passed.push(next);
      at = next;
      next = firstAfter(byAim.get(aimOf(corrections[at]))?.amendments ?? [], at);
    }
    const end = next === undefined ? at : (last.get(next) ?? at);
    for (const number of passed) last.set(number, end);
    return end;
  };
}

/** Of what was said since the words are these: the last verdict, or a flag that came after it and was not in vain. */
function lastWord(corrections: readonly Correction[], aims: readonly Aim[], amended: number): number {
  const verdict = aims.reduce((last, aim) => Math.max(last, aim.verdict), amended);
  if (corrections[verdict]?.correction_type === 'remove') return verdict;
  return aims.reduce((last, aim) => Math.max(last, aim.flag), verdict);
}

/** Of numbers in order, the first that is greater, found without looking at all of them. */
function firstAfter(numbers: readonly number[], than: number): number | undefined {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > than) high = middle;
    else low = middle + 1;
  }
  return numbers[low];
}

function aimOf(correction: Correction | undefined): string {
  return fold(correction?.replacement ?? '');
}

function fold(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
