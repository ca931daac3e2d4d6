import { sum } from '../../collections.ts';
import { type FileNotes, NO_NOTES } from '../../pipeline/notes/find-regions.ts';

/** What is to be said about the notes of one file, without what they say. */
export type NotesOfFile = Omit<FileNotes, 'found' | 'captured'> & {
  /** The objects whose notes gave something. */
  gave: readonly string[];
};

export function withoutTexts({ found, captured: _, ...notes }: FileNotes): NotesOfFile {
  return { ...notes, gave: found.map(({ commit, recovered }) => recovered?.from ?? commit.id) };
}

/** What is to be said about the notes of all files; one that gave something somewhere is not out of reach. */
export function joinNotes(notes: readonly NotesOfFile[]): FileNotes {
  const gave = new Set(notes.flatMap(item => item.gave));
  const unreachable = notes.flatMap(item => item.unreachable).map(note => [note.object, note] as const);
  const repaired = notes
    .flatMap(item => item.repaired)
    .map(note => [`${note.source} ${note.object}`, note] as const);
  return {
    ...NO_NOTES,
    unreachable: [...new Map(unreachable).values()].filter(({ object }) => !gave.has(object)),
    misplaced: [...new Set(notes.flatMap(item => item.misplaced))],
    repaired: [...new Map(repaired).values()],
    over: [...new Set(notes.flatMap(item => item.over))],
    charactersRemoved: sum(notes, item => item.charactersRemoved),
  };
}
