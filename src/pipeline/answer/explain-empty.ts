import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../answers.ts';
import { plural } from '../../wording.ts';
import type { Snapshot } from '../snapshot.ts';

/** What is known when an answer has come out empty. */
export type Emptiness = {
  path: string;
  /** Regions of the file that do not concern the lines or the anchor. */
  elsewhereInFile: number;
  /** Annotations of the file on commits that history does not have. */
  unreachable: number;
  shallow: boolean;
  /** Unreadable notes on commits that own lines here. */
  malformedHere: number;
};

/** One notice: why there is nothing, as exactly as can be known, and what to do about it. */
export function explainEmpty(snapshot: Snapshot, facts: Emptiness): Notice {
  const { noteref } = snapshot.settings;
  const total = snapshot.index.size;
  const malformed = snapshot.index.malformed.length;
  if (snapshot.notesTree === undefined) return noNotesRef(snapshot);
  if (facts.elsewhereInFile > 0) {
    const count = plural(facts.elsewhereInFile, 'annotated region');
    return {
      code: 'not_annotated',
      message: `Not annotated: ${facts.path} has ${count}, but none concerns what was asked about.`,
      fix: `See the whole file: ultragit read ${facts.path}`,
    };
  }
  if (facts.malformedHere > 0 || (total > 0 && malformed === total)) {
    const count = plural(facts.malformedHere || malformed, 'note');
    return {
      code: 'notes_malformed',
      message: `${count} could not be read, so what is said there about ${facts.path} is not known.`,
      fix: 'Look at the note with git notes show, and write it again as valid JSON.',
    };
  }
  if (facts.shallow && (facts.unreachable > 0 || total > 0)) {
    return {
      code: 'history_shallow',
      message: `History is shallow here: annotations of ${facts.path} may be on commits that this clone does not have.`,
      fix: 'Get the rest of the history: git fetch --unshallow',
    };
  }
  if (facts.unreachable > 0) {
    return {
      code: 'notes_unreachable',
      message: `${plural(facts.unreachable, 'note')} about ${facts.path} left out, on commits outside of HEAD's history.`,
      fix: 'They may belong to another branch, or to commits that were rebased or squashed away.',
    };
  }
  if (total > 0) {
    return {
      code: 'none_for_file',
      message: `${noteref} has ${plural(total, 'note')}, but none for ${facts.path}.`,
    };
  }
  return { code: 'not_annotated', message: `${noteref} is empty: nothing is annotated yet.` };
}

/** Notes are not cloned by default: says what to fetch, or which other ref there is. */
export function noNotesRef(snapshot: Snapshot): Notice {
  const { noteref } = snapshot.settings;
  const { commonDir } = snapshot.repository.location;
  const others = notesRefs(commonDir).filter(ref => ref !== noteref);
  const remote = remoteName(commonDir);
  const message = `There are no annotations in this clone: ${noteref} does not exist.`;
  if (others.length > 0) {
    return {
      code: 'no_notes_ref',
      message: `${message} There is ${others.slice(0, 3).join(', ')}.`,
      fix: `Name the ref to read: --noteref ${others[0]}`,
    };
  }
  return remote === undefined
    ? { code: 'no_notes_ref', message }
    : {
        code: 'no_notes_ref',
        message,
        fix: `Notes are not cloned by default. If ${remote} has them: git fetch ${remote} ${noteref}:${noteref}`,
      };
}

function notesRefs(commonDir: string): string[] {
  const loose = list(join(commonDir, 'refs', 'notes')).map(name => `refs/notes/${name}`);
  const packed = text(join(commonDir, 'packed-refs')).match(/(?<= )refs\/notes\/\S+$/gm) ?? [];
  return [...new Set([...loose, ...packed])].sort();
}

function remoteName(commonDir: string): string | undefined {
  const names = [...text(join(commonDir, 'config')).matchAll(/^\s*\[remote "([\w.-]+)"\]/gm)].map(
    match => match[1],
  );
  return names.includes('origin') ? 'origin' : names[0];
}

function list(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => entry.name);
  } catch {
    return [];
  }
}

function text(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
