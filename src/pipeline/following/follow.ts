import { extname } from 'node:path/posix';
import type { Commit } from '../../git/parsers.ts';
import { remember, slot } from '../memory.ts';
import type { Snapshot } from '../snapshot.ts';
import { copiedBefore } from './copied-before.ts';
import { moveOfLines } from './move-of-lines.ts';
import { moveOfUnit } from './move-of-unit.ts';
import { changesAround, filesGaining } from './other-files.ts';
import { versionsSince } from './versions.ts';
import { followVersions, type Held, type Lost } from './within-file.ts';

/** Code went from one file to another in a commit. */
export type Move = { commit: string; from: string; to: string };

/** Where a subject is in the commit that the snapshot looks at; or that it is gone, and since when, where that is known. */
export type Whereabouts = (Held & { moves: Move[] }) | { goneSince?: string };

const MOST_MOVES = 8;

/** By what is followed and up to which commit: all are named by their content. */
const FOLLOWED = slot<Promise<Whereabouts>>(20_000);

/** Follows a subject from the version of a commit: within its file, through renames, and into other files. */
export function follow(snapshot: Snapshot, start: Held, since: Commit): Promise<Whereabouts> {
  const { path, blob } = start.version;
  const { lines, unit } = start.subject;
  const { head, repository } = snapshot;
  const what = [path, blob, lines.start, lines.end, unit?.name, unit?.lines.start, since.id];
  const key = JSON.stringify([...what, head.id, repository.shallowness()]);
  const weigh = (found: Whereabouts) => 1 + ('parsed' in found ? found.parsed.lines.length / 100 : 0);
  return remember(snapshot.memory.of(FOLLOWED), key, () => search(snapshot, start, since), weigh);
}

async function search(snapshot: Snapshot, start: Held, since: Commit): Promise<Whereabouts> {
  const moves: Move[] = [];
  let held = start;
  let from = since;
  for (;;) {
    const versions = await versionsSince(snapshot, held.version, from);
    if (!versions) return {};
    const end = await followVersions(snapshot, held, versions);
    if ('version' in end) return { ...end, moves };
    const next = moves.length < MOST_MOVES ? await elsewhere(snapshot, end, since) : undefined;
    const commit = next && (await snapshot.repository.commit(end.commit));
    if (!next || !commit) return { goneSince: end.commit };
    moves.push({ commit: end.commit, from: held.version.path, to: next.version.path });
    [held, from] = [next, commit];
  }
}

/** The place in another file that a subject went to in the commit that removed it, or was copied to before. */
async function elsewhere(snapshot: Snapshot, lost: Lost, since: Commit): Promise<Held | undefined> {
  const changes = await changesAround(snapshot, lost);
  const same = changes.filter(({ after }) => after === lost.last.version.blob);
  const [renamed] = same.filter(({ path }) => extname(path) === extname(lost.last.version.path));
  if (lost.after === undefined && renamed && same.length === 1) {
    return { ...lost.last, version: { ...lost.last.version, path: renamed.path } };
  }
  const files = await filesGaining(snapshot, lost.last, changes);
  if (!lost.last.subject.unit) return moveOfLines(snapshot, lost, files);
  return (await moveOfUnit(snapshot, lost, files, changes)) ?? copiedBefore(snapshot, lost, since);
}
