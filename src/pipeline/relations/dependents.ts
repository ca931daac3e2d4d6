import { isFlawed } from '../../annotation/read-note.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import type { Dependent } from '../../answers.ts';
import { groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { matchName } from '../../syntax/anchor.ts';
import { perFile } from '../history/changed-by.ts';
import { commitOrder } from '../history/commit-order.ts';
import type { FileName } from '../history/file-names.ts';
import { ANCHOR, weigh } from '../judge/score.ts';
import { saidOfSuccessor } from '../notes/said-of-successor.ts';
import { isoSeconds, timestampOf } from '../notes/timestamp-of.ts';
import { type PlacedRegion, placeRegions, type Unreachable } from '../placing/place-regions.ts';
import { readRecords } from '../placing/read-records.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** An assumption that other code declared about the code in scope. */
export type Dependency = {
  dependent: Dependent;
  /** What it names: a unit of the file, or nothing where it means the whole file. */
  target?: string;
  region: Region;
  /** The region as the note has it. */
  said: Region;
  source: string;
  commit: Commit;
  written?: Commit;
  recovered?: Recovered;
  match: 'exact' | 'unqualified' | 'fuzzy' | 'file';
  annotation: Annotation;
};

export type Dependencies = {
  found: Dependency[];
  unreachable: Unreachable[];
  /** Notes that had flaws and gave what could be read. */
  repaired: NoteRecord[];
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

/** Who relies on the code in scope, each assumption once. */
export async function dependents(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: Wanted,
): Promise<Dependency[]> {
  return newestOfEach(snapshot, (await dependencies(snapshot, names, wanted)).found);
}

/** Every declaration of a dependency on the code in scope, from all notes of this history. */
export async function dependencies(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: Wanted,
): Promise<Dependencies> {
  const records = [...new Set(names.flatMap(({ name }) => snapshot.index.byDependency(name)))];
  const known = new Set(names.map(({ name }) => name));
  const { regions, notes, unreachable } = await placeRegions(
    snapshot,
    await readRecords(snapshot, records),
    annotation => annotation.regions.filter(region => dependsOn(region, known)),
  );
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, regions);
  const found: Dependency[] = [];
  for (const placed of regions) {
    const { region, commit } = placed;
    for (const declared of region.semantic_dependencies ?? []) {
      if (!known.has(declared.file) || isOfSuccessor(declared.file, commit)) continue;
      const match = matchTarget(declared.anchor, wanted);
      if (!match) continue;
      for (const own of await perFile(snapshot, region, commit.id)) {
        found.push(await assumption(snapshot, placed, { region: own, declared, match }, wanted));
      }
    }
  }
  const flawed = notes.filter(({ reading }) => isFlawed(reading));
  return { found, unreachable, repaired: flawed.map(({ record }) => record) };
}

function dependsOn({ semantic_dependencies: declared = [] }: Region, files: ReadonlySet<string>): boolean {
  return declared.some(({ file }) => files.has(file));
}

/** A dependency as a region declares it; of a region that is about several files, one for each. */
type Declaration = {
  region: Region;
  declared: NonNullable<Region['semantic_dependencies']>[number];
  match: Dependency['match'];
};

async function assumption(
  snapshot: Snapshot,
  { note, annotation, region: said, commit, written, recovered }: PlacedRegion,
  { region, declared: { anchor: target, nature }, match }: Declaration,
  wanted: Wanted,
): Promise<Dependency> {
  const timestamp = await timestampOf(snapshot, annotation, commit);
  const sureness = wanted.length === 0 ? ANCHOR.signature : SURENESS[match];
  const anchor = region.ast_anchor?.name;
  return {
    dependent: {
      file: oneLine(region.file),
      ...(anchor === undefined ? {} : { anchor }),
      ...(nature === undefined ? {} : { nature }),
      commit: commit.id,
      timestamp: isoSeconds(timestamp),
      confidence: weigh(snapshot, { annotation, region, recovered }, timestamp, sureness).confidence,
      recovered,
    },
    ...{ target, region, said, source: note.record.source },
    ...{ commit, written, recovered, match, annotation },
  };
}

/** A dependency on the whole file concerns each of its units, and one on a unit concerns the file. */
export function matchTarget(anchor: string | undefined, wanted: Wanted): Dependency['match'] | undefined {
  if (anchor === undefined) return 'file';
  if (wanted.length === 0) return 'exact';
  const matches = wanted.flatMap(name => matchName(name, anchor) ?? []);
  return (['exact', 'unqualified', 'fuzzy'] as const).find(match => matches.includes(match));
}

/** The newest by what commits build on, per dependent file, unit and assumption; the surest first. */
export async function newestOfEach(snapshot: Snapshot, all: readonly Dependency[]): Promise<Dependency[]> {
  const groups = groupBy(all, keyOf);
  const contested = [...groups.values()].filter(group => group.length > 1).flat();
  const position = await commitOrder(
    snapshot,
    contested.map(({ commit }) => commit),
  );
  const isBetter = (a: Dependency, b: Dependency) =>
    Number(isAbsent(b.commit)) - Number(isAbsent(a.commit)) ||
    position(a.commit) - position(b.commit) ||
    Number(!a.recovered) - Number(!b.recovered) ||
    sureness(a) - sureness(b);
  return [...groups.values()]
    .map(group => group.reduce((best, next) => (isBetter(next, best) > 0 ? next : best)))
    .sort(byConfidence);
}

function sureness({ match }: Dependency): number {
  return SURENESS[match];
}

function keyOf({ dependent: { file, anchor, nature } }: Dependency): string {
  return JSON.stringify([file, anchor, nature]);
}

function byConfidence(a: Dependency, b: Dependency): number {
  const [one, other] = [a.dependent, b.dependent];
  return (
    other.confidence - one.confidence ||
    (one.timestamp < other.timestamp ? 1 : one.timestamp > other.timestamp ? -1 : 0) ||
    (keyOf(a) < keyOf(b) ? -1 : 1)
  );
}
