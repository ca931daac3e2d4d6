import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedNames } from '../../src/index/merged-names.ts';

const inOrder = (names: Iterable<string>) =>
  [...new Set(names)].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

test('lists in the order of their bytes become one, without repeats', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '/', 'é', '\u{ff5e}', '\u{1f600}') });
  fc.assert(
    fc.property(fc.array(fc.array(name)), lists => {
      expect([...mergedNames(lists.map(inOrder))]).toEqual(inOrder(lists.flat()));
    }),
  );
});

test('no list is read further than names are asked for', () => {
  let read = 0;
  function* counted() {
    for (const name of ['a', 'b', 'c']) {
      read++;
      yield name;
    }
  }
  const [first] = mergedNames([counted(), ['x']]);
  expect([first, read]).toEqual(['a', 1]);
});
