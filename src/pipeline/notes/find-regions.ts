import type { Annotation, Region } from '../../annotation/schema.ts';
import { groupBy, sum } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import type { FileName } from '../history/file-names.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import type { FileNow } from '../recovery/trace-lines.ts';
import type { Snapshot } from '../snapshot.ts';
import { placeRegions, type Unreachable } from './place-regions.ts';
import { readRecords } from './read-records.ts';
import { saidOfSuccessor } from './said-of-successor.ts';

/** A region of an annotation that names the file, and how it was found. */
export type FoundRegion = {
  /** The commit in today's history that it belongs to, or one that stands for a commit that this clone lacks. */
  commit: Commit;
  /** The commit whose version of the file its lines count in; absent where this clone does not have it. */
  written?: Commit;
  annotation: Annotation;
  region: Region;
  evidence: 'blame' | 'index';
  recovered?: Recovered;
};

/** The regions that name a file, and what is to be said about the notes that they come from. */
export type FileNotes = {
  found: FoundRegion[];
  /** Annotated objects whose notes had flaws and gave what could be read. */
  repaired: string[];
  unreachable: Unreachable[];
  misplaced: string[];
  charactersRemoved: number;
};

export const NO_NOTES: FileNotes = {
  found: [],
  repaired: [],
  unreachable: [],
  misplaced: [],
  charactersRemoved: 0,
};

/** Joins what blame and the index know: every region that names the file `now`, under any name it had. */
export async function findRegions(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
  now: FileNow,
): Promise<FileNotes> {
  const records = new Set(names.flatMap(({ name }) => snapshot.index.byFile(name)));
  const read = await readRecords(snapshot, [...records]);
  const known = new Set(names.map(({ name }) => name));
  const placed = await placeRegions(
    snapshot,
    read,
    annotation => annotation.regions.filter(({ file }) => known.has(file)),
    { owners, findFile: () => now },
  );
  const { regions, notes, unreachable, misplaced } = placed;
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, regions);
  const found: FoundRegion[] = [];
  for (const { annotation, region, commit, written, recovered } of regions) {
    if (isOfSuccessor(region.file, commit)) continue;
    const evidence = owners.has(commit.id) ? 'blame' : 'index';
    found.push({ commit, written, annotation, region, evidence, recovered });
  }
  const flawed = notes.filter(({ reading }) => reading.repairs.length + reading.skipped.length > 0);
  return {
    found: withoutRepeats(found),
    repaired: flawed.map(({ record }) => record.object),
    unreachable,
    misplaced,
    charactersRemoved: sum(notes, ({ reading }) => reading.charactersRemoved),
  };
}

/**
 * A recovered region is left out where the note that replaced it already says all of its constraints. One that was found by
 * name alone is left out where any other says the same: notes are copied when a commit is rewritten.
 */
function withoutRepeats(found: readonly FoundRegion[]): FoundRegion[] {
  const alike = groupBy(found, ({ region }) => nameOf(region));
  return found.filter(item => {
    const rivals = item.recovered ? (alike.get(nameOf(item.region)) ?? []) : [];
    if (!isByName(item)) return !rivals.some(other => !other.recovered && isReplacedBy(item, other));
    const earlier = rivals.slice(0, rivals.indexOf(item));
    return ![...rivals.filter(other => !isByName(other)), ...earlier].some(other => isCopied(item, other));
  });
}

function nameOf({ file, ast_anchor: anchor }: Region): string {
  return JSON.stringify([file, anchor?.name]);
}

export function isByName({ recovered }: { recovered?: Recovered }): boolean {
  return recovered?.by === 'name';
}

function isCopied(item: FoundRegion, other: FoundRegion): boolean {
  return item.region.intent === other.region.intent && saysAllOf(other, item);
}

function isReplacedBy(item: FoundRegion, other: FoundRegion): boolean {
  return other.commit.id === item.commit.id && other.region.intent !== undefined && saysAllOf(other, item);
}

function saysAllOf({ region: one }: FoundRegion, { region: other }: FoundRegion): boolean {
  return (other.constraints ?? []).every(constraint =>
    one.constraints?.some(({ text }) => text === constraint.text),
  );
}
