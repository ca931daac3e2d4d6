import type { NoteRecord } from '../../index/notes-index.ts';
import { oldestFirst } from '../history/commit-order.ts';
import { readRecords } from '../placing/read-records.ts';
import type { Snapshot } from '../snapshot.ts';
import { contest } from './newer-annotations.ts';

/**
 * Takes notes that name a file; asks git for the order of their commits where one may have overtaken another. For the time
 * that git takes to blame: in a long history that takes long, too, and tells which of them are in it.
 */
export async function orderEarly(
  snapshot: Snapshot,
  path: string,
  records: readonly NoteRecord[],
): Promise<void> {
  const read = await readRecords(snapshot, records);
  const found = await Promise.all(
    read.map(async ({ record, reading }) => {
      const commit = await snapshot.repository.commit(record.object);
      const regions = reading.annotations.flatMap(annotation => annotation.regions);
      return commit
        ? regions
            .filter(({ file }) => file === path)
            .map(region => ({ found: { commit, region, said: region } }))
        : [];
    }),
  );
  const items = found.flat();
  if (contest(items).contested.length === 0) return;
  const commits = items.map(item => item.found.commit);
  // Who needs it will meet what went wrong.
  await oldestFirst(snapshot, commits).catch(() => undefined);
}
