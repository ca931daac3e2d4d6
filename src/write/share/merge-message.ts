import { plural, shortId } from '../../wording.ts';
import type { NoteConflict } from '../merge/merge-note.ts';
import type { MergedTrees, Removal } from '../merge/merge-trees.ts';

const MOST_NAMED = 20;

/** What a conflict was about, and what was done: in words for a person. */
export function describeConflict({ object, conflict }: MergedTrees['conflicts'][number]): string {
  return `${shortId(object)} ${placeIn(conflict)}${SAID[conflict.kind]}`;
}

const SAID: Record<NoteConflict['kind'], string> = {
  'both changed': 'both sides said something else; both are kept',
  'changed and removed': 'one side changed it, the other removed it; it is kept',
  'note changed and removed': 'one side changed the note, the other removed it; it is kept',
  'both texts': 'two texts that are no JSON; both are kept, one after the other',
  'text beside JSON': 'one side is no JSON; its text is kept as a summary',
};

function placeIn(conflict: NoteConflict): string {
  if (!('file' in conflict)) return '';
  return `${[conflict.file, conflict.unit].filter(part => part !== undefined).join(' ')}: `;
}

/** What was removed, by the commit that it was annotated on. */
export function describeRemoval({ object, places, isWhole }: Removal): string {
  const what = places.map(({ file, unit, fields }) =>
    [file, unit, fields && `(${fields.join(', ')})`].filter(part => part !== undefined).join(' '),
  );
  if (isWhole) return `${shortId(object)} the whole note`;
  return `${shortId(object)} ${what.length > 0 ? what.join(', ') : 'a part of the note'}`;
}

/** The message of the notes commit. */
export function mergeMessage(remote: string, conflicts: MergedTrees['conflicts']): string {
  const subject = `Notes merged with those of ${remote}`;
  if (conflicts.length === 0) return subject;
  const named = conflicts.slice(0, MOST_NAMED).map(conflict => `- ${describeConflict(conflict)}`);
  return [`${subject}: ${plural(conflicts.length, 'conflict')}, both sides kept`, '', ...named].join('\n');
}
