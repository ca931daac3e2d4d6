import { groupBy } from '../../collections.ts';
import type { Unit } from '../../syntax/unit.ts';
import { lastWord } from '../lines/mentions.ts';

/** Each region of a file asks for units by name; nobody changes them. */
const BY_NAME = new WeakMap<readonly Unit[], ReadonlyMap<string, readonly Unit[]>>();
const BY_LAST_WORD = new WeakMap<readonly Unit[], ReadonlyMap<string, readonly Unit[]>>();

const NONE: readonly Unit[] = [];

/** The units of one whole name. */
export function unitsOfName(units: readonly Unit[], name: string): readonly Unit[] {
  return indexed(BY_NAME, units, unit => unit.name).get(name) ?? NONE;
}

/** The units whose names end in a word; those without any, where none is given. */
export function unitsOfLastWord(units: readonly Unit[], word: string | undefined): readonly Unit[] {
  return indexed(BY_LAST_WORD, units, unit => lastWord(unit.name) ?? '').get(word ?? '') ?? NONE;
}

function indexed(
  known: WeakMap<readonly Unit[], ReadonlyMap<string, readonly Unit[]>>,
  units: readonly Unit[],
  keyOf: (unit: Unit) => string,
): ReadonlyMap<string, readonly Unit[]> {
  const found = known.get(units) ?? groupBy(units, keyOf);
  known.set(units, found);
  return found;
}
