import { oneLine } from '../annotation/sanitise.ts';
import type { Annotation, Region } from '../annotation/schema.ts';
import type { CrossCutting, Dependent } from '../answers.ts';
import type { Commit } from '../git/parsers.ts';
import { matchName } from '../syntax/anchor.ts';
import type { FileName } from './names.ts';
import { place } from './notes.ts';
import { ANCHOR, weigh } from './score.ts';
import { isoSeconds, timestampOf } from './timestamp.ts';
import type { View } from './view.ts';

/** An assumption that other code declared about the code in scope. */
export type Dependency = {
  dependent: Dependent;
  region: Region;
  commit: Commit;
  written?: Commit;
  match: 'exact' | 'unqualified' | 'fuzzy' | 'file';
  annotation: Annotation;
};

/** How surely a dependency means the code in scope, on the scale of the score's anchor factor. */
const SURENESS = {
  exact: ANCHOR.signature,
  unqualified: ANCHOR.name,
  file: ANCHOR.lines,
  fuzzy: ANCHOR.gone,
};

/** Units of the scope by name; empty for a whole file, which every dependency on the file concerns. */
type Wanted = readonly string[];

export async function dependents(
  view: View,
  names: readonly FileName[],
  wanted: Wanted,
): Promise<Dependency[]> {
  const records = [...new Set(names.flatMap(({ name }) => view.index.byDependency(name)))];
  const { notes } = await place(view, await view.notes.read(records), new Set());
  const known = new Set(names.map(({ name }) => name));
  const all: Dependency[] = [];
  for (const { note, commit, written } of notes) {
    for (const annotation of note.reading.annotations) {
      const timestamp = await timestampOf(view, annotation, commit);
      for (const region of annotation.regions) {
        for (const dependency of region.semantic_dependencies ?? []) {
          const match = known.has(dependency.file) ? matchTarget(dependency.anchor, wanted) : undefined;
          if (!match) continue;
          const anchor = region.ast_anchor?.name;
          all.push({
            dependent: {
              file: oneLine(region.file),
              ...(anchor === undefined ? {} : { anchor }),
              ...(dependency.nature === undefined ? {} : { nature: dependency.nature }),
              commit: commit.id,
              timestamp: isoSeconds(timestamp),
              confidence: weigh(view, annotation, region, timestamp, SURENESS[match]).confidence,
            },
            ...{ region, commit, written, match, annotation },
          });
        }
      }
    }
  }
  return newestOfEach(all);
}

/** A dependency on the whole file concerns each of its units. */
function matchTarget(anchor: string | undefined, wanted: Wanted): Dependency['match'] | undefined {
  if (wanted.length === 0 || anchor === undefined) return 'file';
  const matches = wanted.flatMap(name => matchName(name, anchor) ?? []);
  return (['exact', 'unqualified', 'fuzzy'] as const).find(match => matches.includes(match));
}

function newestOfEach(all: readonly Dependency[]): Dependency[] {
  const newest = new Map<string, Dependency>();
  for (const item of all) {
    const { file, anchor, nature, timestamp, commit } = item.dependent;
    const key = JSON.stringify([file, anchor, nature]);
    const other = newest.get(key)?.dependent;
    const isNewer =
      !other || timestamp > other.timestamp || (timestamp === other.timestamp && commit < other.commit);
    if (isNewer) newest.set(key, item);
  }
  return [...newest.values()].sort((a, b) => byConfidence(a.dependent, b.dependent));
}

function byConfidence(a: Dependent, b: Dependent): number {
  const key = ({ file, anchor, nature }: Dependent) => JSON.stringify([file, anchor, nature]);
  return (
    b.confidence - a.confidence ||
    (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0) ||
    (key(a) < key(b) ? -1 : 1)
  );
}

/** Concerns that span files, from any annotation that names this file and, where one is asked about, this unit. */
export async function crossCutting(
  view: View,
  names: readonly FileName[],
  wanted: Wanted,
): Promise<CrossCutting[]> {
  const records = [...new Set(names.flatMap(({ name }) => view.index.byConcern(name)))];
  const { notes } = await place(view, await view.notes.read(records), new Set());
  const known = new Set(names.map(({ name }) => name));
  return notes
    .flatMap(({ note, commit }) =>
      note.reading.annotations
        .flatMap(annotation => annotation.cross_cutting ?? [])
        .filter(concern =>
          concern.regions.some(region => known.has(region.file) && matchTarget(region.anchor, wanted)),
        )
        .map(concern => ({
          description: concern.description,
          regions: concern.regions.map(region => ({ ...region, file: oneLine(region.file) })),
          ...(concern.tags?.length ? { tags: concern.tags } : {}),
          commit: commit.id,
        })),
    )
    .sort((a, b) => (a.description < b.description ? -1 : a.description > b.description ? 1 : 0));
}
