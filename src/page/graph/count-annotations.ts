import type { Region } from '../../annotation/schema.ts';
import { readRecords } from '../../pipeline/placing/read-records.ts';
import type { Snapshot } from '../../pipeline/snapshot.ts';
import { unitsOfSameName } from '../../syntax/anchor.ts';
import { namesBefore } from '../annotated-files.ts';
import type { End } from './declared.ts';

/** What one annotation, by its number, says of a file: of which of its units, where it names one. */
type Said = { annotation: number; name: string };
type SaidOfFile = { annotations: Set<number>; named: Said[] };

/** Notes are many, and only their names are kept. */
const AT_ONCE = 100;

/** How many annotations have something to say about a file, or about a unit of it. Each note is read once. */
export async function countAnnotations(
  snapshot: Snapshot,
  ends: readonly End[],
): Promise<(end: End) => number> {
  const { index } = snapshot;
  const files = await filesByName(snapshot, ends);
  const records = [...new Set([...files.keys()].flatMap(name => index.byFile(name)))];
  const said = new Map<string, SaidOfFile>(
    ends.map(({ file }) => [file, { annotations: new Set(), named: [] }]),
  );
  const add = (annotation: number, { file, ast_anchor: anchor }: Region) => {
    for (const known of files.get(file) ?? []) {
      said.get(known)?.annotations.add(annotation);
      if (anchor) said.get(known)?.named.push({ annotation, name: anchor.name });
    }
  };
  let annotation = 0;
  for (let at = 0; at < records.length; at += AT_ONCE) {
    snapshot.signal?.throwIfAborted();
    const read = await readRecords(snapshot, records.slice(at, at + AT_ONCE));
    for (const { regions } of read.flatMap(({ reading }) => reading.annotations)) {
      annotation++;
      for (const region of regions) add(annotation, region);
    }
  }
  return ({ file, unit }) => {
    const { annotations, named } = said.get(file) ?? { annotations: new Set(), named: [] };
    if (unit === undefined) return annotations.size;
    return new Set(unitsOfSameName(named, unit).map(one => one.annotation)).size;
  };
}

/** The files of today by the names that they have or had. */
async function filesByName(snapshot: Snapshot, ends: readonly End[]): Promise<Map<string, Set<string>>> {
  const former = await namesBefore(snapshot);
  const files = new Map<string, Set<string>>();
  for (const file of new Set(ends.map(end => end.file))) {
    for (const name of [file, ...(former.get(file) ?? []).map(before => before.name)]) {
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  return files;
}
