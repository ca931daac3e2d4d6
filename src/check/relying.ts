import {
  dependencies,
  type JudgedDependency,
  judgeDependents,
  newestOfEach,
} from '../pipeline/relations/dependents.ts';
import { unitsNamed } from '../syntax/anchor.ts';
import type { Unit } from '../syntax/unit.ts';
import type { ChangedFile } from './changed-files.ts';
import type { FileTouched, Touched } from './touched.ts';

/** Takes what one file lost or re-signed; gives, for each such unit, the code that declared to rely on it. */
export async function relyingOn(
  { regions: { snapshot, names }, units, unreliable }: FileTouched,
  file: ChangedFile,
  removed: ReadonlySet<string>,
): Promise<Map<Touched, JudgedDependency[]>> {
  const relying = new Map<Touched, JudgedDependency[]>();
  const isFileGone =
    file.after === undefined && names.some(({ name }) => snapshot.index.byDependency(name).length > 0);
  if (unreliable.length === 0 && !isFileGone) return relying;
  const { found } = await dependencies(snapshot, names, []);
  const newest = (await newestOfEach(snapshot, found)).filter(item => !removed.has(item.file));
  const judged = (await judgeDependents(snapshot, newest)).filter(
    ({ freshness }) => freshness.state !== 'gone',
  );
  for (const touched of unreliable) {
    const own = judged.filter(({ target }) => target !== undefined && isMeant(touched, target, units));
    if (own.length > 0) relying.set(touched, own);
  }
  const ofFile = judged.filter(({ target }) => target === undefined);
  if (isFileGone && ofFile.length > 0) {
    const path = file.before?.path ?? '';
    relying.set({ path, outcome: { change: 'deleted' }, annotations: [] }, ofFile);
  }
  return relying;
}

/** Of the names that end alike, the one that fits best: `Sorter::Sorter` is the constructor, and not its class. */
function isMeant({ unit }: Touched, target: string, units: readonly Unit[]): boolean {
  return unit !== undefined && unitsNamed(units, target).includes(unit);
}
