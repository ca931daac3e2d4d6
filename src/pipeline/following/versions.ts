import { groupBy } from '../../collections.ts';
import { type Touch, touchesOf } from '../../git/change-calls.ts';
import type { Commit } from '../../git/parsers.ts';
import { isDamage } from '../history/ancestry.ts';
import type { AnnotatedVersion } from '../locate/annotated-version.ts';
import { slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';

/** A version that a commit made of a file; no blob where it removed it. */
export type Made = { commit: string; blob?: string };

/** By history and path; the limit is a number of changes. */
const TOUCHES = slot<{ since: number; touches: readonly Touch[] }>(200_000);

/** Reads how these paths changed, all with one process; what was read before is not asked for again. */
export async function readTouches(
  snapshot: Snapshot,
  paths: readonly string[],
  since: Commit,
): Promise<(path: string) => readonly Touch[]> {
  const { repository, memory, head, signal } = snapshot;
  const kept = memory.of(TOUCHES);
  const key = (path: string) => `${repository.shallowness()} ${head.id} ${path}`;
  const time = since.committer.time;
  const isKnown = (path: string) => (kept.get(key(path))?.since ?? Number.POSITIVE_INFINITY) <= time;
  const open = [...new Set(paths)].filter(path => !path.includes('\n') && !isKnown(path));
  const found = open.length === 0 ? [] : await ask();
  const byPath = groupBy(found, ({ path }) => path);
  for (const path of open) {
    const touches = byPath.get(path) ?? [];
    kept.set(key(path), { since: time, touches }, 1 + touches.length);
  }
  return path => byPath.get(path) ?? kept.get(key(path))?.touches ?? [];

  async function ask(): Promise<Touch[]> {
    try {
      return await repository.run(touchesOf(head.id, since.parents, open), signal);
    } catch (error) {
      if (isDamage(error)) return [];
      throw error;
    }
  }
}

/**
 * The versions between one of a file and the one that the snapshot has, oldest first, each with the commit that made it
 * of the one before; the last has no blob where the file is no longer there. Undefined where history does not connect them.
 */
export async function versionsSince(
  snapshot: Snapshot,
  { path, blob }: AnnotatedVersion,
  since: Commit,
): Promise<Made[] | undefined> {
  const entry = await snapshot.repository.entryAt(snapshot.head, path);
  const last = entry?.mode.startsWith('100') ? entry.id : NOTHING;
  if (last === blob) return [];
  const touches = (await readTouches(snapshot, [path], since))(path);
  return way(touches, blob, last, false) ?? way(touches, blob, last, true);
}

/** Stands for the content of a file that is not there. */
const NOTHING = '';

/**
 * History is a graph: the changes that lead from one content to another, in order. What single commits did comes before
 * what merges brought together; a file that was away in between is another one, if there is another way.
 */
function way(touches: readonly Touch[], from: string, to: string, mayVanish: boolean): Made[] | undefined {
  const into = groupBy(touches, ({ after = NOTHING }) => after);
  const onward = new Map<string, Touch>();
  const isOpen = ({ before = NOTHING }: Touch) =>
    before !== to && !onward.has(before) && (before !== NOTHING || mayVanish);
  const take = (touch: Touch): string[] => {
    const { before = NOTHING } = touch;
    if (!isOpen(touch)) return [];
    onward.set(before, touch);
    return [before];
  };
  let level = [to];
  while (level.length > 0 && !onward.has(from)) {
    const merges: Touch[] = [];
    for (const content of level) {
      for (const touch of into.get(content) ?? []) {
        if (touch.isMerge) merges.push(touch);
        else level.push(...take(touch));
      }
    }
    level = merges.flatMap(take);
  }
  return walk(onward, from, to);
}

function walk(onward: ReadonlyMap<string, Touch>, from: string, to: string): Made[] | undefined {
  const versions: Made[] = [];
  for (let content = from; content !== to; ) {
    const touch = onward.get(content);
    if (!touch) return undefined;
    versions.push({ commit: touch.commit, ...(touch.after === undefined ? {} : { blob: touch.after }) });
    content = touch.after ?? NOTHING;
  }
  return versions;
}
