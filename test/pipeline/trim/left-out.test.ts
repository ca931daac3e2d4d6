import { expect, test } from 'vitest';
import type { Trimmed } from '../../../src/answers.ts';
import { fitInto, tokens } from '../../../src/pipeline/trim/fit-into.ts';
import { entries, leftOut } from '../../../src/pipeline/trim/shrink.ts';

type Answer = { tree?: unknown[]; units?: unknown[]; concerns?: unknown[]; trimmed?: Trimmed };

const rows = Array.from({ length: 12 }, (_, at) => ({ path: `src/part${at}/`, files: '3 of 5' }));
const units = Array.from({ length: 12 }, (_, at) => ({ name: `unit${at}`, constraints: ['Stays.'] }));
const parts = [
  ...entries('tree', rows, []).map(row => ({ ...row, isOverview: true })),
  ...entries('units', units, []),
  ...entries('concerns', [{ description: 'A concern. '.repeat(40) }], [undefined, undefined, leftOut]),
];

function fitted(most: number): Answer {
  return fitInto<Answer>((lists, trimmed) => ({ ...lists, trimmed }), parts, tokens(most));
}

test('units that are left out are counted as such, and rows of an overview apart from them', () => {
  const { tree = [], units: shown = [], concerns, trimmed } = fitted(180);
  expect([tree.length, shown.length].every(count => count > 0 && count < 12)).toBe(true);
  expect(concerns).toBeUndefined();
  expect(trimmed?.more_units).toBe(12 - shown.length);
  expect(trimmed?.left_out).toEqual({ tree: 12 - tree.length, concerns: 1 });
});

test('where not even the frame fits, so many units are left out', () => {
  expect(fitted(10).trimmed).toMatchObject({ over_budget: true, more_units: 12 });
});
