import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { MAX_NOTE_BYTES } from '../../src/annotation/note-reading.ts';
import { cacheDirectory } from '../../src/cache/directory.ts';
import { IndexStore } from '../../src/index/index-store.ts';
import { notesSource } from '../../src/index/notes-source.ts';
import { runCommand } from '../support/ask-queries.ts';
import {
  expectRight,
  id,
  type NotesTree,
  noteText,
  open,
  type Setting,
  setNotes,
  setting,
} from './support.ts';

const NOTES: NotesTree = {
  [id('00')]: noteText({ files: ['src/a.ts'], dependsOn: ['src/b.ts'] }),
  [id('01')]: noteText({ files: ['src/b.ts'], concerns: ['src/a.ts'] }),
  [id('ab')]: 'no JSON',
};
const MORE: NotesTree = { ...NOTES, [id('ffff')]: noteText({ files: ['src/lib/c.ts'] }) };

const isRoot = process.getuid?.() === 0;
const directoryOf = ({ cacheHome }: Setting) => join(cacheHome, 'ultragit');
const cacheFiles = (here: Setting) => readdirSync(directoryOf(here)).sort();
const fileOf = (here: Setting, kind: 'base' | 'delta') =>
  join(directoryOf(here), cacheFiles(here).find(name => name.endsWith(kind))!);

async function cached(notes = NOTES): Promise<Setting> {
  const here = await setting();
  setNotes(here, notes);
  await (await open(here)).index();
  return here;
}

/** Opens anew, checks the answers, and counts the blobs that had to be read. */
async function blobsRead(here: Setting): Promise<number> {
  const { repository, index } = await open(here);
  const read = vi.spyOn(repository, 'read');
  expectRight(here, await index());
  return read.mock.calls.filter(([, limit]) => limit === MAX_NOTE_BYTES).length;
}

describe('the index on disk', () => {
  test('is private to its user', async () => {
    const here = await cached();
    expect(statSync(directoryOf(here)).mode & 0o777).toBe(0o700);
    expect(statSync(fileOf(here, 'base')).mode & 0o777).toBe(0o600);
    expect(cacheFiles(here)).toHaveLength(1);
  });

  test('spares the next process from reading any note', async () => {
    expect(await blobsRead(await cached())).toBe(0);
  });

  test('is brought up to date by reading the new note only, and the large file stays as it is', async () => {
    const here = await cached();
    const before = lstatSync(fileOf(here, 'base'), { bigint: true });
    setNotes(here, MORE);
    expect(await blobsRead(here)).toBe(1);
    expect(lstatSync(fileOf(here, 'base'), { bigint: true }).ino).toBe(before.ino);
    expect(cacheFiles(here)).toHaveLength(2);
    expect(await blobsRead(here)).toBe(0);
  });

  test('is packed anew, without reading known notes, when too much has changed', async () => {
    const here = await cached();
    const many = Array.from({ length: 1_500 }, (_, at) => [
      id(at.toString(16).padStart(6, '0')),
      NOTES[id('00')]!,
    ]);
    setNotes(here, { ...NOTES, ...Object.fromEntries(many) });
    expect(await blobsRead(here)).toBe(0);
    expect(cacheFiles(here).map(name => name.slice(-4))).toEqual(['base']);
  });

  test('holds when the old tree is gone from the repository', async () => {
    const here = await cached();
    setNotes(here, MORE);
    here.fixture.git('reflog', 'expire', '--expire=now', '--all');
    here.fixture.git('gc', '-q', '--prune=now');
    expect(await blobsRead(here)).toBe(1);
  });

  test('of one ref is not taken for that of another', async () => {
    const here = await cached();
    const { repository } = await open(here);
    const other = notesSource(repository, 'refs/notes/other');
    const store = new IndexStore(repository, other, { env: here.env, useCache: true });
    here.fixture.git('update-ref', 'refs/notes/other', here.fixture.git('rev-parse', 'refs/notes/ultragit'));
    await store.at(await repository.notesTree('refs/notes/other'));
    expect(cacheFiles(here)).toHaveLength(2);
  });

  test('is neither read nor written with useCache off, and removed', async () => {
    const here = await cached();
    setNotes(here, MORE);
    await (await open(here)).index();
    expect(cacheFiles(here)).toHaveLength(2);
    const { repository, index } = await open(here, false);
    const read = vi.spyOn(repository, 'read');
    expectRight(here, await index());
    expect(read.mock.calls.filter(([, limit]) => limit === MAX_NOTE_BYTES)).toHaveLength(4);
    expect(cacheFiles(here)).toEqual([]);
  });

  test.each([true, false])('obeys the flag of the command line: cache %s', async cache => {
    const here = await cached();
    const args = ['summary', '.', ...(cache ? [] : ['--no-cache'])];
    expect(await runCommand(here.fixture, args, { env: here.env })).toMatchObject({ code: 0 });
    // Which of its parts has a value depends on where the repository is.
    const kinds = cacheFiles(here).map(name => name.replace(/-.*\.|-.$/, ' ').trim());
    expect(kinds).toEqual(cache ? ['known', 'notes base', 'notes base', 'sources json'] : []);
  });

  test('is never inside the repository', async () => {
    const here = await setting();
    for (const inside of [
      here.fixture.path,
      join(here.fixture.path, '.git'),
      join(here.fixture.path, 'x', 'y'),
    ]) {
      const { index } = await open({ ...here, env: { ...here.env, XDG_CACHE_HOME: inside } });
      await index();
      expect(existsSync(join(inside, 'ultragit'))).toBe(false);
    }
  });
});

describe('a cache that is not ours to use', () => {
  test('readable by others: made anew, and closed to them', async () => {
    const here = await cached();
    chmodSync(fileOf(here, 'base'), 0o644);
    chmodSync(directoryOf(here), 0o755);
    expect(await blobsRead(here)).toBeGreaterThan(0);
    expect(statSync(fileOf(here, 'base')).mode & 0o777).toBe(0o600);
    expect(statSync(directoryOf(here)).mode & 0o777).toBe(0o700);
    expect(await blobsRead(here)).toBe(0);
  });

  test.skipIf(!isRoot)("another user's file is ignored and replaced", async () => {
    const here = await cached();
    chownSync(fileOf(here, 'base'), 12_345, 12_345);
    expect(await blobsRead(here)).toBeGreaterThan(0);
    expect(statSync(fileOf(here, 'base')).uid).toBe(0);
  });

  test.skipIf(!isRoot)("another user's directory is left alone", async () => {
    const here = await cached();
    const before = readFileSync(fileOf(here, 'base'));
    chownSync(directoryOf(here), 12_345, 12_345);
    setNotes(here, MORE);
    expect(await blobsRead(here)).toBeGreaterThan(1);
    expect(cacheFiles(here)).toHaveLength(1);
    expect(readFileSync(fileOf(here, 'base'))).toEqual(before);
  });

  test('a planted link is not followed, for reading or writing', async () => {
    const here = await cached();
    const file = fileOf(here, 'base');
    const target = join(here.cacheHome, 'target');
    renameSync(file, target);
    const before = readFileSync(target);
    symlinkSync(target, file);
    setNotes(here, MORE);
    expect(await blobsRead(here)).toBeGreaterThan(1);
    expect(readFileSync(target)).toEqual(before);
    expect(lstatSync(file).isFile()).toBe(true);
  });

  test('a link in place of the directory is not followed', async () => {
    const here = await setting();
    const target = join(here.cacheHome, 'target');
    mkdirSync(target, { mode: 0o700 });
    symlinkSync(target, directoryOf(here));
    setNotes(here, NOTES);
    expect(await blobsRead(here)).toBeGreaterThan(0);
    expect(readdirSync(target)).toEqual([]);
  });

  test('a home that can not be written to: it works without', async () => {
    const here = await setting();
    const file = join(here.cacheHome, 'a-file');
    writeFileSync(file, '');
    setNotes(here, NOTES);
    const nowhere = { ...here, env: { ...here.env, XDG_CACHE_HOME: join(file, 'cache') } };
    expect(await blobsRead(nowhere)).toBeGreaterThan(0);
  });
});

describe('what nobody uses any more', () => {
  test('goes after a month, and what a killed writer left after an hour; nothing else does', async () => {
    const here = await cached();
    writeFileSync(fileOf(here, 'base'), 'damaged');
    const age = (name: string, hours: number) => {
      const path = join(directoryOf(here), name);
      writeFileSync(path, '', { mode: 0o600 });
      const then = Date.now() / 1000 - hours * 3_600;
      utimesSync(path, then, then);
    };
    const key = '0123456789abcdef';
    age(`notes-${key}${key}.base`, 31 * 24);
    age(`notes-${key}${key}.delta`, 29 * 24);
    age(`notes-${key}${key}.base.${key}.tmp`, 2);
    age(`notes-${key}${key}.base.${key.replace('0', 'f')}.tmp`, 0);
    age('something else', 90 * 24);
    await blobsRead(here);
    const left = cacheFiles(here).filter(name => name.includes(key.slice(1)) || name.startsWith('some'));
    expect(left).toEqual([
      `notes-${key}${key}.base.${key.replace('0', 'f')}.tmp`,
      `notes-${key}${key}.delta`,
      'something else',
    ]);
  });

  test('what is used stays: reading an old file makes it young', async () => {
    const here = await cached();
    const then = Date.now() / 1000 - 20 * 24 * 3_600;
    utimesSync(fileOf(here, 'base'), then, then);
    expect(await blobsRead(here)).toBe(0);
    expect(statSync(fileOf(here, 'base')).mtimeMs).toBeGreaterThan((then + 3_600) * 1_000);
  });
});

describe('the cache directory', () => {
  test('is where the given environment says', () => {
    expect(cacheDirectory({ XDG_CACHE_HOME: '/x', HOME: '/h' })).toBe('/x/ultragit');
    expect(cacheDirectory({ XDG_CACHE_HOME: 'relative', HOME: '/h' })).toMatch(/^\/h\/.*ultragit/);
    expect(cacheDirectory({ HOME: '/h' })).toMatch(/^\/h\/.*ultragit/);
  });
});
