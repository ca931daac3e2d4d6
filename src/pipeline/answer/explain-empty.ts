import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '../../notices.ts';
import type { Unreachable } from '../notes/place-regions.ts';
import type { Snapshot } from '../snapshot.ts';

/** What is known when an answer has come out empty. */
export type Emptiness = {
  path: string;
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
  const { settings, index, notesTree } = snapshot;
  const { noteref } = settings;
  const { path, elsewhereInFile, unreachable, shallow, owners = new Set() } = facts;
  const { malformed } = index;
  if (notesTree === undefined) return noNotesRef(snapshot);
  if (elsewhereInFile > 0) return { code: 'not_annotated', path, regions: elsewhereInFile };
  const isMalformedHere = malformed.some(({ object }) => owners.has(object));
  if (isMalformedHere || (index.size > 0 && malformed.length === index.size)) {
    return { code: 'notes_unread', notes: malformed, here: owners, noteref, path };
  }
  if (shallow && (unreachable.length > 0 || index.size > 0)) return { code: 'shallow', path };
  if (unreachable.length > 0) return { code: 'notes_unreachable', notes: unreachable, path };
  if (index.size > 0) return { code: 'none_for_file', noteref, notes: index.size, path };
  return { code: 'not_annotated', noteref };
}

/** Notes are not cloned by default: says what to fetch, or which other ref there is. */
export function noNotesRef({ settings: { noteref }, repository }: Snapshot): Notice {
  const { commonDir } = repository.location;
  const others = notesRefs(commonDir).filter(ref => ref !== noteref);
  return { code: 'no_notes_ref', noteref, others, remote: remoteName(commonDir) };
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
