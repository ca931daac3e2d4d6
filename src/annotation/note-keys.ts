import { asArray, asObject, asText } from './json.ts';
import { openNote } from './read-note.ts';
import { createSanitiser } from './sanitise.ts';

/** What a note names, without the cost of checking all that it says. Never less than `readNote` gives. */
export type NamedInNote = {
  files: string[];
  dependsOn: string[];
  concerns: string[];
  derivedFrom: string[];
  problem?: string;
};

export function noteKeys(data: Uint8Array, noteref: string): NamedInNote {
  const sanitiser = createSanitiser();
  const { documents, problem } = openNote(data, noteref, sanitiser);
  const files = new Set<string>();
  const dependsOn = new Set<string>();
  const concerns = new Set<string>();
  const derivedFrom = new Set<string>();
  for (const { candidate } of documents) {
    const { regions, crossCutting, provenance } = candidate;
    for (const region of regions) {
      addFiles(files, [region]);
      addFiles(dependsOn, asObject(region)?.semantic_dependencies);
    }
    for (const concern of crossCutting) addFiles(concerns, asObject(concern)?.regions);
    for (const id of asArray(asObject(provenance)?.derived_from)) {
      const clean = typeof id === 'string' ? sanitiser.clean(id) : '';
      if (clean !== '') derivedFrom.add(clean);
    }
  }
  return {
    files: [...files],
    dependsOn: [...dependsOn],
    concerns: [...concerns],
    derivedFrom: [...derivedFrom],
    ...(problem === undefined ? {} : { problem }),
  };
}

function addFiles(files: Set<string>, items: unknown): void {
  for (const item of asArray(items)) {
    const file = asText(asObject(item)?.file);
    if (file !== undefined) files.add(file);
  }
}
