import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { noteKeys } from '../../src/annotation/note-keys.ts';
import { MAX_NOTE_BYTES } from '../../src/annotation/note-reading.ts';
import { expectRight, id, noteText, open, REF, setNotes, setting } from './support.ts';

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      id(at.toString(16).padStart(6, '0')),
      noteText({ files: [`src/${at}.ts`] }),
    ]),
  );

describe('building an index', () => {
  test('tells how far it is, up to the end', async () => {
    const here = await setting();
    setNotes(here, many(1_300));
    const { store, repository } = await open(here);
    const told: [number, number][] = [];
    await store.at(await repository.notesTree(REF), { progress: (...at) => told.push(at) });
    expect(told.length).toBeGreaterThan(3);
    expect(told.at(-1)).toEqual([1_300, 1_300]);
    expect(told.map(([done]) => done)).toEqual(told.map(([done]) => done).sort((a, b) => a - b));
  });

  test('stops when the query is cancelled, and the next query gets its answer', async () => {
    const here = await setting();
    setNotes(here, many(3_000));
    const { store, repository, index } = await open(here);
    const stop = new AbortController();
    const read = vi.spyOn(repository, 'read');
    const cancelled = store.at(await repository.notesTree(REF), {
      signal: stop.signal,
      progress: () => stop.abort(),
    });
    const waiting = index();
    await expect(cancelled).rejects.toMatchObject({ code: 'cancelled' });
    expect(read.mock.calls.length).toBeLessThan(3_000);
    expect((await waiting).size).toBe(3_000);
    expect([...(await waiting).files()]).toHaveLength(3_000);
  });

  test('is done once for queries that come together', async () => {
    const here = await setting();
    setNotes(here, many(600));
    const { repository, index } = await open(here);
    const read = vi.spyOn(repository, 'read');
    const [first, second] = await Promise.all([index(), index()]);
    expect(second).toBe(first);
    expect(read.mock.calls.filter(([, limit]) => limit === MAX_NOTE_BYTES)).toHaveLength(600);
  });

  test('knows nothing where there is no notes ref', async () => {
    const { store } = await open(await setting());
    const index = await store.at(undefined);
    expect([index.size, index.malformed, [...index.files()], index.byFile('a')]).toEqual([0, [], [], []]);
    expect([index.byObject(id('a')), index.byOrigin(id('a'))]).toEqual([[], []]);
  });

  test('a note that was missing from the clone is found when it has come', async () => {
    const here = await setting();
    setNotes(here, { [id('00')]: noteText({ files: ['src/a.ts'] }) });
    const { git, gitBytes, path } = here.fixture;
    const blob = git('ls-tree', '-r', REF).split(/\s/)[2]!;
    const objects = join(path, '.git', 'objects');
    const pack = gitBytes(['pack-objects', '-q', join(here.cacheHome, 'pack')], `${blob}\n`)
      .toString()
      .trim();
    rmSync(join(objects, blob.slice(0, 2), blob.slice(2)));

    const living = await open(here);
    const missing = [{ problem: 'the note is missing from this clone' }];
    expect((await living.index()).malformed).toMatchObject(missing);
    expect((await (await open(here)).index()).malformed).toMatchObject(missing);

    for (const end of ['pack', 'idx']) {
      renameSync(join(here.cacheHome, `pack-${pack}.${end}`), join(objects, 'pack', `pack-${pack}.${end}`));
    }
    expectRight(here, await living.index());
    expectRight(here, await (await open(here)).index());
  });
});

describe('what a note is found by', () => {
  test('is never less than what it says, in all spellings of its writers', () => {
    const text = JSON.stringify({
      schema: 'chronicle/v1',
      regions: [
        { path: './src/a.ts', semantic_dependencies: [{ path: 'src/b.ts' }, { file: 7 }, 'x'] },
        { file: '' },
        null,
        { file: 'src/h.ts', risk_notes: [{ toString: 0 }] },
        { file: 'src/c.ts', semantic_dependencies: { file: './src/d.ts' } },
      ],
      cross_cutting: [{ nature: 'n', regions: ['src/e.ts:f', { file: 'src/g.ts' }, 'name'] }, 5],
      provenance: { operation: 'odd', derived_from: ['abc\u200bdef', '', '\u200b', 7] },
    });
    expect(noteKeys(Buffer.from(text), 'refs/notes/ultragit')).toEqual({
      files: ['src/a.ts', 'src/h.ts', 'src/c.ts'],
      dependsOn: ['src/b.ts', 'src/d.ts'],
      concerns: ['src/e.ts', 'src/g.ts'],
      marks: ['from abcdef'],
    });
  });
});
