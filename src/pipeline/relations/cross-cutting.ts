import { oneLine } from '../../annotation/sanitise.ts';
import type { CrossCutting } from '../../answers.ts';
import type { FileName } from '../history/file-names.ts';
import { place, speaksOfSuccessor } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';
import { matchTarget } from './dependents.ts';

/** Concerns that span files, from any annotation that names this file and, where one is asked about, this unit. */
export async function crossCutting(
  snapshot: Snapshot,
  names: readonly FileName[],
  wanted: readonly string[],
): Promise<CrossCutting[]> {
  const records = [...new Set(names.flatMap(({ name }) => snapshot.index.byConcern(name)))];
  const { notes } = await place(snapshot, await snapshot.notes.read(records), new Set());
  const known = new Set(names.map(({ name }) => name));
  const tooLate = await speaksOfSuccessor(snapshot, names, notes);
  const concerns = notes.flatMap(({ note, commit }) =>
    note.reading.annotations
      .flatMap(annotation => annotation.cross_cutting ?? [])
      .filter(({ regions }) =>
        regions.some(
          ({ file, anchor }) =>
            known.has(file) && !tooLate.has(`${file}\0${commit.id}`) && matchTarget(anchor, wanted),
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
