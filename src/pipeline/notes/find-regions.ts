import type { Annotation, Region } from '../../annotation/schema.ts';
import { sum } from '../../collections.ts';
import type { Commit } from '../../git/parsers.ts';
import type { FileName } from '../history/file-names.ts';
import type { Snapshot } from '../snapshot.ts';
import { placedRegions, placeNotes, type Recovered } from './place-notes.ts';
import { readRecords } from './read-records.ts';
import { saidOfSuccessor } from './said-of-successor.ts';

/** A region of an annotation that names the file, and how it was found. */
export type FoundRegion = {
  /** The commit in today's history that it belongs to. */
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
  unreachable: string[];
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

/** Joins what blame and the index know: every region that names the file, under any name it had. */
export async function findRegions(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
): Promise<FileNotes> {
  const records = new Set(names.flatMap(({ name }) => snapshot.index.byFile(name)));
  const read = await readRecords(snapshot, [...records]);
  const { notes, unreachable, misplaced } = await placeNotes(snapshot, read, owners);
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, notes);
  const known = new Set(names.map(({ name }) => name));
  const found: FoundRegion[] = [];
  for (const { annotation, region, commit, written, recovered } of placedRegions(notes)) {
    if (!known.has(region.file) || isOfSuccessor(region.file, commit)) continue;
    const evidence = owners.has(commit.id) ? 'blame' : 'index';
    found.push({ commit, written, annotation, region, evidence, recovered });
  }
  const flawed = notes.filter(({ note: { reading } }) => reading.repairs.length + reading.skipped.length > 0);
  return {
    found: withoutRepeats(found),
    repaired: flawed.map(({ note }) => note.record.object),
    unreachable,
    misplaced,
    charactersRemoved: sum(notes, ({ note }) => note.reading.charactersRemoved),
  };
}

/** A recovered region is left out where the note that replaced it already says all of its constraints. */
function withoutRepeats(found: readonly FoundRegion[]): FoundRegion[] {
  return found.filter(
    item => !item.recovered || !found.some(other => !other.recovered && saysAllOf(other, item)),
  );
}

function saysAllOf(one: FoundRegion, other: FoundRegion): boolean {
  return (
    one.commit.id === other.commit.id &&
    one.region.file === other.region.file &&
    one.region.ast_anchor?.name === other.region.ast_anchor?.name &&
    one.region.intent !== undefined &&
    (other.region.constraints ?? []).every(constraint =>
      one.region.constraints?.some(({ text }) => text === constraint.text),
    )
  );
}
