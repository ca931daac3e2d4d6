import { createHash } from 'node:crypto';
import { checkpointIds, checkpointPlaces, readCheckpoint } from '../annotation/dialects/entire.ts';
import { candidateKeys, type NamedInNote } from '../annotation/note-keys.ts';
import { MAX_NOTE_BYTES } from '../annotation/read-note.ts';
import { createSanitiser } from '../annotation/sanitise.ts';
import { commitsSaying } from '../git/change-calls.ts';
import { looseRefs } from '../git/notes-refs.ts';
import type { Repository } from '../git/repository.ts';
import type { NoteEntry } from './notes-tree.ts';
import { inNoteOrder, NOTHING_NAMED, type SourceReader } from './source-reader.ts';

/** Summaries of sessions that the tool Entire keeps on a branch; trailers of commits name them. */
const CHECKPOINTS = 'entire checkpoints';

const TRAILER = 'Entire-Checkpoint:';
const BRANCHES = ['refs/heads/entire/checkpoints/v1', 'refs/remotes/origin/entire/checkpoints/v1'];
const OWN_REFS = 'refs/entire/checkpoints';
const METADATA = 'metadata.json';

/** What names the checkpoints of a history: where they are kept, and the commit that it ends with. */
export async function checkpointsState(repository: Repository, head: string): Promise<string | undefined> {
  const branches = await Promise.all(BRANCHES.map(ref => repository.refCommit(ref)));
  const refs = looseRefs(repository.location.commonDir, OWN_REFS);
  const kept = branches.find(commit => commit !== undefined)?.id;
  if (kept === undefined && refs.length === 0) return undefined;
  const own = createHash('sha256').update(refs.join()).digest('hex').slice(0, 16);
  return `${head} ${kept ?? '-'} ${own}`;
}

export function checkpointsSource(repository: Repository): SourceReader {
  const keys = new Map<string, NamedInNote>();
  const look = async (state: string, known: readonly string[], signal?: AbortSignal) => {
    const [head = ''] = state.split(' ');
    const commits = await repository.run(commitsSaying(TRAILER, head, known), signal);
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
    return inNoteOrder([...found.values()]);
  };
  return {
    source: CHECKPOINTS,
    key: `${CHECKPOINTS} ${repository.shallowness()}`,
    async list(state, signal) {
      return { notes: await look(state, [], signal), complete: true };
    },
    async changes(before, after, _most, signal) {
      const [head = '', ...kept] = before.split(' ');
      const [, ...keptNow] = after.split(' ');
      if (kept.join() !== keptNow.join() || !(await repository.commit(head))) return undefined;
      const notes = await look(after, [head], signal);
      return { objects: new Set(notes.map(({ object }) => object)), notes };
    },
    async keysOf({ blob }) {
      return keys.get(blob) ?? NOTHING_NAMED;
    },
  };
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
