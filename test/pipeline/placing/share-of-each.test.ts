import { expect, test } from 'vitest';
import { shareOfEach } from '../../../src/pipeline/placing/share-of-each.ts';

const [large, larger, small] = [{}, {}, {}];
const items = (note: object, count: number) =>
  Array.from({ length: count }, (_, number) => ({ note, number }));

test('what there is room for stays as it is', () => {
  const all = [...items(large, 3), ...items(small, 2)];
  expect(shareOfEach(all, 5)).toEqual(all);
});

test('a note with few regions loses none to one with many', () => {
  const all = [...items(large, 50), ...items(small, 2), ...items(larger, 80)];
  const kept = shareOfEach(all, 20);
  expect(kept).toEqual([...items(large, 9), ...items(small, 2), ...items(larger, 9)]);
});

test('of each note the first stays, however many notes there are', () => {
  const notes = Array.from({ length: 30 }, () => ({}));
  const all = notes.flatMap(note => items(note, 2));
  expect(shareOfEach(all, 20)).toEqual(notes.flatMap(note => items(note, 1)));
});
