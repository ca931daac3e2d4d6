import { join } from 'node:path';
import { oneLine } from '../../annotation/sanitise.ts';
import { LARGEST, readGitFile } from '../../git/git-file.ts';
import { notesRefs } from '../../git/notes-refs.ts';
import type { SourceSize } from '../../index/sources.ts';
import type { Notice } from '../../notices.ts';
import type { Unreachable } from '../placing/place-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** What is known when an answer has come out empty. */
export type Emptiness = {
  path: string;
  isDirectory?: boolean;
  /** Regions of the file that do not concern the lines or the anchor. */
  elsewhereInFile: number;
  /** Notes about the file on commits that history does not have. */
  unreachable: readonly Unreachable[];
  shallow: boolean;
  /** The commits that own lines here. */
  owners?: ReadonlySet<string>;
};

/** One notice: why there is nothing, as exactly as can be known, and what to do about it. */
export function explainEmpty(snapshot: Snapshot, facts: Emptiness): Notice {
  const { index, sources } = snapshot;
  const { path, elsewhereInFile, unreachable, shallow, owners = new Set() } = facts;
  const { malformed } = index;
  if (index.size === 0) return nothingHere(snapshot, facts.isDirectory ? undefined : path);
  const unfetched = unfetchedFrom(snapshot);
  if (elsewhereInFile > 0) return { code: 'not_annotated', path, regions: elsewhereInFile, unfetched };
  const isMalformedHere = malformed.some(({ object }) => owners.has(object));
  if (isMalformedHere || malformed.length === index.size) {
    return { code: 'notes_unread', notes: malformed, here: owners, path };
  }
  if (shallow) return { code: 'shallow', path };
  if (unreachable.length > 0) return { code: 'notes_unreachable', notes: unreachable, path };
  return { code: 'none_for_file', sources: sources.filter(({ size }) => size > 0), path, unfetched };
}

/** The remote of a clone that has no notes at all, only decisions in commit messages. */
function unfetchedFrom({ states, sources, repository }: Snapshot): string | undefined {
  const isSaying = ({ name, size }: SourceSize) => size > 0 && name.startsWith('refs/');
  const hasNotes = states.primary.tree !== undefined || sources.some(isSaying);
  return hasNotes ? undefined : remoteName(repository.location.commonDir);
}

/** No source has anything. Notes are not cloned by default: says what to fetch, or which other ref there is. */
export function nothingHere({ settings, states, repository, notices }: Snapshot, file?: string): Notice {
  // A name that would fool a reader's eye is in no command to copy.
  const path = file !== undefined && file === oneLine(file) ? file : undefined;
  const { noteref, sources } = settings;
  const unread = notices.find(notice => notice.code === 'notes_ref_unread' && notice.ref === noteref);
  if (unread) return unread;
  if (states.primary.tree !== undefined) return { code: 'not_annotated', noteref, file: path };
  const { commonDir } = repository.location;
  const others = notesRefs(commonDir).filter(ref => ref !== noteref);
  return { code: 'no_notes_ref', noteref, others, looked: sources, remote: remoteName(commonDir), path };
}

export function remoteName(commonDir: string): string | undefined {
  const config = readGitFile(join(commonDir, 'config'), LARGEST.config) ?? '';
  const names = [...config.matchAll(/^[ \t]*\[remote "([\w.-]+)"\]/gm)].map(match => match[1]);
  return names.includes('origin') ? 'origin' : names[0];
}
