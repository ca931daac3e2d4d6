import { groupBy } from '../../collections.ts';
import { UltragitError } from '../../errors.ts';
import { scope, unitsOf } from '../../pipeline/scope/scope.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { unitsNamed, unitsOfSameName } from '../../syntax/anchor.ts';
import type { End } from './declared.ts';

/** What a unit is called in a graph; notes may have several names for one. */
export type NameOf = (end: End) => string | undefined;

/** Notes may make up any number of names that end alike. */
const MOST_NAMES = 500;

/** Of the names that notes have for a unit, the longest, where no other unit could be meant. */
export function namesInNotes(ends: readonly End[]): NameOf {
  const names = new Map<string, string>();
  for (const [file, all] of groupBy(ends, end => end.file)) {
    const known = [...new Set(all.flatMap(({ unit }) => unit ?? []))].slice(0, MOST_NAMES);
    const units = known.map(name => ({ name }));
    for (const name of known) {
      const longer = unitsOfSameName(units, name).filter(other => other.name.length > name.length);
      const [only, ...others] = longer;
      if (only && others.length === 0) names.set(keyOf({ file, unit: name }), only.name);
    }
  }
  return end => (end.unit === undefined ? undefined : (names.get(keyOf(end)) ?? end.unit));
}

/** The names that the files of today have for the units that are meant; what a file does not have keeps its name. */
export async function namesInFiles(snapshot: Snapshot, ends: readonly End[]): Promise<NameOf> {
  const names = new Map<string, string>();
  for (const [file, all] of groupBy(ends, end => end.file)) {
    const wanted = [...new Set(all.flatMap(({ unit }) => unit ?? []))];
    const units = wanted.length === 0 ? [] : await unitsIn(snapshot, file);
    for (const name of wanted) {
      const meant = new Set(unitsNamed(units, name).map(unit => unit.name));
      const [only, ...others] = meant;
      if (only !== undefined && others.length === 0) names.set(keyOf({ file, unit: name }), only);
    }
  }
  return end => (end.unit === undefined ? undefined : (names.get(keyOf(end)) ?? end.unit));
}

async function unitsIn(snapshot: Snapshot, path: string) {
  try {
    return (await unitsOf(await scope(snapshot, { path }))) ?? [];
  } catch (error) {
    if (error instanceof UltragitError) return [];
    throw error;
  }
}

function keyOf({ file, unit }: End): string {
  return `${file}\0${unit}`;
}
