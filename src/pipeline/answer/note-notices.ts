import { addOverLimit } from '../../annotation/limits.ts';
import type { Notice } from '../../notices.ts';
import type { FileNotes } from '../notes/find-regions.ts';
import { isByName, type Recovered } from '../recovery/recover-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** What the reader should know about the notes behind an answer: unread, repaired, unreachable, cut off. */
export function noteNotices(
  { index }: Snapshot,
  { repaired, unreachable, misplaced, charactersRemoved, captured, over }: FileNotes,
  { owners, shallow }: { owners: ReadonlySet<string>; shallow: boolean },
): Notice[] {
  const notices: Notice[] = [];
  if (index.malformed.length > 0)
    notices.push({ code: 'notes_unread', notes: index.malformed, here: owners });
  if (repaired.length > 0)
    notices.push({ code: 'notes_repaired', objects: repaired.map(({ object }) => object) });
  if (unreachable.length > 0) notices.push({ code: 'notes_unreachable', notes: unreachable });
  if (misplaced.length > 0) notices.push({ code: 'notes_misplaced', count: misplaced.length });
  if (captured > 0) notices.push({ code: 'notes_captured', count: captured });
  if (over.length > 0) notices.push({ code: 'notes_over_limit', ...addOverLimit(over) });
  if (shallow) notices.push({ code: 'shallow' });
  if (charactersRemoved > 0) notices.push({ code: 'characters_removed', count: charactersRemoved });
  return notices;
}

/** Says of annotations that were found by name alone how little is known of them. */
export function foundByName(shown: readonly { recovered?: Recovered }[]): Notice[] {
  return recoveredByName(shown.filter(isByName).length);
}

export function recoveredByName(count: number): Notice[] {
  return count > 0 ? [{ code: 'recovered_by_name', count }] : [];
}
