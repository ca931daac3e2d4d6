import type { OverLimit } from '../../annotation/limits.ts';
import { isFlawed } from '../../annotation/note-reading.ts';
import { oneLine } from '../../annotation/sanitise.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import { distinct, groupBy } from '../../collections.ts';
import { type Commit, isAbsent } from '../../git/parsers.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { createNameMatcher } from '../../syntax/anchor.ts';
import { perFile } from '../history/changed-by.ts';
import { commitOrder } from '../history/commit-order.ts';
import type { FileName } from '../history/file-names.ts';
import type { Freshness } from '../judge/freshness.ts';
import { ANCHOR, weigh } from '../judge/score.ts';
import type { Moved } from '../locate/locate.ts';
import type { MovedTarget } from '../moves/moved-targets.ts';
import { saidOfSuccessor } from '../notes/said-of-successor.ts';
import { timestampOf } from '../notes/timestamp-of.ts';
import { namesToday } from '../placing/names-today.ts';
import { type PlacedRegion, placeRegions, type Unreachable } from '../placing/place-regions.ts';
import { overLimits, readRecords } from '../placing/read-records.ts';
import { MOST_OF_FILE, shareOfEach } from '../placing/share-of-each.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import { excludedBy } from '../scope/excluded-by.ts';
import type { Snapshot } from '../snapshot.ts';
import { freshnessElsewhere } from './freshness-elsewhere.ts';

/** An assumption that other code declared about the code in scope. */
export type Dependency = {
  /** The dependent's file, by the name that it has today. */
  file: string;
  anchor?: string;
  nature?: string;
  timestamp: Date;
  /** How surely it means the code in scope. */
  sureness: number;
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

/** With what became of the dependent's own annotated lines, and how far to trust it. */
export type JudgedDependency = Dependency & { freshness: Freshness; confidence: number };

export type Dependencies = {
  found: Dependency[];
  unreachable: Unreachable[];
  /** Notes that had flaws and gave what could be read. */
  repaired: NoteRecord[];
  over: readonly OverLimit[];
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

/** Who relies on the code in scope, each assumption once, the surest first, of at most so many; and of how many. */
export async function dependents(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: Wanted,
  { limit, moved }: { limit: number; moved?: readonly MovedTarget[] },
): Promise<{ dependents: JudgedDependency[]; total: number }> {
  const { found } = await dependencies(snapshot, names, wanted, moved);
  const newest = await newestOfEach(snapshot, found);
  const likeliest = newest
    .map(item => judge(snapshot, item, { state: 'intact' }))
    .sort(byConfidence)
    .slice(0, limit);
  return { dependents: await judgeDependents(snapshot, likeliest), total: newest.length };
}

/** Whether dependents are still what they were, and how far to trust them; the most trusted first. */
export async function judgeDependents(
  snapshot: Snapshot,
  all: readonly Dependency[],
): Promise<JudgedDependency[]> {
  const states = await freshnessElsewhere(
    snapshot,
    all.map(item => ({ ...item, evidence: 'index' as const })),
  );
  return all
    .flatMap((item, at) => {
      const { freshness, moved } = states[at] ?? { freshness: { state: 'unknown' as const } };
      if (moved && excludedBy(moved.path, snapshot.settings)) return [];
      return [judge(snapshot, moved ? movedAlong(item, moved) : item, freshness)];
    })
    .sort(byConfidence);
}

/** A dependent that lives in another file goes by its place of today. */
function movedAlong(item: Dependency, { path, unit }: Moved): Dependency {
  return { ...item, file: oneLine(path), anchor: unit?.name ?? item.anchor };
}

function judge(snapshot: Snapshot, item: Dependency, freshness: Freshness): JudgedDependency {
  const { timestamp, sureness: anchor } = item;
  return {
    ...item,
    freshness,
    confidence: weigh(snapshot, item, { timestamp, anchor, freshness }).confidence,
  };
}

/** Every declaration of a dependency on the code in scope, or on its former place, from all notes of this history. */
export async function dependencies(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: Wanted,
  moved: readonly MovedTarget[] = [],
): Promise<Dependencies> {
  const records = [...new Set(names.flatMap(({ name }) => snapshot.index.byDependency(name)))];
  const known = new Set(names.map(({ name }) => name));
  const read = await readRecords(snapshot, records);
  const { regions, notes, unreachable } = await placeRegions(snapshot, read, annotation =>
    annotation.regions.filter(region => dependsOn(region, known)),
  );
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, regions);
  const matchTarget = createTargetMatcher(wanted);
  const named = regions.flatMap(placed => {
    const { semantic_dependencies: all = [] } = placed.region;
    const own = all.filter(({ file }) => known.has(file) && !isOfSuccessor(file, placed.commit));
    return distinct(own).flatMap(declared => {
      const match = matchTarget(declared.anchor);
      return match ? [{ note: placed.note, placed, declared, match }] : [];
    });
  });
  const kept = shareOfEach(named, MOST_OF_FILE);
  const tooMany = { shortened: 0, leftOut: named.length - kept.length };
  const found: Dependency[] = [];
  for (const { placed, ...rest } of [...kept, ...moved.map(item => ({ ...item, match: 'exact' as const }))]) {
    for (const region of await perFile(snapshot, placed.region, placed.commit.id)) {
      found.push(await assumption(snapshot, placed, { region, ...rest }, wanted));
    }
  }
  const flawed = notes.filter(({ reading }) => isFlawed(reading));
  return {
    ...{ found, unreachable, repaired: flawed.map(({ record }) => record) },
    over: [...overLimits(read), ...(tooMany.leftOut > 0 ? [tooMany] : [])],
  };
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
  const anchor = region.ast_anchor?.name;
  return {
    ...{ file: oneLine(region.file), anchor, nature, target, match },
    timestamp: await timestampOf(snapshot, annotation, commit),
    sureness: wanted.length === 0 ? ANCHOR.signature : SURENESS[match],
    ...{ region, said, source: note.record.source, annotation, commit, written, recovered },
  };
}

/** A dependency on the whole file concerns each of its units, and one on a unit concerns the file. */
export function createTargetMatcher(
  wanted: Wanted,
): (anchor: string | undefined) => Dependency['match'] | undefined {
  const match = wanted.length === 0 ? () => 'exact' as const : createNameMatcher(wanted);
  return anchor => (anchor === undefined ? 'file' : match(anchor));
}

/** The newest by what commits build on, per dependent file, unit and assumption. */
export async function newestOfEach(snapshot: Snapshot, all: readonly Dependency[]): Promise<Dependency[]> {
  const groups = groupBy(await underTodaysNames(snapshot, all), keyOf);
  const contested = [...groups.values()].filter(group => group.length > 1).flat();
  const position = await commitOrder(
    snapshot,
    contested.map(({ commit }) => commit),
  );
  const isBetter = (a: Dependency, b: Dependency) =>
    Number(isAbsent(b.commit)) - Number(isAbsent(a.commit)) ||
    position(a.commit) - position(b.commit) ||
    Number(!a.recovered) - Number(!b.recovered) ||
    SURENESS[a.match] - SURENESS[b.match];
  return [...groups.values()].map(group =>
    group.reduce((best, next) => (isBetter(next, best) > 0 ? next : best)),
  );
}

/** A dependent whose file was renamed goes by the name that it has today; one that settings exclude does not count. */
async function underTodaysNames(snapshot: Snapshot, all: readonly Dependency[]): Promise<Dependency[]> {
  const today = await namesToday(
    snapshot,
    all.map(({ region }) => region.file),
  );
  return all.flatMap(item => {
    const path = today(item.region.file) ?? item.region.file;
    return excludedBy(path, snapshot.settings) ? [] : [{ ...item, file: oneLine(path) }];
  });
}

function keyOf({ file, anchor, nature }: Dependency): string {
  return JSON.stringify([file, anchor, nature]);
}

function byConfidence(a: JudgedDependency, b: JudgedDependency): number {
  return (
    b.confidence - a.confidence ||
    b.timestamp.getTime() - a.timestamp.getTime() ||
    (keyOf(a) < keyOf(b) ? -1 : 1)
  );
}
