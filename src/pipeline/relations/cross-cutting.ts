import { oneLine } from '../../annotation/sanitise.ts';
import type { CrossCutting } from '../../answers.ts';
import type { FileName } from '../history/file-names.ts';
import { placeNotes } from '../notes/place-notes.ts';
import { readRecords } from '../notes/read-records.ts';
import { saidOfSuccessor } from '../notes/said-of-successor.ts';
import type { Snapshot } from '../snapshot.ts';
import { matchTarget } from './dependents.ts';

/** Concerns that span files, from any annotation that names this file and, where one is asked about, this unit. */
export async function crossCutting(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: readonly string[],
): Promise<CrossCutting[]> {
  const records = [...new Set(names.flatMap(({ name }) => snapshot.index.byConcern(name)))];
  const { notes } = await placeNotes(snapshot, await readRecords(snapshot, records));
  const known = new Set(names.map(({ name }) => name));
  const isOfSuccessor = await saidOfSuccessor(snapshot, names, notes);
  const concerns = notes.flatMap(({ note, commit }) =>
    note.reading.annotations
      .flatMap(annotation => annotation.cross_cutting ?? [])
      .filter(({ regions }) =>
        regions.some(
          ({ file, anchor }) =>
            known.has(file) && !isOfSuccessor(file, commit) && matchTarget(anchor, wanted),
        ),
      )
      .map(({ description, regions, tags }) => ({
        description,
        regions: regions.map(region => ({ ...region, file: oneLine(region.file) })),
        ...(tags?.length ? { tags } : {}),
        commit: commit.id,
      })),
  );
  const key = ({ description, commit }: CrossCutting) => `${description}\0${commit}`;
  return concerns.sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}
