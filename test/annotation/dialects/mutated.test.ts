// Whatever happens to a note of an agent, reading it does not throw, and gives nothing but canonical annotations.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readAuthorship } from '../../../src/annotation/authorship.ts';
import { noteKeys } from '../../../src/annotation/note-keys.ts';
import { readNote } from '../../../src/annotation/read-note.ts';
import { annotationSchema } from '../../../src/annotation/schema.ts';
import { allNotes } from '../../support/notes.ts';
import { sharedRepository } from '../../support/repository.ts';
import { runs } from '../../support/runs.ts';

const notes = allNotes(sharedRepository('agents'));

function soundly(ref: string, data: Uint8Array): void {
  const { annotations } = readNote(data, ref);
  const files = new Set(noteKeys(data, ref).files);
  for (const annotation of annotations) {
    expect(z.safeParse(annotationSchema, annotation).success).toBe(true);
    for (const { file } of annotation.regions) expect(files).toContain(file);
  }
  for (const { who } of readAuthorship(data)) expect(who).not.toBe('');
}

test('with bytes cut out and put in', () => {
  const edit = fc.tuple(fc.nat(), fc.nat(40), fc.string({ unit: 'binary', maxLength: 8 }));
  fc.assert(
    fc.property(fc.constantFrom(...notes), edit, ({ ref, data }, [at, cut, put]) => {
      const place = at % (data.length + 1);
      const parts = [data.subarray(0, place), Buffer.from(put), data.subarray(place + cut)];
      soundly(ref, Buffer.concat(parts));
    }),
    runs(500),
  );
});

/** All places of a document, as paths. */
function placesOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, item]) => placesOf(item, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: string[], by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

test('with any value in the place of any other', () => {
  const documents = notes.flatMap(({ ref, data }) => {
    try {
      return [{ ref, document: JSON.parse(data.toString()) as unknown }];
    } catch {
      return [];
    }
  });
  expect(documents.length).toBeGreaterThan(15);
  const places = documents.flatMap(({ ref, document }) =>
    placesOf(document).map(place => ({ ref, document, place })),
  );
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }), ({ ref, document, place }, by) => {
      soundly(ref, Buffer.from(JSON.stringify(replaced(document, place, by))));
    }),
    runs(1000),
  );
});
