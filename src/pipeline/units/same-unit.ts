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
  MOST_BODIES_COMPARED,
  MOST_NAMESAKES_COMPARED,
} from '../lines/thresholds.ts';
import { alikeTo, type Body } from './alike.ts';
import { unitsOfLastWord, unitsOfName } from './find-units.ts';
import { bodyOf, mayBeOfSort, type Parsed } from './parsed.ts';

/** What was found out about the units of two versions; each region that is about one of them asks again. */
type Compared = {
  same: Map<Unit, Unit | undefined>;
  /** By name, where several units have it. */
  pairs: Map<string, ReadonlyMap<Unit, Unit>>;
  /** Units of a name that only one of the versions has, by the type that they must agree with. */
  lost: (type: string) => readonly Unit[];
  fresh: (type: string) => readonly Unit[];
  /** Of those, by type, the ones that have a text that no other has, in both versions. */
  twins: Map<string, ReadonlyMap<Unit, Unit>>;
  /** So many came and went that only their names can tell which is which. */
  isRewritten: boolean;
};

const COMPARED = new WeakMap<readonly Unit[], WeakMap<readonly Unit[], Compared>>();

function compared(then: readonly Unit[], now: readonly Unit[]): Compared {
  const others = COMPARED.get(then) ?? new WeakMap<readonly Unit[], Compared>();
  COMPARED.set(then, others);
  const known = others.get(now) ?? compareUnits(then, now);
  others.set(now, known);
  return known;
}

function compareUnits(then: readonly Unit[], now: readonly Unit[]): Compared {
  const lost = then.filter(({ name }) => unitsOfName(now, name).length === 0);
  const fresh = now.filter(({ name }) => unitsOfName(then, name).length === 0);
  return {
    ...{ same: new Map(), pairs: new Map(), twins: new Map() },
    ...{ lost: bySort(lost), fresh: bySort(fresh) },
    isRewritten: lost.length * fresh.length > MOST_BODIES_COMPARED,
  };
}

function bySort(units: readonly Unit[]): (type: string) => readonly Unit[] {
  const known = new Map<string, readonly Unit[]>();
  return type => {
    const found = known.get(type) ?? units.filter(unit => mayBeOfSort(unit.type, type));
    known.set(type, found);
    return found;
  };
}

/**
 * The unit of another version that one is there: by its name, where that is clear; of several of that name by signature,
 * text or order; else one that has its body and a name, or an owner, that is new.
 */
export function sameUnit(then: Parsed, unit: Unit, now: Parsed): Unit | undefined {
  const [before, after] = [unitsOfName(then.units, unit.name), unitsOfName(now.units, unit.name)];
  if (after.length === 1 && before.length <= 1) return after[0];
  const known = compared(then.units, now.units);
  if (!known.same.has(unit)) known.same.set(unit, findSame(then, unit, now, known));
  return known.same.get(unit);
}

function findSame(then: Parsed, unit: Unit, now: Parsed, known: Compared): Unit | undefined {
  const [before, after] = [unitsOfName(then.units, unit.name), unitsOfName(now.units, unit.name)];
  if (after.length === 0) return renamed(then, unit, now, known);
  const pairs = known.pairs.get(unit.name) ?? pairOf(then, before, now, after);
  known.pairs.set(unit.name, pairs);
  return pairs.get(unit);
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
  if (oldOnes.length * newOnes.length > MOST_BODIES_COMPARED) return pairs;
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
function renamed(then: Parsed, unit: Unit, now: Parsed, known: Compared): Unit | undefined {
  const { isRewritten } = known;
  const twin = isRewritten ? undefined : twinOf(then, unit, now, known);
  if (twin) return twin;
  const found = likestByName(then, unit, now, known.fresh(unit.type), isRewritten);
  if (!found) return undefined;
  return likestByName(now, found, then, known.lost(unit.type), isRewritten) === unit ? found : undefined;
}

/** The unit that is the same but for its name, however much others are like it. */
function twinOf(then: Parsed, unit: Unit, now: Parsed, known: Compared): Unit | undefined {
  if (!isTelling(bodyOf(then, unit))) return undefined;
  const { lost, fresh, twins } = known;
  const pairs =
    twins.get(unit.type) ??
    new Map(
      uniquePairs(
        lost(unit.type),
        fresh(unit.type),
        other => namelessText(bodyOf(then, other)),
        other => namelessText(bodyOf(now, other)),
      ),
    );
  twins.set(unit.type, pairs);
  return pairs.get(unit);
}

function namelessText({ lines, name }: Body): string {
  const text = lines.join('\n').replace(/[\p{L}\p{N}_$]+/gu, word => (word === name ? '\u0001' : word));
  return text.replace(/\s+/g, '');
}

function isTelling(body: Body): boolean {
  return body.lines.flatMap(wordsOf).length >= LEAST_WORDS;
}

/** The one that keeps the last part of the name comes first; without that, a small body proves nothing. */
function likestByName(
  from: Parsed,
  unit: Unit,
  to: Parsed,
  candidates: readonly Unit[],
  byNameOnly: boolean,
): Unit | undefined {
  const namesakes = unitsOfLastWord(candidates, lastWord(unit.name));
  const isOneOfMany = byNameOnly && namesakes.length > MOST_NAMESAKES_COMPARED;
  const same = isOneOfMany ? undefined : likest(from, unit, to, namesakes, LEAST_ALIKE_BY_NAME);
  if (same || byNameOnly) return same;
  return isTelling(bodyOf(from, unit)) ? likest(from, unit, to, candidates, LEAST_ALIKE) : undefined;
}

/** The candidate that is most alike, if it is alike enough, and clearly more so than the next. */
function likest(
  from: Parsed,
  unit: Unit,
  to: Parsed,
  candidates: readonly Unit[],
  least: number,
): Unit | undefined {
  if (candidates.length === 0) return undefined;
  const likenessOf = alikeTo(bodyOf(from, unit));
  const [best, second] = candidates
    .map(candidate => ({ candidate, like: likenessOf(bodyOf(to, candidate)) }))
    .sort((a, b) => b.like - a.like);
  if (!best || best.like < least) return undefined;
  return best.like - (second?.like ?? 0) >= CLEARLY_MORE_ALIKE ? best.candidate : undefined;
}
