import { expect, test } from 'vitest';
import { keepEntries, type Sized } from '../../../src/pipeline/trim/keep-entries.ts';

function sized(name: string, smallest: number, constraints: number): Sized {
  return { entry: { list: 'regions', at: 0, name, constraints, form: () => name }, smallest, name: 0 };
}

function kept(ranked: Sized[], room: number): (string | undefined)[] {
  return keepEntries(ranked, room).map(({ entry }) => entry.name);
}

test('of equal ones the first stay', () => {
  const ranked = ['first', 'second', 'third'].map(name => sized(name, 40, 1));
  expect(kept(ranked, 100)).toEqual(['first', 'second']);
  expect(kept(ranked, 60)).toEqual(['first']);
});

test('none is left out that there is room for, though a better one has to be', () => {
  expect(kept([sized('large', 100, 2), sized('small', 30, 1)], 60)).toEqual(['small']);
});

test('a better one takes the room of another only where that costs no constraint', () => {
  const many = sized('many', 60, 5);
  expect(kept([sized('large', 100, 1), many], 60)).toEqual(['many']);
  expect(kept([sized('large', 100, 1), many], 120)).toEqual(['many']);
  expect(kept([sized('larger', 100, 6), many], 120)).toEqual(['larger']);
  expect(kept([sized('large', 100, 1), many], 160)).toEqual(['large', 'many']);
});
