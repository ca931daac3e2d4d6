// Where the page puts things, as far as that is arithmetic.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bars } from '../../page/file/bars.ts';
import { blocks } from '../../page/file/blocks.ts';
import { placeCards } from '../../page/file/place-cards.ts';
import { layout } from '../../page/graph/layout.ts';
import { buildTree } from '../../page/tree/build-tree.ts';
import { afterKey, rows } from '../../page/tree/rows.ts';
import { type AnnotatedUnit, unitsOf } from '../../page/unit/units-of.ts';
import type { ReadAnswer } from '../../src/query/read/answer.ts';

describe('cards beside code', () => {
  const cards = fc.array(fc.record({ wanted: fc.nat(5000), height: fc.integer({ min: 20, max: 600 }) }), {
    maxLength: 40,
  });
  const sorted = cards.map(all => all.sort((a, b) => a.wanted - b.wanted));

  test('never cover each other, and keep their order', () => {
    const chosen = fc.integer({ min: -1, max: 45 });
    fc.assert(
      fc.property(sorted, chosen, (all, at) => {
        const tops = placeCards(all, at);
        for (const [next, top] of tops.entries()) {
          if (next > 0) expect(top).toBeGreaterThanOrEqual(tops[next - 1]! + all[next - 1]!.height);
          else expect(top).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  test('stand where they want to when there is room, and the chosen one before all others', () => {
    expect(
      placeCards([
        { wanted: 0, height: 100 },
        { wanted: 400, height: 100 },
      ]),
    ).toEqual([0, 400]);
    const crowded = [
      { wanted: 300, height: 200 },
      { wanted: 320, height: 200 },
      { wanted: 340, height: 200 },
    ];
    expect(placeCards(crowded)).toEqual([300, 512, 724]);
    expect(placeCards(crowded, 1)).toEqual([108, 320, 532]);
  });
});

test('blocks have every line once, and begin where they must', () => {
  fc.assert(
    fc.property(fc.nat(2000), fc.array(fc.integer({ min: 1, max: 2000 })), (lines, breaks) => {
      const found = blocks(lines, new Set(breaks));
      expect(
        found.flatMap(({ first, last }) => Array.from({ length: last - first + 1 }, (_, at) => first + at)),
      ).toEqual(Array.from({ length: lines }, (_, at) => at + 1));
      const begin = new Set(found.map(({ first }) => first));
      for (const line of breaks) if (line <= lines) expect(begin.has(line)).toBe(true);
    }),
  );
});

const unit = (key: string, first: number, last: number): AnnotatedUnit => ({
  ...{ key, ranges: [[first, last]], state: 'intact', dependents: [] },
  regions: [{ freshness: { state: 'intact' } }],
});

test('bars of a class and of its methods stand side by side', () => {
  const found = bars([unit('class', 1, 100), unit('one', 10, 20), unit('two', 30, 40)]);
  expect(found.map(({ lane }) => lane)).toEqual([0, 1, 1]);
});

describe('units of an answer', () => {
  const read = {
    scope: { repository: '', file: 'a.ts' },
    regions: [
      {
        anchor: { name: 'b' },
        current_lines: { start: 9, end: 12 },
        freshness: { state: 'edited' },
        newer: '1a2b3c4',
      },
      {
        anchor: { name: 'b' },
        current_lines: { start: 9, end: 12 },
        freshness: { state: 'intact' },
        commit: '1a2b3c4',
      },
      { anchor: { name: 'a' }, current_lines: { start: 2, end: 4 }, freshness: { state: 'intact' } },
      { freshness: { state: 'unknown' } },
      { anchor: { name: 'old' }, freshness: { state: 'gone' } },
      { file: 'src/', freshness: { state: 'unknown' } },
      { current_ranges: ['30:33', '40'], freshness: { state: 'intact' } },
    ],
    dependencies_on_this: [{ file: 'c.ts', on: 'b', state: 'intact' }],
  } as unknown as ReadAnswer;

  test('one each, what has no lines first, the newest annotation first', () => {
    const units = unitsOf(read);
    expect(units.map(({ anchor, about, ranges }) => [anchor ?? about, ranges])).toEqual([
      ['whole file', []],
      ['old', []],
      ['all of src/', []],
      ['a', [[2, 4]]],
      ['b', [[9, 12]]],
      [
        undefined,
        [
          [30, 33],
          [40, 40],
        ],
      ],
    ]);
    expect(units[4]!.regions.map(({ freshness }) => freshness.state)).toEqual(['intact', 'edited']);
    expect(units[4]!.dependents).toHaveLength(1);
  });
});

describe('the tree', () => {
  const files = ['README.md', 'src/deep/er/a.ts', 'src/deep/er/b.ts', 'src/c.ts'].map((path, n) => ({
    path,
    n,
  }));
  const tree = buildTree(files);

  test('has directories first, adds up annotations, and joins a directory with its only one', () => {
    expect(rows(tree, () => true).map(({ node, level }) => [level, node.name, node.annotations])).toEqual([
      [1, 'src', 6],
      [2, 'deep/er', 3],
      [3, 'a.ts', 1],
      [3, 'b.ts', 2],
      [2, 'c.ts', 3],
      [1, 'README.md', 0],
    ]);
  });

  test('is walked with arrow keys', () => {
    const open = rows(tree, () => true);
    expect(afterKey('ArrowDown', open, 5)).toEqual({ at: 5 });
    expect(afterKey('ArrowLeft', open, 3)).toEqual({ at: 1 });
    expect(afterKey('ArrowLeft', open, 1)).toEqual({ toggle: open[1]!.node });
    expect(afterKey('ArrowRight', open, 0)).toEqual({ at: 1 });
    expect(afterKey('End', open, 0)).toEqual({ at: 5 });
    expect(afterKey('x', open, 0)).toBeUndefined();
    const closed = rows(tree, () => false);
    expect(afterKey('ArrowRight', closed, 0)).toEqual({ toggle: closed[0]!.node });
  });
});

test('a picture has each connection once, and nothing that the data does not have', () => {
  const nodes = ['a', 'b', 'c'].map(id => ({ id, file: id, annotations: 1 }));
  const edge = (from: string, to: string, nature: string) => ({ from, to, nature, commit: '' });
  const picture = layout(
    {
      nodes,
      edges: [edge('a', 'b', 'x'), edge('a', 'b', 'y'), edge('b', 'a', 'z'), edge('a', 'nowhere', '')],
    },
    'LR',
  );
  expect(picture.edges.map(({ from, to }) => from + to)).toEqual(['ab', 'ba']);
  expect(picture.nodes.map(({ id }) => id)).toEqual(['a', 'b']);
});
