import { CHANGED_FILES } from '../../annotation/changed-files.ts';
import type { OverLimit } from '../../annotation/limits.ts';
import { isFlawed } from '../../annotation/note-reading.ts';
import type { Annotation, Region } from '../../annotation/schema.ts';
import { partition, sum } from '../../collections.ts';
import { DEFAULT_NOTEREF } from '../../config.ts';
import type { Commit } from '../../git/parsers.ts';
import { MESSAGES, type NoteRecord } from '../../index/notes-index.ts';
import type { NoteEntry } from '../../index/notes-tree.ts';
import type { FileName } from '../history/file-names.ts';
import { placedRegions, placeRegions, type Unreachable } from '../placing/place-regions.ts';
import { overLimits, type ReadRecord, readRecords } from '../placing/read-records.ts';
import { MOST_OF_FILE, shareOfEach } from '../placing/share-of-each.ts';
import type { Recovered } from '../recovery/recover-regions.ts';
import type { FileNow } from '../recovery/trace-lines.ts';
import type { Snapshot } from '../snapshot.ts';
import { inForce } from './in-force.ts';
import { lookUp, regionsFoundBy } from './look-up.ts';
import { placeMessages } from './place-messages.ts';
import { saidOfSuccessor } from './said-of-successor.ts';
import { standingRegions } from './standing.ts';
import { withoutRepeats } from './without-repeats.ts';

/** A region of an annotation that names the file, and how it was found. */
export type FoundRegion = {
  /** The commit in today's history that it belongs to, or one that stands for a commit that this clone lacks. */
  commit: Commit;
  /** The commit whose version of the file its lines count in; absent where this clone does not have it. */
  written?: Commit;
  annotation: Annotation;
  region: Region;
  /** The region as the note has it, before it was made to concern this file. */
  said: Region;
  /** Where it is from: a notes ref, or the commit messages. */
  source: string;
  /** The note that it was read from, where somebody may ask who wrote it. */
  note?: NoteEntry;
  evidence: 'blame' | 'index' | 'moved';
  recovered?: Recovered;
};

/** The regions that name a file, and what is to be said about the notes that they come from. */
export type FileNotes = {
  found: FoundRegion[];
  /** Notes that had flaws and gave what could be read. */
  repaired: NoteRecord[];
  unreachable: Unreachable[];
  misplaced: string[];
  charactersRemoved: number;
  /** Of each note that is over a limit, and of all together, by how much. */
  over: readonly OverLimit[];
  /** How much was left out because a machine captured it as it went along. */
  captured: number;
};

export const NO_NOTES: FileNotes = {
  found: [],
  repaired: [],
  unreachable: [],
  misplaced: [],
  charactersRemoved: 0,
  over: [],
  captured: 0,
};

/** Joins what blame and the index know: every region that names the file `now`, under any name it had. */
export async function findRegions(
  snapshot: Snapshot,
  names: readonly FileName[],
  owners: ReadonlySet<string>,
  now: FileNow,
): Promise<FileNotes> {
  const foundBy = lookUp(snapshot.index, names);
  const read = await readRecords(snapshot, [...foundBy.keys()]);
  const [messages, notesRead] = partition(read, ({ record }) => record.source === MESSAGES);
  const { standing, others } = await standingRegions(snapshot, notesRead, foundBy);
  const concerning = (region: Region, { record }: ReadRecord) =>
    regionsFoundBy(region, foundBy.get(record) ?? []);
  const onCommits = await placeRegions(
    snapshot,
    others,
    ({ regions }, note) => regions.filter(region => concerning(region, note).length > 0),
    { owners, findFile: () => now },
  );
  const inMessages = await placeMessages(snapshot, messages);
  const placed = [...onCommits.regions, ...placedRegions(inMessages), ...standing];
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, placed);
  const found: FoundRegion[] = [];
  for (const { note, annotation, region: said, commit, written, recovered } of placed) {
    const { source } = note.record;
    const evidence = owners.has(commit.id) ? 'blame' : 'index';
    for (const region of concerning(said, note)) {
      if (isOfSuccessor(region.file, commit)) continue;
      found.push({
        ...{ commit, written, annotation, region, said, source, evidence, recovered },
        note: note.record,
      });
    }
  }
  const kept = shareOfEach(found, MOST_OF_FILE);
  const tooMany = { shortened: 0, leftOut: found.length - kept.length };
  const { unreachable, misplaced } = onCommits;
  const notes = [
    ...new Set([...onCommits.notes, ...[...placedRegions(inMessages), ...standing].map(({ note }) => note)]),
  ];
  return {
    found: await inForce(snapshot, withoutRepeats(kept)),
    repaired: notes.filter(({ reading }) => isFlawed(reading)).map(({ record }) => record),
    unreachable,
    misplaced,
    over: [...overLimits(read), ...(tooMany.leftOut > 0 ? [tooMany] : [])],
    charactersRemoved: sum(notes, ({ reading }) => reading.charactersRemoved),
    captured: sum(notes, ({ reading }) => reading.captured ?? 0),
  };
}

/** Said of all that a commit changed: its lines in a file are those that the commit still owns there. */
export function isOfWholeCommit({ said }: Pick<FoundRegion, 'said'>): boolean {
  return said.file === CHANGED_FILES;
}

/** Where a region is from, unless it is from where annotations usually are. */
export function shownSource({ source }: FoundRegion): string | undefined {
  return source === DEFAULT_NOTEREF ? undefined : source;
}
