import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitLines } from '../../src/pipeline/line-map.ts';
import { mayHave } from '../../src/pipeline/mentions.ts';
import { matchName } from '../../src/syntax/anchor.ts';
import type { Unit } from '../../src/syntax/outline.ts';

const root = new URL('../../test-repos/languages/', import.meta.url);
const samples = readdirSync(new URL('samples/', root));

const spellings = (name: string) => [name, `${name}()`, `${name}(a, b)`, `\`${name}\``, `Other::${name}`];

test.each(samples)('no unit of %s is ruled out by its name, in any spelling that means it', sample => {
  const lines = splitLines(readFileSync(new URL(`samples/${sample}`, root)));
  const { units } = JSON.parse(readFileSync(new URL(`expect/${sample}.json`, root), 'utf8'));
  expect(units.length).toBeGreaterThan(0);
  for (const { name } of units as Unit[]) {
    for (const spelling of spellings(name)) {
      const match = matchName(spelling, name);
      if (match === 'exact' || match === 'unqualified') {
        expect(mayHave(lines, spelling), spelling).toBe(true);
      }
    }
  }
  expect(mayHave(lines, 'Some::nowhere_at_all')).toBe(false);
});

test('names are looked for as bytes, and one without a word can not be ruled out', () => {
  const lines = splitLines(Buffer.from('fn größe() {}\nfn 漢字() {}\n'));
  expect(mayHave(lines, 'größe')).toBe(true);
  expect(mayHave(lines, '漢字')).toBe(true);
  expect(mayHave(lines, 'grösse')).toBe(false);
  expect(mayHave(lines, '漢')).toBe(true);
  expect(mayHave(lines, '+')).toBe(true);
  expect(mayHave(lines, '')).toBe(true);
});
