// The JSON Schemas in schema/ are those of the program; notes that it writes name theirs.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noteSchema } from '../../src/annotation/note-schema.ts';
import { publishedSchemas } from '../../src/check/published-schemas.ts';
import { NOTE_SCHEMA } from '../../src/write/note-document.ts';
import { allNotes } from '../support/notes.ts';
import { sharedRepository } from '../support/repository.ts';
import { annotate, noteOn, smallRepository } from '../write/support.ts';

const directory = new URL('../../schema/', import.meta.url);
const shipped = (name: string) =>
  JSON.parse(readFileSync(new URL(name, directory), 'utf8')) as { $id: string };

test('schema/ is current: npm run schemas', async () => {
  const schemas = await publishedSchemas();
  expect(readdirSync(directory).sort()).toEqual([...schemas.keys()].sort());
  for (const [name, schema] of schemas) expect(shipped(name), name).toEqual(schema);
  const { files } = JSON.parse(readFileSync(new URL('../package.json', directory), 'utf8')) as {
    files: string[];
  };
  expect(files).toContain('schema');
});

test('a note that is written names its schema, and fits it', async () => {
  const repo = await smallRepository();
  annotate(repo, [], { file: 'src/client.ts', intent: 'I', constraints: ['c'], tags: ['t'] });
  const note = noteOn(repo);
  expect([note.$schema, shipped('note-v1.json').$id]).toEqual([NOTE_SCHEMA, NOTE_SCHEMA]);
  expect(noteSchema.safeParse(note).error).toBeUndefined();
  expect(noteSchema.safeParse({ ...note, regions: [{ file: 'a' }] }).success).toBe(false);
});

test('it fits notes as teams keep them', async () => {
  const repo = sharedRepository('mqtt-client');
  for (const { data } of allNotes(repo)) {
    const { schema, $schema, ...note } = JSON.parse(data.toString()) as Record<string, unknown>;
    expect(noteSchema.safeParse({ schema: schema ?? $schema, ...note }).error).toBeUndefined();
  }
});
