import { CHANGED_FILES } from '../annotation/changed-files.ts';
import type { NamedInNote } from '../annotation/note-keys.ts';
import type { NoteList } from './note-list.ts';
import type { PackedNotes } from './packed-notes.ts';
import { isAbsent } from './source-reader.ts';
import { type Lists, listAt, rowAt, rowCount, type Texts } from './text-table.ts';

/** A ref whose notes were carried to other commits has known texts; one with more new notes is new. */
const MOST_SOUGHT = 100_000;

/**
 * What notes name whose text is known from another object, by blob. Where a note concerns the files that its commit
 * changed, the same text names others elsewhere.
 */
export function knownTexts(
  known: readonly PackedNotes[],
  notes: NoteList,
  wanted: Uint32Array,
): Map<string, NamedInNote> {
  const texts = new Map<string, NamedInNote>();
  if (known.length === 0 || wanted.length > MOST_SOUGHT) return texts;
  const blobs = new Set(Array.from(wanted, note => notes.blob(note).toString('hex')));
  for (const packed of known) {
    for (const [blob, named] of namedIn(packed, blobs)) {
      if (!isAbsent(named.problem) && !named.files.includes(CHANGED_FILES)) texts.set(blob, named);
    }
  }
  return texts;
}

/** What those packed notes name that have one of these blobs. */
function namedIn(packed: PackedNotes, blobs: ReadonlySet<string>): Map<string, NamedInNote> {
  const { list, problems, names, files, dependencies, concerns, marks, marked } = packed.contents();
  const found = new Map<string, NamedInNote>();
  const wanted = new Map<number, NamedInNote>();
  for (let note = 0; note < list.length; note++) {
    const blob = list.blob(note).toString('hex');
    if (!blobs.has(blob) || found.has(blob)) continue;
    const named = { files: [], dependsOn: [], concerns: [], marks: [], problem: problems.get(note) };
    found.set(blob, named);
    wanted.set(note, named);
  }
  const spread = (texts: Texts, lists: Lists, key: 'files' | 'dependsOn' | 'concerns' | 'marks') => {
    for (let row = 0; row < rowCount(texts); row++) {
      for (const note of listAt(lists, row)) wanted.get(note)?.[key].push(rowAt(texts, row).toString());
    }
  };
  if (wanted.size === 0) return found;
  spread(names, files, 'files');
  spread(names, dependencies, 'dependsOn');
  spread(names, concerns, 'concerns');
  spread(marks, marked, 'marks');
  return found;
}
