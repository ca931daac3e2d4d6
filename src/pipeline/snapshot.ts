import type { Settings } from '../config.ts';
import type { FilesOf } from '../git/files-at.ts';
import type { Commit } from '../git/parsers.ts';
import type { Repository } from '../git/repository.ts';
import type { FindingsStore } from '../index/findings-store.ts';
import type { NotesIndex } from '../index/notes-index.ts';
import type { SourceSize, SourceStates } from '../index/sources.ts';
import type { Notice } from '../notices.ts';
import type { Memory } from './memory.ts';

type Parts = {
  repository: Repository;
  settings: Settings;
  /** Set where settings and ignored revisions are those of one version, and not of what is on disk. */
  files?: FilesOf;
  /** About the settings and the sources themselves. */
  notices: readonly Notice[];
  head: Commit;
  /** The states of the sources that the index was made of. */
  states: SourceStates;
  /** The sources that say something, the ref that annotations are written to first. */
  sources: readonly SourceSize[];
  index: NotesIndex;
  findings: FindingsStore;
  memory: Memory;
  /** Set where an older commit is looked at: what is on disk does not count. */
  rev?: Commit;
  signal?: AbortSignal;
};

/** The one state of the repository that a query sees, from its first stage to its last. */
export type Snapshot = Parts & {
  /** A value that all files of this answer share: made by the first that needs it. */
  once<T>(make: (snapshot: Snapshot) => T): T;
};

export function createSnapshot(parts: Parts): Snapshot {
  const made = new Map<unknown, unknown>();
  const snapshot: Snapshot = {
    ...parts,
    once<T>(make: (snapshot: Snapshot) => T): T {
      if (!made.has(make)) made.set(make, make(snapshot));
      return made.get(make) as T;
    },
  };
  return snapshot;
}

/** The same state, looked at from an older commit. */
export function snapshotAt(snapshot: Snapshot, head: Commit): Snapshot {
  return createSnapshot({ ...snapshot, head, rev: head });
}

/**
 * Whether all that it is made of is seen in the refs, the settings and the ignored revisions of the repository: what is
 * missing may arrive unseen, and files that settings name elsewhere may change unseen.
 */
export function isWhole({ states, notices, settings }: Snapshot): boolean {
  const others = settings.ignoreRevsFiles.filter(({ name }) => name !== '.git-blame-ignore-revs');
  return states.unread.length === 0 && notices.length === 0 && others.length === 0;
}
