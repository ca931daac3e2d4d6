import { createHash } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { CheckedPages, DamagedCache, packPages } from '../../src/cache/checked-pages.ts';
import { temporaryDirectory } from '../support/repository.ts';

const FORMAT = 'a test 1';
const PAGE = 8 * 1024;

const opened: CheckedPages[] = [];

afterEach(() => {
  for (const pages of opened.splice(0)) pages.close();
});

function onDisk(bytes: Uint8Array): { file: number; size: number; path: string } {
  const path = join(temporaryDirectory(), 'pages');
  writeFileSync(path, bytes);
  return { file: openSync(path, 'r'), size: bytes.length, path };
}

function byPage(bytes: Uint8Array, format = FORMAT): CheckedPages | undefined {
  const found = onDisk(bytes);
  const pages = CheckedPages.openFile(format, found);
  if (pages) opened.push(pages);
  else closeSync(found.file);
  return pages;
}

/** Each byte of a page says which page it is. */
function manyPages(count: number): Buffer {
  return Buffer.concat(Array.from({ length: count }, (_, page) => Buffer.alloc(PAGE, page)));
}

describe('pages', () => {
  test('come back as they were packed, from memory and from a file', () => {
    const section = fc.uint8Array({ maxLength: 3 * PAGE });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), section, { maxKeys: 4 }), fc.jsonValue(), (sections, about) => {
        const packed = packPages(FORMAT, about, sections);
        for (const pages of [CheckedPages.open(FORMAT, packed), byPage(packed)]) {
          expect(pages?.about).toEqual(JSON.parse(JSON.stringify(about)));
          for (const [name, bytes] of Object.entries(sections)) {
            expect(pages?.section(name).bytes()).toEqual(Buffer.from(bytes));
          }
          expect(pages?.bytes).toEqual(packed);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('hold numbers, whatever lies before them', () => {
    const numbers = Uint32Array.from({ length: 5_000 }, (_, at) => at * 7);
    const packed = packPages(
      FORMAT,
      {},
      { odd: Buffer.from('odd'), numbers: new Uint8Array(numbers.buffer) },
    );
    const section = byPage(packed)!.section('numbers');
    expect(section.number(4_999)).toBe(34_993);
    expect([...section.numbers(2_047, 2_050)]).toEqual([14_329, 14_336, 14_343]);
    expect(section.numbers()).toEqual(numbers);
  });

  test('that do not fit into memory are no pages', () => {
    const { file } = onDisk(packPages(FORMAT, {}, {}));
    expect(CheckedPages.openFile(FORMAT, { file, size: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    closeSync(file);
  });

  test('of another format are no pages', () => {
    const packed = packPages(FORMAT, {}, { a: manyPages(1) });
    expect(CheckedPages.open('a test 2', packed)).toBeUndefined();
    expect(byPage(packed, 'a test 2')).toBeUndefined();
  });

  test('have another id when any byte of them is another', () => {
    const one = CheckedPages.open(FORMAT, packPages(FORMAT, {}, { a: manyPages(2) }));
    const changed = manyPages(2);
    changed[PAGE + 5] = 9;
    const other = CheckedPages.open(FORMAT, packPages(FORMAT, {}, { a: changed }));
    expect(one?.id).not.toBe(other?.id);
  });
});

describe('damage', () => {
  test('to any bit is noticed, and so is any cut, and anything behind', () => {
    const packed = packPages(
      FORMAT,
      { some: 'thing' },
      { a: Buffer.from('text'), b: Buffer.from('numbers!') },
    );
    const read = (bytes: Buffer) => byPage(bytes)?.bytes;
    expect(read(packed)).toEqual(packed);
    for (let at = 0; at < packed.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const damaged = Buffer.from(packed);
        damaged[at]! ^= 1 << bit;
        expect(CheckedPages.open(FORMAT, damaged), `bit ${bit} of byte ${at}`).toBeUndefined();
      }
      const cut = Buffer.from(packed.subarray(0, at));
      expect(CheckedPages.open(FORMAT, cut), `cut at ${at}`).toBeUndefined();
      expect(byPage(cut), `cut at ${at}`).toBeUndefined();
    }
    expect(CheckedPages.open(FORMAT, Buffer.concat([packed, packed]))).toBeUndefined();
    expect(byPage(Buffer.concat([packed, packed]))).toBeUndefined();
  });

  test('to a page of a file shows when that page is asked for, and not before', () => {
    const packed = packPages(FORMAT, {}, { a: manyPages(5) });
    packed[packed.length - 2 * PAGE - 1]! ^= 1;
    const pages = byPage(packed)!;
    const section = pages.section('a');
    expect(section.bytes(0, 2 * PAGE)).toEqual(manyPages(5).subarray(0, 2 * PAGE));
    expect(section.bytes(3 * PAGE)).toEqual(manyPages(5).subarray(3 * PAGE));
    expect(() => section.bytes(3 * PAGE - 1, 3 * PAGE)).toThrow(DamagedCache);
  });

  test('to a file that is open is noticed, too', () => {
    const found = onDisk(packPages(FORMAT, {}, { a: manyPages(9) }));
    const pages = CheckedPages.openFile(FORMAT, found)!;
    opened.push(pages);
    const cutter = openSync(found.path, 'r+');
    ftruncateSync(cutter, found.size - PAGE);
    closeSync(cutter);
    expect(pages.section('a').bytes(0, PAGE)).toEqual(manyPages(1));
    expect(() => pages.bytes).toThrow(DamagedCache);
  });

  test('a head with nothing in it is no head', () => {
    const sum = createHash('sha256').update('').digest('hex');
    const line = Buffer.from(`${FORMAT} 0000000000 ${sum}\n`);
    const own = Buffer.from(line.toString().replace('0000000000', String(line.length).padStart(10, '0')));
    for (const bytes of [line, own]) {
      expect(CheckedPages.open(FORMAT, bytes)).toBeUndefined();
      expect(byPage(bytes)).toBeUndefined();
    }
  });

  test('a head that is longer than the first look at the file is read to its end', () => {
    const about = { long: 'x'.repeat(100_000) };
    const packed = packPages(FORMAT, about, { a: manyPages(2) });
    expect(byPage(packed)?.about).toEqual(about);
    packed[90_000]! ^= 1;
    expect(byPage(packed)).toBeUndefined();
  });
});
