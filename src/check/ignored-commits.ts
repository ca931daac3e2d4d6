import { changesOfEach } from '../git/change-calls.ts';
import type { Notice } from '../notices.ts';
import { ignoredRevisions } from '../pipeline/history/ignored-revisions.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';
import type { ChangedFile } from './changed-files.ts';
import type { Comparison } from './comparison.ts';

/** Leaves out the files that only commits changed which blame ignores, such as a formatter's. */
export async function withoutIgnoredRevisions(
  snapshot: Snapshot,
  { commits }: Comparison,
  files: readonly ChangedFile[],
): Promise<{ counted: readonly ChangedFile[]; notices: Notice[] }> {
  const ignored = commits.length === 0 ? undefined : await snapshot.once(ignoredRevisions);
  const skipped = commits.filter(id => ignored?.commits.has(id));
  if (skipped.length === 0) return { counted: files, notices: [] };
  const others = commits.filter(id => !ignored?.commits.has(id)).map(commit => ({ commit }));
  const changes =
    others.length === 0 ? new Map() : await snapshot.repository.run(changesOfEach(others), snapshot.signal);
  const paths = new Set([...changes.values()].flat().map(({ path }: { path: string }) => path));
  const counted = files.filter(({ before, after }) =>
    [before, after].some(version => version && paths.has(version.path)),
  );
  return { counted, notices: [{ code: 'ignored_revisions', commits: skipped.length }] };
}
