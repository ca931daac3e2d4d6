import type { FileName } from '../history/file-names.ts';
import { historyGraph } from '../history/history-graph.ts';
import type { Moved } from '../locate/locate.ts';
import { type Placed, placeThrough } from '../locate/place-today.ts';
import { type Lasting, leave, recall, recallNow } from '../memory.ts';
import type { FoundRegion } from '../notes/find-regions.ts';
import type { Scope } from '../scope/scope.ts';
import type { Snapshot } from '../snapshot.ts';

/**
 * Where a region is that a direct comparison did not find, as far as HEAD says: nowhere, or in a file, its own or another,
 * of which this is the blob.
 */
export type Whereabouts = 'gone' | { moved: Moved; placed: Placed; blob: string };

/** What is kept: for which head it was found out, and what the files on the way were then. */
type Fact = { head: string; blobs: readonly (readonly [path: string, blob: string])[]; found: Whereabouts };

const KIND = 'g';

/**
 * What an earlier process found out, where it still holds: for this head, or for an older one of its history while the
 * files on the way are the same. Another history may have led elsewhere.
 */
export async function knownWhereabouts(
  snapshot: Snapshot,
  item: FoundRegion,
  names: readonly FileName[],
): Promise<Whereabouts | undefined> {
  const fact = recallNow<Fact>(snapshot.repository.knowledge, KIND, keyOf(snapshot, item, names));
  if (!fact) return undefined;
  if (fact.head === snapshot.head.id) return fact.found;
  const graph = await historyGraph(snapshot, snapshot.head.id);
  if (graph.rowOf(fact.head) === undefined) return undefined;
  for (const [path, blob] of fact.blobs) if ((await blobAt(snapshot, path)) !== blob) return undefined;
  return fact.found;
}

/** Leaves it to the next process; `from` is the name of the file that it is followed from. */
export async function keepWhereabouts(
  snapshot: Snapshot,
  item: FoundRegion,
  names: readonly FileName[],
  from: string,
  found: Whereabouts,
): Promise<void> {
  const paths = found === 'gone' ? [from] : [from, found.moved.path];
  const blobs = await Promise.all(paths.map(async path => [path, await blobAt(snapshot, path)] as const));
  const fact: Fact = { head: snapshot.head.id, blobs, found };
  leave(snapshot.repository.knowledge, KIND, keyOf(snapshot, item, names), fact);
}

/** What the lines of a region are known by: the name of its unit, and hashes of those that have words. */
export type Signs = { name?: string; hashes: readonly number[] };

const KEPT_SIGNS: Lasting<Signs | undefined> = { kind: 's', lasts: made => made !== undefined };

export function signsOf(
  snapshot: Snapshot,
  item: FoundRegion,
  names: readonly FileName[],
  make: () => Promise<Signs | undefined>,
): Promise<Signs | undefined> {
  return recall(snapshot.repository.knowledge, KEPT_SIGNS, keyOf(snapshot, item, names), make);
}

/** In a file, as it is on disk; undefined where edits touch it. */
export function placedOnDisk(
  { placed, blob }: Exclude<Whereabouts, 'gone'>,
  { committed, edits, gone }: Scope,
): Placed | undefined {
  if (committed?.blob !== blob || gone) return undefined;
  return edits ? placeThrough(placed, edits) : placed;
}

/** Named by commits: which version it was written for follows from them and the names. */
function keyOf(
  { repository }: Snapshot,
  { region, commit, written, recovered }: FoundRegion,
  names: readonly FileName[],
): string {
  const { file, lines, ast_anchor: anchor } = region;
  const what = [file, lines?.start, lines?.end, anchor?.name, anchor?.unit_type, anchor?.signature];
  const where = [commit.id, written?.id, recovered !== undefined, names.map(({ name }) => name)];
  return JSON.stringify([...what, ...where, repository.shallowness()]);
}

/** In HEAD; '' where there is no file. */
async function blobAt({ repository, head }: Snapshot, path: string): Promise<string> {
  const entry = await repository.entryAt(head, path);
  return entry?.mode.startsWith('100') ? entry.id : '';
}
