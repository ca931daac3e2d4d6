import { groupBy } from '../../collections.ts';
import { signatureKey } from '../../syntax/signature.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lastWord } from '../lines/mentions.ts';
import { wordsOf } from '../lines/sides.ts';
import {
  CLEARLY_MORE_ALIKE,
  LEAST_ALIKE,
  LEAST_ALIKE_BY_NAME,
  LEAST_ALIKE_NAMESAKE,
  LEAST_WORDS,
} from '../lines/thresholds.ts';
import { alike } from './alike.ts';
import { bodyOf, mayBeOfSort, type Parsed } from './parsed.ts';

/**
 * The unit of another version that one is there: by its name, where that is clear; of several of that name by signature,
 * text or order; else one that has its body and a name, or an owner, that is new.
 */
export function sameUnit(then: Parsed, unit: Unit, now: Parsed): Unit | undefined {
  const [before, after] = [byName(then, unit.name), byName(now, unit.name)];
  if (after.length === 1 && before.length <= 1) return after[0];
  if (after.length > 0) return pairOf(then, before, now, after).get(unit);
  return renamed(then, unit, now);
}

function byName({ units }: Parsed, name: string): Unit[] {
  return units.filter(unit => unit.name === name);
}

/** Which of several units of one name is which, as far as that is clear. */
function pairOf(then: Parsed, before: readonly Unit[], now: Parsed, after: readonly Unit[]): Map<Unit, Unit> {
  const pairs = new Map<Unit, Unit>();
  const keys = [
    (parsed: Parsed, unit: Unit) => bodyOf(parsed, unit).lines.join('').replace(/\s+/g, ''),
    (_parsed: Parsed, unit: Unit) => signatureKey(unit.signature),
  ];
  let [oldOnes, newOnes] = [before, after];
  for (const key of keys) {
    for (const [old, today] of uniquePairs(
      oldOnes,
      newOnes,
      unit => key(then, unit),
      unit => key(now, unit),
    )) {
      pairs.set(old, today);
    }
    oldOnes = before.filter(unit => !pairs.has(unit));
    const taken = new Set(pairs.values());
    newOnes = after.filter(unit => !taken.has(unit));
  }
  if (oldOnes.length === newOnes.length) {
    for (const [at, old] of oldOnes.entries()) {
      const today = newOnes[at];
      if (today) pairs.set(old, today);
    }
    return pairs;
  }
  for (const old of oldOnes) {
    const today = likest(then, old, now, newOnes, LEAST_ALIKE_NAMESAKE);
    if (today && likest(now, today, then, oldOnes, LEAST_ALIKE_NAMESAKE) === old) pairs.set(old, today);
  }
  return pairs;
}

/** Those that have the same key, and nobody else has it. */
function uniquePairs(
  before: readonly Unit[],
  after: readonly Unit[],
  keyThen: (unit: Unit) => string,
  keyNow: (unit: Unit) => string,
): [Unit, Unit][] {
  const today = groupBy(after, keyNow);
  return [...groupBy(before, keyThen)].flatMap(([key, [old, ...others]]) => {
    const [same, ...more] = today.get(key) ?? [];
    return old && same && others.length + more.length === 0 ? [[old, same] as [Unit, Unit]] : [];
  });
}

/** The body under a new name, or with a new owner, unless another unit that is gone has a better claim. */
function renamed(then: Parsed, unit: Unit, now: Parsed): Unit | undefined {
  const known = new Set(then.units.map(({ name }) => name));
  const left = new Set(now.units.map(({ name }) => name));
  const fresh = now.units.filter(({ name, type }) => !known.has(name) && mayBeOfSort(type, unit.type));
  const lost = then.units.filter(({ name, type }) => !left.has(name) && mayBeOfSort(type, unit.type));
  const found = likestByName(then, unit, now, fresh);
  return found && likestByName(now, found, then, lost) === unit ? found : undefined;
}

/** The one that keeps the last part of the name comes first; without that, a small body proves nothing. */
function likestByName(
  from: Parsed,
  unit: Unit,
  to: Parsed,
  candidates: readonly Unit[],
): Unit | undefined {
  const last = lastWord(unit.name);
  const namesakes = candidates.filter(({ name }) => lastWord(name) === last);
  const same = likest(from, unit, to, namesakes, LEAST_ALIKE_BY_NAME);
  if (same) return same;
  const words = bodyOf(from, unit).lines.flatMap(wordsOf);
  return words.length < LEAST_WORDS ? undefined : likest(from, unit, to, candidates, LEAST_ALIKE);
}

/** The candidate that is most alike, if it is alike enough, and clearly more so than the next. */
function likest(
  from: Parsed,
  unit: Unit,
  to: Parsed,
  candidates: readonly Unit[],
  least: number,
): Unit | undefined {
  const body = bodyOf(from, unit);
  const [best, second] = candidates
    .map(candidate => ({ candidate, like: alike(body, bodyOf(to, candidate)) }))
    .sort((a, b) => b.like - a.like);
  if (!best || best.like < least) return undefined;
  return best.like - (second?.like ?? 0) >= CLEARLY_MORE_ALIKE ? best.candidate : undefined;
}
