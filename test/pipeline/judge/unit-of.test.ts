// Which unit of today's outline a region describes: by its name, else by its lines.
import { expect, test } from 'vitest';
import type { Scored } from '../../../src/pipeline/judge/score.ts';
import { unitOf } from '../../../src/pipeline/judge/unit-of.ts';
import type { Unit } from '../../../src/syntax/outline.ts';

/** "load@3:8" is a unit, or a region that names one; "@3:8" is a region without a name, "load" one without lines. */
function parse(text: string) {
  const [name = '', start, end] = text.split(/[@:]/);
  return { name, lines: start ? { start: Number(start), end: Number(end) } : undefined };
}

function unit(text: string): Unit {
  const { name, lines } = parse(text);
  return { type: 'function', name, signature: `${name}()`, lines: lines! };
}

/** What this stage reads of a region; `changed` is "n of m", or absent where the lines are not known today. */
function region(text: string, changed: string | undefined): Scored {
  const { name, lines } = parse(text);
  const [n = 0, m = 0] = changed?.split(' of ').map(Number) ?? [];
  return {
    found: {
      region: { file: 'a.js', lines, ast_anchor: name ? { unit_type: 'function', name } : undefined },
    },
    followed: changed && { lines, changed: n, total: m },
    freshness: { state: changed ? 'edited' : 'gone' },
  } as Scored;
}

type Row = [
  name: string,
  region: string,
  changed: string | undefined,
  units: string,
  expected: string | undefined,
];

test.each<Row>([
  ['a unit of its name', 'load@1:4', '0 of 4', 'load@1:4 save@6:9', 'load'],
  ['a unit of its name, where its lines are elsewhere', 'load@6:9', '0 of 4', 'load@1:4 save@6:9', 'load'],
  ['of two of its name the one in its lines', 'load@6:9', '0 of 4', 'load@1:4 load@6:9', 'load@6:9'],
  ['another name, and half of its lines changed: renamed', 'load@6:9', '2 of 4', 'read@6:9', 'read'],
  ['another name, and more than half changed: gone', 'load@6:10', '3 of 5', 'read@6:10', undefined],
  ['no name: a unit with the same lines', '@6:9', '4 of 4', 'load@1:4 save@6:9', 'save'],
  ['no name: it is half of the unit', '@1:4', '0 of 4', 'load@1:8', 'load'],
  ['no name: it is less than half of the unit', '@1:4', '0 of 4', 'load@1:9', 'lines 1–4'],
  ['no name: of class and method the one that is more alike', '@2:5', '0 of 4', 'Box@1:20 load@2:6', 'load'],
  ['no name: one line between the units', '@5:5', '0 of 1', 'load@1:4 save@6:9', 'line 5'],
  ['its lines are lost, and no unit has its name', 'load@1:4', undefined, 'save@6:9', undefined],
])('%s', (_name, described, changed, units, expected) => {
  const outline = units.split(' ').map(unit);
  const found = unitOf(region(described, changed), 'a.js', outline);
  const wanted = expected === undefined ? undefined : parse(expected);
  expect(found?.anchor.name).toBe(wanted?.name);
  if (wanted?.lines) expect(found?.lines).toEqual(wanted.lines);
});

test('without an outline the region names itself', () => {
  expect(unitOf(region('load@1:4', '4 of 4'), 'a.txt', undefined)?.anchor.name).toBe('load');
  expect(unitOf(region('@1:4', '1 of 4'), 'a.txt', undefined)?.anchor).toEqual({
    type: 'lines',
    name: 'lines 1–4',
  });
});

test('a region without lines and name is about the file', () => {
  expect(unitOf(region('', undefined), 'a.js', [unit('load@1:4')])?.anchor).toEqual({
    type: 'file',
    name: 'a.js',
  });
});
