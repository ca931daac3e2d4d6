import { CHANGED_FILES } from './changed-files.ts';
import type { Candidate } from './dialects/dialect.ts';
import { asArray, asObject, asText } from './json.ts';
import { LIMITS, shortened } from './limits.ts';
import { openNote } from './open-note.ts';
import { createSanitiser, type Sanitiser } from './sanitise.ts';

/** What a note names, without the cost of checking all that it says. Never less than `readNote` gives. */
export type NamedInNote = {
  files: string[];
  dependsOn: string[];
  concerns: string[];
  marks: string[];
  /** The files that its commit changed are among `files`, where it concerns them. */
  isExpanded?: boolean;
  problem?: string;
};

/**
 * How a note is found by another note, or a commit: what it was made from, what it is called, what it replaces,
 * what it is about where it hangs on something else.
 */
export const MARKS = { origin: 'from ', recordId: 'id ', supersedes: 'over ', linked: 'at ' };

export function noteKeys(data: Uint8Array, noteref: string): NamedInNote {
  const sanitiser = createSanitiser();
  const { documents, captured, problem } = openNote(data, noteref, sanitiser);
  const named = candidateKeys(
    documents.map(({ candidate }) => candidate),
    sanitiser,
  );
  // What is left out of a note is counted in the files of its commit.
  if (captured && !named.files.includes(CHANGED_FILES)) named.files.push(CHANGED_FILES);
  return problem === undefined ? named : { ...named, problem };
}

export function candidateKeys(candidates: readonly Candidate[], sanitiser: Sanitiser): NamedInNote {
  const files = new Set<string>();
  const dependsOn = new Set<string>();
  const concerns = new Set<string>();
  const marks = new Set<string>();
  let linkedLeft: number = LIMITS.linked;
  const mark = (kind: string, values: unknown) => {
    for (const value of asArray(values)) {
      const clean = typeof value === 'string' ? sanitiser.clean(value) : '';
      if (clean !== '') marks.add(kind + shortened(clean, 'record_id'));
    }
  };
  for (const { annotation, regions, crossCutting, provenance } of candidates) {
    for (const region of regions) {
      addFiles(files, [region]);
      addFiles(dependsOn, asObject(region)?.semantic_dependencies);
    }
    for (const concern of crossCutting) addFiles(concerns, asObject(concern)?.regions);
    mark(MARKS.origin, asObject(provenance)?.derived_from);
    mark(MARKS.recordId, [annotation.record_id]);
    mark(MARKS.supersedes, annotation.supersedes);
    const linked = asArray(annotation.linked_commits).slice(0, linkedLeft);
    linkedLeft -= linked.length;
    mark(MARKS.linked, linked);
  }
  return { files: [...files], dependsOn: [...dependsOn], concerns: [...concerns], marks: [...marks] };
}

function addFiles(files: Set<string>, items: unknown): void {
  for (const item of asArray(items)) {
    const file = asText(asObject(item)?.file);
    if (file !== undefined && file.length <= LIMITS.path) files.add(file);
  }
}
