import type { Notice } from '../../answers.ts';
import { plural, shortId } from '../../wording.ts';
import type { Notes } from '../notes/find-regions.ts';
import type { Snapshot } from '../snapshot.ts';

const MOST_NAMED = 3;

/** What the reader should know about the notes behind an answer: unread, repaired, unreachable, cut off. */
export function noteNotices(
  snapshot: Snapshot,
  notes: Notes,
  owners: ReadonlySet<string>,
  shallow: boolean,
): Notice[] {
  const notices: Notice[] = [];
  const broken = snapshot.index.malformed;
  if (broken.length > 0) {
    const here = broken.filter(record => owners.has(record.object));
    const named = [...here, ...broken.filter(record => !owners.has(record.object))]
      .slice(0, MOST_NAMED)
      .map(record => `${shortId(record.object)} (${record.problem})`);
    const concern = here.length > 0 ? ` ${here.length} of them on commits that own lines here.` : '';
    notices.push({
      code: 'notes_unread',
      message: `${plural(broken.length, 'note')} could not be read: ${list(named, broken.length)}.${concern}`,
    });
  }
  if (notes.repaired.length > 0) {
    const named = notes.repaired.slice(0, MOST_NAMED).map(shortId);
    notices.push({
      code: 'notes_repaired',
      message: `${plural(notes.repaired.length, 'note')} had flaws and gave what could be read: ${list(named, notes.repaired.length)}.`,
    });
  }
  if (notes.unreachable.length > 0) {
    const named = notes.unreachable.slice(0, MOST_NAMED).map(shortId);
    notices.push({
      code: 'notes_left_out',
      message: `${plural(notes.unreachable.length, 'note')} left out, on commits that are not in this history: ${list(named, notes.unreachable.length)}.`,
    });
  }
  if (notes.misplaced.length > 0) {
    notices.push({
      code: 'notes_misplaced',
      message: `${plural(notes.misplaced.length, 'note')} left out, on an object that is no commit.`,
    });
  }
  if (shallow) {
    notices.push({
      code: 'shallow',
      message: 'History is shallow here: lines may be older than the commit that seems to own them.',
      fix: 'Get the rest of the history: git fetch --unshallow',
    });
  }
  if (notes.charactersRemoved > 0) {
    notices.push({
      code: 'characters_removed',
      message: `${plural(notes.charactersRemoved, 'control or invisible character')} removed from the notes.`,
    });
  }
  return notices;
}

/** How many of these commits have a note that could not be read. */
export function unread(snapshot: Snapshot, commits: ReadonlySet<string>): number {
  return [...commits].filter(id => snapshot.index.byObject(id).some(record => record.problem)).length;
}

function list(named: readonly string[], total: number): string {
  return total > named.length ? `${named.join(', ')} and ${total - named.length} more` : named.join(', ');
}
