import { readRecords } from '../../pipeline/placing/read-records.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { isSameName } from '../../syntax/anchor.ts';
import { namesBefore } from '../annotated-files.ts';
import type { End } from './declared.ts';

/** How many annotations have something to say about a file, or about a unit of it. */
export async function countAnnotations(
  snapshot: Snapshot,
  ends: readonly End[],
): Promise<(end: End) => number> {
  const former = await namesBefore(snapshot);
  const named = new Map<string, (string | undefined)[][]>();
  for (const file of new Set(ends.map(end => end.file))) {
    const names = new Set([file, ...(former.get(file) ?? []).map(({ name }) => name)]);
    const records = [...new Set([...names].flatMap(name => snapshot.index.byFile(name)))];
    const read = await readRecords(snapshot, records);
    const annotations = read.flatMap(({ reading }) => reading.annotations);
    const units = annotations.map(({ regions }) =>
      regions.filter(region => names.has(region.file)).map(region => region.ast_anchor?.name),
    );
    named.set(
      file,
      units.filter(all => all.length > 0),
    );
  }
  return ({ file, unit }) => {
    const all = named.get(file) ?? [];
    if (unit === undefined) return all.length;
    return all.filter(names => names.some(name => name !== undefined && isSameName(name, unit))).length;
  };
}
