import type { Region } from '../../annotation/schema.ts';
import type { FileHistory } from '../history/file-history.ts';
import { overlaps } from '../lines/range.ts';
import { linesNow } from '../locate/locate.ts';
import { type PlacedRegion, placeRegions } from '../placing/place-regions.ts';
import { readRecords } from '../placing/read-records.ts';
import { unitsOf } from '../scope/scope.ts';
import { arrived } from './moved-in.ts';

type Declared = NonNullable<Region['semantic_dependencies']>[number];

/** A dependency on a unit of another file that is in the scope today, by the name that it has there. */
export type MovedTarget = { placed: PlacedRegion; declared: Declared };

/** What other code declared about units that were in these files then, and came into the scope since. */
export async function movedTargets(file: FileHistory, origins: readonly string[]): Promise<MovedTarget[]> {
  const { snapshot } = file;
  const found: MovedTarget[] = [];
  for (const path of origins) {
    const records = await readRecords(snapshot, snapshot.index.byDependency(path));
    const isOn = ({ file: on, anchor }: Declared) => on === path && anchor !== undefined;
    const { regions } = await placeRegions(snapshot, records, annotation =>
      annotation.regions.filter(({ semantic_dependencies: declared = [] }) => declared.some(isOn)),
    );
    for (const placed of regions) {
      for (const declared of placed.region.semantic_dependencies?.filter(isOn) ?? []) {
        const name = await nameInScope(file, placed, declared);
        if (name !== undefined) found.push({ placed, declared: { ...declared, anchor: name } });
      }
    }
  }
  return found;
}

/** The name in the scope of a unit that a region relies on, followed from the commit that the region was written for. */
async function nameInScope(
  file: FileHistory,
  { annotation, commit, written, recovered, note }: PlacedRegion,
  { file: path, anchor = '' }: Declared,
): Promise<string | undefined> {
  const region = { file: path, ast_anchor: { name: anchor } };
  const located = await arrived(file, {
    ...{ commit, written, annotation, region, said: region, recovered, evidence: 'moved' },
    source: note.record.source,
  });
  const lines = located && linesNow(located);
  if (!lines) return undefined;
  const { scope } = file;
  if (scope.ranges && !scope.ranges.some(range => overlaps(range, lines))) return undefined;
  const unit = (await unitsOf(scope))?.find(
    ({ lines: own }) => own.end === lines.end && overlaps(own, lines),
  );
  return unit?.name ?? anchor;
}
