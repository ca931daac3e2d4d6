import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PackedNotes } from '../../src/index/packed-notes.ts';
import { expectRight, id, noteText, open, type Setting, setNotes, setting } from './support.ts';

const NOTES = {
  [id('00')]: noteText({ files: ['src/a.ts'], dependsOn: ['src/b.ts'], derivedFrom: [id('f')] }),
  [id('ab')]: 'no JSON',
};
const LATER = { ...NOTES, [id('01')]: noteText({ files: ['src/lib/c.ts'] }) };

async function cached(): Promise<{ here: Setting; base: string; delta: string }> {
  const here = await setting();
  setNotes(here, NOTES);
  await (await open(here)).index();
  setNotes(here, LATER);
  await (await open(here)).index();
  const directory = join(here.cacheHome, 'ultragit');
  const [base = '', delta = ''] = readdirSync(directory).sort();
  return { here, base: join(directory, base), delta: join(directory, delta) };
}

const aligned = (bytes: Uint8Array) => Buffer.from(new Uint8Array(bytes).buffer);

describe('damage', () => {
  test('to any bit of the file is noticed, and so is any cut', async () => {
    const { base } = await cached();
    const bytes = readFileSync(base);
    expect(PackedNotes.open(aligned(bytes))?.size).toBe(2);
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = aligned(bytes);
        damaged[at]! ^= 1 << bit;
        expect(PackedNotes.open(damaged), `bit ${bit} of byte ${at}`).toBeUndefined();
      }
      expect(PackedNotes.open(aligned(bytes.subarray(0, at))), `cut at ${at}`).toBeUndefined();
    }
    expect(PackedNotes.open(Buffer.concat([bytes, bytes]))).toBeUndefined();
  });

  test.each(['base', 'delta'] as const)(
    'to the %s on disk is mended by the next query',
    async kind => {
      const files = await cached();
      const file = files[kind];
      const good = readFileSync(file);
      for (let at = 0; at < good.length; at += 97) {
        const damaged = Buffer.from(good);
        damaged[at]! ^= 0xff;
        for (const bytes of [damaged, good.subarray(0, at)]) {
          writeFileSync(file, bytes);
          expectRight(files.here, await (await open(files.here)).index());
        }
      }
      expectRight(files.here, await (await open(files.here)).index());
      expect(PackedNotes.open(aligned(readFileSync(file)))?.size).toBeGreaterThan(0);
    },
    120_000,
  );

  test.each([
    [
      'a text',
      (file: string) => writeFileSync(file, 'hello, I am something else\n'.repeat(96), { mode: 0o600 }),
    ],
    ['nothing', (file: string) => writeFileSync(file, '', { mode: 0o600 })],
    ['a directory', (file: string) => mkdirSync(file)],
    ['a pipe that nobody writes to', (file: string) => execFileSync('mkfifo', ['-m', '600', file])],
    [
      'the other file',
      (file: string) => writeFileSync(file, readFileSync(file.replace(/base$/, 'delta')), { mode: 0o600 }),
    ],
  ])('of the whole: %s in its place does no harm', async (_name, plant) => {
    const { here, base } = await cached();
    rmSync(base);
    plant(base);
    expectRight(here, await (await open(here)).index());
  });

  test('a delta is not laid over a base that it was not made for', async () => {
    const { here, base, delta } = await cached();
    const kept = readFileSync(delta);
    setNotes(here, { [id('ffff')]: noteText({ files: ['src/b.ts'] }) });
    rmSync(base);
    await (await open(here)).index();
    writeFileSync(delta, kept, { mode: 0o600 });
    setNotes(here, LATER);
    expectRight(here, await (await open(here)).index());
  });
});
