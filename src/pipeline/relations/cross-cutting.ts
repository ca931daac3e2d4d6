import { oneLine } from '../../annotation/sanitise.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import type { CrossCutting } from '../../answers.ts';
import type { Commit } from '../../git/parsers.ts';
import type { FileName } from '../history/file-names.ts';
import { saidOfSuccessor } from '../notes/said-of-successor.ts';
import { namesToday } from '../placing/names-today.ts';
import { placeRegions } from '../placing/place-regions.ts';
import { readRecords } from '../placing/read-records.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { createTargetMatcher } from './dependents.ts';

/** Concerns that span files, from any annotation that names this file and, where one is asked about, this unit. */
export async function crossCutting(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: readonly string[],
): Promise<CrossCutting[]> {
  const records = [...new Set(names.flatMap(({ name }) => snapshot.index.byConcern(name)))];
  const known = new Set(names.map(({ name }) => name));
  // Where a concern belongs in history is told by what it names, as if that were a region of its own.
  const concernOf = new Map<Region, Concern>();
  const matchTarget = createTargetMatcher(wanted);
  const named = ({ cross_cutting: concerns = [] }: Annotation) =>
    concerns.flatMap(concern =>
      concern.regions
        .filter(({ file, anchor }) => known.has(file) && matchTarget(anchor))
        .map(({ file, anchor }) => {
          const region = { file, ...(anchor === undefined ? {} : { ast_anchor: { name: anchor } }) };
          concernOf.set(region, concern);
          return region;
        }),
    );
  const { regions } = await placeRegions(snapshot, await readRecords(snapshot, records), named);
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, regions);
  const concerned = [...new Set(concernOf.values())].flatMap(concern => concern.regions);
  const today = await namesToday(
    snapshot,
    concerned.map(({ file }) => file),
  );
  const found: CrossCutting[] = [];
  const said = new Map<string, Set<string>>();
  const isSaid = ({ description }: Concern, { id }: Commit, recovered: Recovered | undefined) =>
    recovered ? said.has(description) : (said.get(description)?.has(id) ?? false);
  for (const { region, commit, recovered } of regions) {
    const concern = concernOf.get(region);
    if (!concern || isOfSuccessor(region.file, commit) || isSaid(concern, commit, recovered)) continue;
    said.set(concern.description, (said.get(concern.description) ?? new Set()).add(commit.id));
    found.push(describe(concern, commit, recovered, today));
  }
  const key = ({ description, commit }: CrossCutting) => `${description}\0${commit}`;
  return found.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

type Concern = NonNullable<Annotation['cross_cutting']>[number];

function describe(
  { description, regions, tags }: Concern,
  { id: commit }: Commit,
  recovered: Recovered | undefined,
  today: (file: string) => string | undefined,
): CrossCutting {
  return {
    description,
    regions: regions.map(region => ({ ...region, file: oneLine(today(region.file) ?? region.file) })),
    ...(tags?.length ? { tags } : {}),
    commit,
    ...(recovered ? { recovered } : {}),
  };
}
