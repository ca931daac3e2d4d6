import * as z from 'zod/mini';
import { type Cleaner, createCleaner } from './clean-candidate.ts';
import { readDecisions } from './decisions/decisions.ts';
import { addMistakes, createMistakes, type Mistake, type Path } from './mistake.ts';
import type { NoteReading } from './note-reading.ts';
import { type KnownDocument, openNote } from './open-note.ts';
import { createSanitiser, type Sanitiser } from './sanitise.ts';
import { type Annotation, annotationSchema, provenanceSchema, regionSchema } from './schema.ts';
import { tolerant } from './tolerant.ts';

const crossCuttingSchema = z.pick(annotationSchema, { cross_cutting: true });
const headSchema = z.pick(annotationSchema, {
  timestamp: true,
  summary: true,
  task: true,
  record_id: true,
  supersedes: true,
  linked_commits: true,
  expires: true,
});

/** From the bytes of a note to canonical annotations. A malformed note is data: this never throws. */
export function readNote(data: Uint8Array, noteref: string): NoteReading {
  const sanitiser = createSanitiser();
  const { documents, ...opened } = openNote(data, noteref, sanitiser);
  return readDocuments(documents, sanitiser, opened);
}

/** From a commit message to an annotation for each decision that it records; most messages give none. */
export function readCommitMessage(message: string): NoteReading {
  const documents = readDecisions(message).map(({ format, ...candidate }, at) => ({
    format,
    candidate,
    document: at,
    path: [],
  }));
  return readDocuments(documents, createSanitiser(), { repairs: [], mistakes: createMistakes() });
}

type Opened = Pick<NoteReading, 'repairs' | 'mistakes' | 'captured' | 'problem'>;

function readDocuments(
  documents: readonly KnownDocument[],
  sanitiser: Sanitiser,
  { repairs, mistakes, captured, problem }: Opened,
): NoteReading {
  const cleaner = createCleaner(sanitiser);
  const annotations = documents.map(known => {
    const { annotation, found } = readAnnotation(known, cleaner);
    addMistakes(mistakes, known.document, known.path, found);
    return annotation;
  });
  const { removed: charactersRemoved } = sanitiser;
  return {
    ...{ annotations, repairs, mistakes, charactersRemoved },
    ...(cleaner.over.shortened + cleaner.over.leftOut > 0 ? { over: cleaner.over } : {}),
    ...{ captured, problem },
  };
}

function readAnnotation(
  { format, candidate: raw, check }: KnownDocument,
  cleaner: Cleaner,
): { annotation: Annotation; found: Mistake[] } {
  const { mistakes = [], ...said } = raw;
  const { candidate, tooMuch } = cleaner.clean(said);
  const head = tolerant(headSchema, candidate.annotation);
  const provenance = tolerant(provenanceSchema, candidate.provenance);
  const cross = tolerant(crossCuttingSchema, { cross_cutting: candidate.crossCutting });
  const found = [...(check?.() ?? []), ...mistakes, ...tooMuch, ...head.dropped, ...cross.dropped];
  for (const mistake of provenance.dropped) found.push(within(['provenance'], mistake));

  const regions = candidate.regions.flatMap((value, index) => {
    const region = tolerant(regionSchema, value);
    for (const mistake of region.dropped) found.push(within(['regions', index], mistake));
    return region.value ? [region.value] : [];
  });
  const annotation: Annotation = {
    format,
    ...head.value,
    context_level: candidate.annotation.context_level === 'enhanced' ? 'enhanced' : 'inferred',
    provenance: provenance.value ?? { operation: 'initial' },
    regions,
    ...(cross.value?.cross_cutting?.length ? { cross_cutting: cross.value.cross_cutting } : {}),
  };
  return { annotation, found };
}

function within(path: Path, mistake: Mistake): Mistake {
  return { ...mistake, path: [...path, ...mistake.path] };
}
