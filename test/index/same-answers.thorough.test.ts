import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { expectRight, IDS, id, KEYS, type NotesTree, noteText, open, setNotes, setting } from './support.ts';

const names = fc.uniqueArray(fc.constantFrom(...KEYS.filter(key => key !== '')), { maxLength: 3 });
const origins = fc.uniqueArray(
  fc.constantFrom(...IDS, ...IDS.map(whole => whole.slice(0, 7)), id('ab').slice(0, 6), 'not an id'),
  { maxLength: 2 },
);
const body = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ files: names, dependsOn: names, concerns: names, derivedFrom: origins })
      .map(noteText),
  },
  { weight: 1, arbitrary: fc.constantFrom('', 'no JSON', '{"$schema":"other/v9"}', '{}', '[1') },
);

/** How deep the tree fans out is up to the note: mixed trees hold one object in several places. */
const place = fc
  .tuple(fc.constantFrom(...IDS), fc.constantFrom(0, 1, 2))
  .map(([object, fanOut]) =>
    fanOut === 0
      ? object
      : fanOut === 1
        ? `${object.slice(0, 2)}/${object.slice(2)}`
        : `${object.slice(0, 2)}/${object.slice(2, 4)}/${object.slice(4)}`,
  );
const tree = fc
  .array(fc.tuple(place, body), { maxLength: 8 })
  .map(notes => Object.fromEntries(notes) as NotesTree);

describe('an index gives the same answers', () => {
  test('made at once, from disk, or brought up to date again and again', async () => {
    const here = await setting();
    const living = await open(here);
    await fc.assert(
      fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 4 }), async history => {
        for (const notes of history) {
          setNotes(here, notes);
          expectRight(here, await (await open(here, false)).index());
        }
        for (const notes of history) {
          setNotes(here, notes);
          expectRight(here, await living.index());
        }
        for (const notes of history) {
          setNotes(here, notes);
          expectRight(here, await (await open(here)).index());
          const again = await open(here);
          const read = vi.spyOn(again.repository, 'read');
          expectRight(here, await again.index());
          expect(read).not.toHaveBeenCalled();
        }
      }),
      { numRuns: 25 },
    );
  });

  test('for notes with the same object in two fan-outs, also when one of them goes', async () => {
    const here = await setting();
    const [object, text] = [id('ab'), noteText({ files: ['src/a.ts'] })];
    const split = `${object.slice(0, 2)}/${object.slice(2)}`;
    const living = await open(here);
    setNotes(here, { [object]: text, [split]: text });
    expectRight(here, await living.index());
    setNotes(here, { [split]: text });
    const index = await living.index();
    expectRight(here, index);
    expect(index.byFile('src/a.ts')).toHaveLength(1);
  });

  test('and the same note is the same object, however it was found', async () => {
    const here = await setting();
    setNotes(here, { [id('ab')]: noteText({ files: ['src/a.ts'], dependsOn: ['src/b.ts'] }) });
    const index = await (await open(here)).index();
    expect(index.byFile('src/a.ts')[0]).toBe(index.byDependency('src/b.ts')[0]);
  });
});
