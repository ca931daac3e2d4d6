// A long build that was interrupted goes on with what it had; in parts or at once, the index has the same bytes.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { MAX_NOTE_BYTES } from '../../src/annotation/note-reading.ts';
import { expectRight, id, noteText, open, REF, type Setting, setNotes, setting } from './support.ts';

const NOTES = 2_600;
const PER_PART = 1_000;

const many = (count: number) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [
      id(at.toString(16).padStart(6, '0')),
      at % 50 === 0
        ? `no note ${at} {`
        : noteText({
            files: [`src/${at % 97}.ts`, `src/${at}.ts`],
            dependsOn: ['src/a.ts', `lib/${at % 13}.ts`],
            concerns: at % 9 === 0 ? ['src/b.ts'] : [],
            derivedFrom: [id((at + 1).toString(16).padStart(6, '0'))],
          }),
    ]),
  );

/** Builds, until so many notes were read; gives how many that were. */
async function build(here: Setting, until = Number.POSITIVE_INFINITY) {
  const { repository, store } = await open(here);
  const read = vi.spyOn(repository, 'read');
  const stop = new AbortController();
  const index = await store
    .at(await repository.notesTree(REF), {
      notesPerPart: PER_PART,
      signal: stop.signal,
      progress: done => done >= until && stop.abort(),
    })
    .catch(() => undefined);
  const notesRead = read.mock.calls.filter(([, limit]) => limit === MAX_NOTE_BYTES).length;
  return { index, notesRead };
}

const cacheFiles = ({ cacheHome }: Setting) => readdirSync(join(cacheHome, 'ultragit')).map(kindOf).sort();
const kindOf = (name: string) => name.replace(/^notes-[0-9a-f]+\./, '');

test('an index that was built in parts has the bytes of one that was built at once', async () => {
  const here = await setting();
  setNotes(here, many(NOTES));
  const whole = await (await open(here, false)).index();
  const { index } = await build(here);
  expect(index?.base.bytes.equals(whole.base.bytes)).toBe(true);
  expectRight(here, index!);
});

test('an interrupted build goes on where it was, and leaves no parts behind', async () => {
  const here = await setting();
  setNotes(here, many(NOTES));
  expect((await build(here, 2 * PER_PART + 1)).index).toBeUndefined();
  expect(cacheFiles(here)).toEqual(['part-0', 'part-1']);
  const { index, notesRead } = await build(here);
  expect(notesRead).toBe(NOTES - 2 * PER_PART);
  expectRight(here, index!);
  expect(cacheFiles(here)).toEqual(['base']);
});

test('what was read before the ref moved is not read again', async () => {
  const here = await setting();
  setNotes(here, many(NOTES));
  await build(here, 2 * PER_PART + 1);
  const gone = Object.keys(many(NOTES))[5]!;
  const { [gone]: _, ...left } = many(NOTES);
  setNotes(here, { ...left, [id('ffff')]: noteText({ files: ['src/a.ts'] }) });
  const { index, notesRead } = await build(here);
  expect(notesRead).toBeLessThanOrEqual(NOTES - 2 * PER_PART + 1);
  expectRight(here, index!);
});

test('a damaged part is read again', async () => {
  const here = await setting();
  setNotes(here, many(NOTES));
  await build(here, 2 * PER_PART + 1);
  const directory = join(here.cacheHome, 'ultragit');
  const part = join(directory, readdirSync(directory).find(name => name.endsWith('part-0'))!);
  const bytes = readFileSync(part);
  bytes[bytes.length - 100]! ^= 1;
  writeFileSync(part, bytes);
  const { index, notesRead } = await build(here);
  expect(notesRead).toBe(NOTES - PER_PART);
  expectRight(here, index!);
});
