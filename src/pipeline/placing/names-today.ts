import { renamedTo } from '../history/renamed-to.ts';
import { exists } from '../scope/find-path.ts';
import type { Snapshot } from '../snapshot.ts';

/** Today's names of files that annotations name; undefined for those that were deleted. */
export async function namesToday(
  snapshot: Snapshot,
  files: readonly string[],
): Promise<(file: string) => string | undefined> {
  const distinct = [...new Set(files)];
  const here = await Promise.all(distinct.map(file => exists(snapshot.repository, snapshot.head, file)));
  const gone = distinct.filter((_file, at) => !here[at]);
  const renamed =
    gone.length === 0 ? new Map<string, string>() : await renamedTo(snapshot, snapshot.head, gone);
  const missing = new Set(gone);
  return file => (missing.has(file) ? renamed.get(file) : file);
}
