// What is shared between the versions that are compared with one another's successor changes nothing: each comparison is
// the same as one that knows of no other version, and as one that looks at every line.
import { expect, test } from 'vitest';
import { splitLike, splitLines } from '../../../src/git/split-lines.ts';
import { type LineMap, mapLines, mapOnto } from '../../../src/pipeline/lines/map-lines.ts';
import { numbered, type Side, wordKey, wordsOf } from '../../../src/pipeline/lines/sides.ts';
import { isDeclaredOnce, isDeclaredOnceInBoth } from '../../../src/pipeline/units/shape.ts';

const TEXTS = [
  '',
  '}',
  '  return x;',
  'function a() {',
  'function b(a) {',
  '  const a = b;',
  '  const  a = b;',
  '\tx = a + b;',
  'class b {',
  '  other(x, a);',
  '  é();',
];

function random(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Versions that each differ from the one before in a few places, and sometimes in nearly all. */
function versions(seed: number, count: number): string[][] {
  const below = random(seed);
  const text = () => (below(3) === 0 ? `  v${below(40)} = ${below(9)};` : (TEXTS[below(TEXTS.length)] ?? ''));
  let lines = Array.from({ length: 30 }, text);
  return Array.from({ length: count }, () => {
    if (below(12) === 0) lines = Array.from({ length: below(40) }, text);
    for (let edit = below(4); edit >= 0; edit--) {
      const [at, removed] = [below(lines.length + 1), below(4)];
      lines = [
        ...lines.slice(0, at),
        ...Array.from({ length: below(4) }, text),
        ...lines.slice(at + removed),
      ];
    }
    return lines;
  });
}

/** Each is split with the strings of the one before. */
function inTurn(all: readonly string[][]): string[][] {
  let last: { data: Buffer; lines: string[] } | undefined;
  return all.map(version => {
    const data = Buffer.from(version.map(line => `${line}\n`).join(''), 'latin1');
    const lines = splitLike(data, last);
    expect(lines).toEqual(splitLines(data));
    last = { data, lines };
    return lines;
  });
}

function soleLine(lines: readonly string[], has: (line: string) => boolean): number | undefined {
  const found = lines.flatMap((line, at) => (has(line) ? [at + 1] : []));
  return found.length > 1 ? 0 : found[0];
}

function expectSameSide(
  side: Side,
  lines: readonly string[],
  words: readonly string[],
  keys: readonly string[],
) {
  expect(side.lines).toEqual(lines);
  for (const word of words) {
    expect([word, side.lineOfWord(word)]).toEqual([
      word,
      soleLine(lines, line => wordsOf(line).includes(word)),
    ]);
  }
  for (const key of keys) {
    expect([key, side.lineOfWords(key)]).toEqual([key, soleLine(lines, line => wordKey(line) === key)]);
  }
}

function pairsOf({ unchanged, origin, before }: LineMap) {
  const sole = before.lines.map((_, at) => before.lineOfId[before.ids[at] ?? -1]);
  return { unchanged, origin, sole };
}

test.each([1, 2, 3, 4, 5, 6])(
  'versions compared in turn are as if each were compared alone, seed %i',
  seed => {
    const [today = [], ...others] = inTurn(versions(seed, 40));
    const later = numbered(today);
    for (const lines of others) {
      const both = [...today, ...lines];
      const words = [...new Set([...both.flatMap(wordsOf), 'nowhere'])];
      const keys = [...new Set([...both.map(wordKey), 'nowhere'])];
      const map = mapOnto(lines, later);
      expectSameSide(map.before, lines, words, keys);
      expectSameSide(map.after, today, words, keys);
      expect(pairsOf(map)).toEqual(pairsOf(mapLines([...lines], [...today])));
      for (const name of ['a', 'b', 'é', 'K::a', 'v7', 'none']) {
        const isOnce = isDeclaredOnce([...lines], name) && isDeclaredOnce([...today], name);
        expect([name, isDeclaredOnceInBoth(map, name)]).toEqual([name, isOnce]);
      }
    }
  },
);

test('texts of many versions that have little in common are forgotten, and nothing is mistaken for them', () => {
  const today = ['function a() {', '}'];
  const later = numbered(today);
  for (let version = 0; version < 30; version++) {
    const lines = [...Array.from({ length: 100 }, (_, at) => `line ${version} ${at}`), ...today];
    const { before, unchanged } = mapOnto(lines, later);
    expect([...unchanged].flatMap((target, line) => (target > 0 ? [line] : []))).toEqual([101, 102]);
    expect(before.lineOfWord(`${version}`)).toBe(0);
    expect(before.lineOfWords(`line ${version} 99`)).toBe(100);
    expect(before.lineOfWords(`line ${version - 1} 99`)).toBeUndefined();
  }
});
