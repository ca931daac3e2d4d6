import type { Region } from '../../annotation/schema.ts';
import { distinct } from '../../collections.ts';
import type { FileHistory } from '../history/file-history.ts';
import { overlaps } from '../lines/range.ts';
import { type Located, linesNow } from '../locate/locate.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import { type PlacedRegion, placeRegions } from '../placing/place-regions.ts';
import { readRecords } from '../placing/read-records.ts';
import { unitsOf } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { arrivedOf } from './moved-in.ts';

type Declared = NonNullable<Region['semantic_dependencies']>[number];

/** A dependency on a unit of another file that is in the scope today, by the name that it has there. */
export type MovedTarget = { placed: PlacedRegion; declared: Declared };

/** What other code declared about units that were in these files then, and came into the scope since. */
export async function movedTargets(file: FileHistory, origins: readonly string[]): Promise<MovedTarget[]> {
  const targets: (FoundRegion & MovedTarget)[] = [];
  for (const path of origins) targets.push(...(await targetsIn(file.snapshot, path)));
  const arrived = await arrivedOf(file, targets);
  const found: MovedTarget[] = [];
  for (const [{ placed, declared }, located] of arrived) {
    const anchor = await nameInScope(file, located, declared.anchor);
    if (anchor !== undefined) found.push({ placed, declared: { ...declared, anchor } });
  }
  return found;
}

/** The units of a file that other code relies on, as if each were a region of its own. */
async function targetsIn(snapshot: Snapshot, path: string): Promise<(FoundRegion & MovedTarget)[]> {
  const records = await readRecords(snapshot, snapshot.index.byDependency(path));
  const isOn = ({ file, anchor }: Declared) => file === path && anchor !== undefined;
  const { regions } = await placeRegions(snapshot, records, annotation =>
    annotation.regions.filter(({ semantic_dependencies: all = [] }) => all.some(isOn)),
  );
  return regions.flatMap(placed => {
    const { annotation, commit, written, recovered, note } = placed;
    return distinct(placed.region.semantic_dependencies ?? [])
      .filter(isOn)
      .map(declared => {
        const region = { file: path, ast_anchor: { name: declared.anchor ?? '' } };
        const { source } = note.record;
        const found = { commit, written, annotation, region, said: region, recovered, source };
        return { ...found, evidence: 'moved' as const, placed, declared };
      });
  });
}

/** The name that a unit has in the scope today. */
async function nameInScope(
  { scope }: FileHistory,
  located: Located,
  name: string | undefined,
): Promise<string | undefined> {
  const lines = linesNow(located);
  if (!lines || (scope.ranges && !scope.ranges.some(range => overlaps(range, lines)))) return undefined;
  const units = (await unitsOf(scope)) ?? [];
  return units.find(unit => unit.lines.end === lines.end && overlaps(unit.lines, lines))?.name ?? name;
}
