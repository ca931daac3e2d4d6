import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import type { LeftOut } from '../../notices.ts';
import { type FindFile, recoverRegions } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { namesToday } from './names-today.ts';
import { type LostNote, type PlacedNote, placeNotes } from './place-notes.ts';
import type { ReadRecord } from './read-records.ts';

/** A region and the commit of today's history that it belongs to, or one that stands for a commit this clone lacks. */
export type PlacedRegion = PlacedNote & { annotation: Annotation; region: Region };

/** A note of which nothing is in the answer, because its commit is not in this history. */
export type Unreachable = { object: string; why: LeftOut };

export type PlacedRegions = {
  regions: PlacedRegion[];
  /** The notes that belong to this history, or of which a region does. */
  notes: ReadRecord[];
  unreachable: Unreachable[];
  misplaced: string[];
};

/** Which regions of an annotation are wanted. */
type Wanted = (annotation: Annotation, note: ReadRecord) => readonly Region[];

type Options = {
  /** Commits that are known to be in this history. */
  owners?: ReadonlySet<string>;
  /** Where files are now, if that is known already. */
  findFile?: FindFile;
};

/** Takes notes and which of their regions are wanted; gives those that belong to today's history, and counts the rest. */
export async function placeRegions(
  snapshot: Snapshot,
  read: readonly ReadRecord[],
  wanted: Wanted,
  { owners, findFile }: Options = {},
): Promise<PlacedRegions> {
  const { notes, lost, misplaced } = await placeNotes(snapshot, read, owners);
  const recovered = await recover(snapshot, placedRegions(lost, wanted), findFile);
  const returned = new Set(recovered.regions.map(({ note }) => note));
  return {
    regions: [...placedRegions(notes, wanted), ...recovered.regions],
    notes: [...notes.map(({ note }) => note), ...returned],
    unreachable: leftOut(lost, returned, recovered.leftOut),
    misplaced,
  };
}

export function placedRegions<T extends { note: ReadRecord }>(
  placed: readonly T[],
  wanted: Wanted = ({ regions }) => regions,
): (T & { annotation: Annotation; region: Region })[] {
  return placed.flatMap(item =>
    item.note.reading.annotations.flatMap(annotation =>
      wanted(annotation, item.note).map(region => ({ ...item, annotation, region })),
    ),
  );
}

type LostRegion = LostNote & { annotation: Annotation; region: Region };

async function recover(
  snapshot: Snapshot,
  lost: readonly LostRegion[],
  findFile: FindFile | undefined,
): Promise<{ regions: PlacedRegion[]; leftOut: Map<ReadRecord, LeftOut> }> {
  const regions: PlacedRegion[] = [];
  const leftOut = new Map<ReadRecord, LeftOut>();
  const find = findFile ?? (await filesToday(snapshot, lost));
  for (const [item, outcome] of await recoverRegions(snapshot, lost, find)) {
    const { note, annotation, region } = item;
    if (typeof outcome !== 'string') regions.push({ note, annotation, region, ...outcome });
    else if (!leftOut.has(note)) leftOut.set(note, outcome);
  }
  return { regions, leftOut };
}

async function filesToday(snapshot: Snapshot, lost: readonly LostRegion[]): Promise<FindFile> {
  const today = await namesToday(
    snapshot,
    lost.map(({ region }) => region.file).filter(file => file !== CHANGED_FILES),
  );
  return file => {
    const path = today(file);
    return path === undefined ? undefined : { commit: snapshot.head, path };
  };
}

function leftOut(
  lost: readonly LostNote[],
  returned: ReadonlySet<ReadRecord>,
  reasons: ReadonlyMap<ReadRecord, LeftOut>,
): Unreachable[] {
  return lost.flatMap(({ note }) => {
    const why = returned.has(note) ? undefined : reasons.get(note);
    return why === undefined ? [] : [{ object: note.record.object, why }];
  });
}
