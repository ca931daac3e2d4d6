import type { Notice } from '../../notices.ts';
import type { FileNotes } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the reader should know about the notes behind an answer: unread, repaired, unreachable, cut off. */
export function noteNotices(
  { index }: Snapshot,
  { repaired, unreachable, misplaced, charactersRemoved }: FileNotes,
  { owners, shallow }: { owners: ReadonlySet<string>; shallow: boolean },
): Notice[] {
  const notices: Notice[] = [];
  if (index.malformed.length > 0)
    notices.push({ code: 'notes_unread', notes: index.malformed, here: owners });
  if (repaired.length > 0)
    notices.push({ code: 'notes_repaired', objects: repaired.map(({ object }) => object) });
  if (unreachable.length > 0) notices.push({ code: 'notes_unreachable', objects: unreachable });
  if (misplaced.length > 0) notices.push({ code: 'notes_misplaced', count: misplaced.length });
  if (shallow) notices.push({ code: 'shallow' });
  if (charactersRemoved > 0) notices.push({ code: 'characters_removed', count: charactersRemoved });
  return notices;
}
