import { join } from 'node:path';
import { LARGEST, readGitFile } from '../git/git-file.ts';
import type { Notice } from '../notices.ts';
import { nothingHere } from '../pipeline/answer/explain-empty.ts';
import type { Snapshot } from '../pipeline/snapshot.ts';

/** What keeps a check from seeing all annotations; nothing where all were seen. */
export function hiddenNotes(snapshot: Snapshot): Notice[] {
  const unread = snapshot.notices.filter(({ code }) => code === 'notes_ref_unread');
  if (snapshot.index.size > 0) return unread;
  const reason = nothingHere(snapshot);
  const isUnfetched =
    reason.code === 'no_notes_ref' && reason.remote !== undefined && !fetchesNotes(snapshot);
  return isUnfetched ? [reason, ...unread] : unread;
}

/** Where a clone fetches notes and has none, its remote has none either. */
function fetchesNotes({ repository }: Snapshot): boolean {
  const config = readGitFile(join(repository.location.commonDir, 'config'), LARGEST.config) ?? '';
  return config.split('\n').some(line => /^\s*fetch\s*=/.test(line) && line.includes('refs/notes/'));
}
