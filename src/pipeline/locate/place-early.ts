import { sum } from '../../collections.ts';
import type { NoteRecord } from '../../index/notes-index.ts';
import { lengthOf } from '../lines/range.ts';
import { readRecords } from '../placing/read-records.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';
import { annotatedVersion } from './annotated-version.ts';
import { MOST_LINES } from './beyond-limit.ts';
import { placeToday } from './place-today.ts';

/**
 * Takes notes that name the file of a scope; reads them and compares the versions that they were written for with today's,
 * of the newest `most` regions. For the time that git takes to blame: all of it is needed next, and kept until then, by what it follows from.
 */
export async function placeEarly(
  snapshot: Snapshot,
  scope: Scope,
  records: readonly NoteRecord[],
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const read = await readRecords(snapshot, records);
  const regions = read.flatMap(({ record: { object }, reading }) =>
    reading.annotations
      .flatMap(annotation => annotation.regions)
      .filter(region => region.file === scope.path && (region.lines || region.ast_anchor))
      .map(region => ({ object, region })),
  );
  if (sum(regions, ({ region: { lines } }) => (lines ? lengthOf(lines) : 0)) > MOST_LINES) return;
  // Who needs it will meet what went wrong.
  await inOrder(snapshot, regions)
    .then(ordered =>
      Promise.all(
        ordered.slice(-most).map(async ({ written, region }) => {
          const version = await annotatedVersion(snapshot, { written, region }, []);
          if (version && !snapshot.signal?.aborted) await placeToday({ snapshot, scope }, version, region);
        }),
      ),
    )
    .catch(() => undefined);
}

/** Versions that came one after the other have most in common. */
async function inOrder<T extends { object: string }>({ repository }: Snapshot, items: readonly T[]) {
  const written = await Promise.all(
    items.map(async item => ({ ...item, written: await repository.commit(item.object) })),
  );
  return written.sort((a, b) => (a.written?.committer.time ?? 0) - (b.written?.committer.time ?? 0));
}
