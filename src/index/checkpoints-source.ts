import { createHash } from 'node:crypto';
import { checkpointIds, checkpointPlaces, readCheckpoint } from '../annotation/dialects/entire.ts';
import { candidateKeys, type NamedInNote } from '../annotation/note-keys.ts';
import { MAX_NOTE_BYTES } from '../annotation/note-reading.ts';
import { createSanitiser } from '../annotation/sanitise.ts';
import { commitsSaying } from '../git/change-calls.ts';
import { refsUnder } from '../git/notes-refs.ts';
import type { Repository } from '../git/repository.ts';
import { NoteList } from './note-list.ts';
import type { NoteEntry } from './notes-tree.ts';
import { NOTHING_NAMED, type SourceReader } from './source-reader.ts';

/** Summaries of sessions that the tool Entire keeps on a branch; trailers of commits name them. */
const CHECKPOINTS = 'entire checkpoints';

const TRAILER = 'Entire-Checkpoint:';
const BRANCHES = ['refs/heads/entire/checkpoints/v1', 'refs/remotes/origin/entire/checkpoints/v1'];
const OWN_REFS = 'refs/entire/checkpoints';
const METADATA = 'metadata.json';

/** What names the checkpoints of a history: where they are kept, and the commit that it ends with. */
export async function checkpointsState(repository: Repository, head: string): Promise<string | undefined> {
  const branches = await Promise.all(BRANCHES.map(ref => repository.refCommit(ref)));
  const kept = branches.flatMap(commit => (commit ? [commit.id] : []));
  const own = refsUnder(repository.location.commonDir, OWN_REFS);
  if (kept.length === 0 && own.length === 0) return undefined;
  const places = createHash('sha256')
    .update([...kept, ...own].join())
    .digest('hex')
    .slice(0, 32);
  return `${head} ${places}`;
}

export function checkpointsSource(repository: Repository): SourceReader {
  const keys = new Map<string, NamedInNote>();
  const saying = (head: string, known: readonly string[], signal?: AbortSignal) =>
    repository.run(commitsSaying(TRAILER, head, known), signal);
  const look = async (state: string, signal?: AbortSignal) => {
    const { commits, complete } = await saying(headOf(state), [], signal);
    // A squash commit names the checkpoints of the commits that it was made of: the newest commit has each.
    const found = new Map<string, NoteEntry>();
    for (const object of commits) {
      const message = (await repository.commit(object))?.message ?? '';
      for (const blob of await blobsOf(repository, checkpointIds(message))) {
        const candidate = readCheckpoint(await documentIn(repository, blob));
        if (!candidate) continue;
        keys.set(blob, candidateKeys([candidate], createSanitiser()));
        if (!found.has(blob)) found.set(blob, { object, blob });
      }
    }
    return { notes: NoteList.of([...found.values()]), complete };
  };
  return {
    source: CHECKPOINTS,
    key: `${CHECKPOINTS} ${repository.shallowness()}`,
    list: look,
    // One more commit that names a checkpoint may take it from another: only where none does, all stays as it was.
    async changes(before, after, _most, signal) {
      const [was, is] = [headOf(before), headOf(after)];
      if (before.slice(was.length) !== after.slice(is.length) || !(await repository.commit(was)))
        return undefined;
      const sides = await Promise.all([saying(is, [was], signal), saying(was, [is], signal)]);
      const isSame = sides.every(({ commits, complete }) => complete && commits.length === 0);
      return isSame ? { objects: new Set(), notes: [] } : undefined;
    },
    async keysOf({ blob }) {
      return keys.get(blob) ?? NOTHING_NAMED;
    },
  };
}

function headOf(state: string): string {
  return state.replace(/ .*/, '');
}

/** The metadata of the sessions of these checkpoints, from the first place that has them. */
async function blobsOf(repository: Repository, ids: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  for (const id of ids) {
    for (const { ref, directory } of checkpointPlaces(id)) {
      const commit = await repository.refCommit(ref);
      const entry = commit && (await repository.entryAt(commit, directory));
      if (entry?.mode !== '40000') continue;
      for (const blob of await metadataIn(repository, entry.id)) found.add(blob);
      break;
    }
  }
  return [...found];
}

/** Of a checkpoint itself, and of each of its sessions, which are numbered. */
async function metadataIn(repository: Repository, tree: string): Promise<string[]> {
  const entries = [...((await repository.tree(tree)) ?? [])];
  const sessions = entries.filter(([name, { mode }]) => mode === '40000' && /^\d{1,4}$/.test(name));
  const trees = await Promise.all(sessions.map(([, { id }]) => repository.tree(id)));
  const own = [new Map(entries), ...trees].map(all => all?.get(METADATA));
  return own.flatMap(entry => (entry?.mode.startsWith('100') ? [entry.id] : []));
}

async function documentIn(repository: Repository, blob: string): Promise<unknown> {
  const object = await repository.read(blob, MAX_NOTE_BYTES);
  try {
    return JSON.parse(object?.data?.toString('utf8') ?? 'null');
  } catch {
    return undefined;
  }
}
