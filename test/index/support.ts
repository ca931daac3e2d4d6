// Notes trees of any shape on real repositories, what must be found in them, and what an index answers.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { NoteReading } from '../../src/annotation/note-reading.ts';
import { readNote } from '../../src/annotation/read-note.ts';
import { Repository } from '../../src/git/repository.ts';
import { IndexStore } from '../../src/index/index-store.ts';
import type { NoteRecord, NotesIndex } from '../../src/index/notes-index.ts';
import { notesSource } from '../../src/index/notes-source.ts';
import { afterEachFile } from '../support/clean-up.ts';
import { buildRepository, type Repository as Fixture, temporaryDirectory } from '../support/repository.ts';

export const REF = 'refs/notes/ultragit';

/** Path in the notes tree, with or without slashes, to the body of the note. */
export type NotesTree = Record<string, string>;

const opened: Repository[] = [];
afterEachFile(() => {
  for (const repository of opened.splice(0)) repository.close();
});

export type Setting = { fixture: Fixture; cacheHome: string; env: Record<string, string> };

/** A repository, and an empty cache directory. */
export async function setting(): Promise<Setting> {
  const fixture = await buildRepository('mqtt-client');
  const cacheHome = join(temporaryDirectory(), 'cache');
  mkdirSync(cacheHome);
  return { fixture, cacheHome, env: { ...fixture.env, XDG_CACHE_HOME: cacheHome } };
}

export async function open({ fixture, env }: Setting, useCache = true) {
  const repository = await Repository.open(fixture.path, env);
  opened.push(repository);
  const store = new IndexStore(repository, notesSource(repository, REF), { env, useCache });
  const index = async () => store.at(await repository.notesTree(REF));
  return { repository, store, index };
}

/** Replaces all notes by these. */
export function setNotes({ fixture }: Setting, notes: NotesTree): void {
  const changes = Object.entries(notes).map(
    ([path, body]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(body)}\n${body}\n`,
  );
  const commit = `commit ${REF}\ncommitter A <a@example.com> 1700000000 +0000\ndata 1\nx\ndeleteall\n`;
  fixture.git('update-ref', '-d', REF);
  fixture.gitBytes(['fast-import', '--quiet', '--force'], `${commit}${changes.join('')}\n`);
}

type NoteParts = { files?: string[]; dependsOn?: string[]; concerns?: string[]; derivedFrom?: string[] };

export function noteText({ files = [], dependsOn = [], concerns = [], derivedFrom = [] }: NoteParts): string {
  return JSON.stringify({
    $schema: 'ultragit/v1',
    context_level: 'inferred',
    regions: files.map((file, at) => ({
      file,
      intent: 'why',
      ...(at === 0 ? { semantic_dependencies: dependsOn.map(target => ({ file: target })) } : {}),
    })),
    cross_cutting: concerns.map(file => ({ description: 'together', regions: [{ file }] })),
    provenance: { operation: 'initial', derived_from: derivedFrom },
  });
}

/** An object id that begins so. */
export function id(start: string): string {
  return start.padEnd(40, '7');
}

/** Names and ids that the tests use, and a few that no note has. */
export const KEYS = ['src/a.ts', 'src/b.ts', 'src/lib/c.ts', 'src-old/d.ts', 'ä/ü 漢.ts', 'a', 'zz', ''];
export const IDS = ['00', '01', 'ab', 'ab00', 'abcdef0', 'f', 'ffff'].map(id);

export function expectRight(setting: Setting, index: NotesIndex): void {
  expect(answers(index)).toEqual(expected(setting));
}

/** All that an index can say about the keys. */
function answers(index: NotesIndex): object {
  const plain = (records: readonly NoteRecord[]) => records.map(record => ({ ...record }));
  return {
    size: index.size,
    malformed: plain(index.malformed),
    files: [...index.files()],
    names: [...index.names()],
    byFile: KEYS.map(key => plain(index.byFile(key))),
    byDependency: KEYS.map(key => plain(index.byDependency(key))),
    byConcern: KEYS.map(key => plain(index.byConcern(key))),
    byObject: IDS.map(key => plain(index.byObject(key))),
    byPrefix: IDS.map(key => plain(index.byObjectPrefix(key.slice(0, 3)))),
    byOrigin: IDS.map(key => plain(index.byOrigin(key))),
  };
}

const readings = new Map<string, NoteReading>();

/** The same from the notes themselves, in the plainest way. */
function expected({ fixture }: Setting): object {
  const lines = fixture.git('ls-tree', '-r', REF).split('\n');
  const pairs = lines.flatMap(line => /^\S+ blob (\S+)\t(.*)$/.exec(line) ?? []);
  const unique = new Set<string>();
  for (let at = 0; at < pairs.length; at += 3) {
    unique.add(`${pairs[at + 2]!.replaceAll('/', '')} ${pairs[at + 1]}`);
  }
  const notes = [...unique].sort().map(pair => {
    const [object = '', blob = ''] = pair.split(' ');
    const reading =
      readings.get(blob) ?? readNote(fixture.gitBytes(['cat-file', 'blob', blob]), 'refs/notes/ultragit');
    readings.set(blob, reading);
    const regions = reading.annotations.flatMap(annotation => annotation.regions);
    const concerns = reading.annotations.flatMap(annotation => annotation.cross_cutting ?? []);
    return {
      record: {
        object,
        blob,
        source: REF,
        ...(reading.problem === undefined ? {} : { problem: reading.problem }),
      },
      files: regions.map(region => region.file),
      dependsOn: regions.flatMap(region => region.semantic_dependencies ?? []).map(({ file }) => file),
      concerns: concerns.flatMap(concern => concern.regions.map(({ file }) => file)),
      derivedFrom: reading.annotations.flatMap(({ provenance }) => provenance.derived_from ?? []),
    };
  });
  type Note = (typeof notes)[number];
  const having = (test: (note: Note) => boolean) => notes.filter(test).map(({ record }) => record);
  const ordered = (names: string[]) =>
    [...new Set(names)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const files = ordered(notes.flatMap(note => note.files));
  const byOrigin = (key: string) => {
    const spellings = Array.from({ length: 34 }, (_, at) => key.slice(0, 40 - at));
    return [...new Set(spellings.flatMap(text => having(note => note.derivedFrom.includes(text))))];
  };
  return {
    size: notes.length,
    malformed: having(({ record }) => record.problem !== undefined),
    files,
    names: ordered(notes.flatMap(note => [...note.files, ...note.dependsOn, ...note.concerns])),
    byFile: KEYS.map(key => having(note => note.files.includes(key))),
    byDependency: KEYS.map(key => having(note => note.dependsOn.includes(key))),
    byConcern: KEYS.map(key => having(note => note.concerns.includes(key))),
    byObject: IDS.map(key => having(({ record }) => record.object === key)),
    byPrefix: IDS.map(key => having(({ record }) => record.object.startsWith(key.slice(0, 3)))),
    byOrigin: IDS.map(byOrigin),
  };
}
