import { expect, test } from 'vitest';
import { ContentCache } from '../../src/git/cache.ts';

test('what was not used for longest makes room', () => {
  const cache = new ContentCache<string>(32);
  for (const key of ['a', 'b', 'c']) cache.set(key, key, 10);
  cache.get('a');
  cache.set('d', 'd', 10);
  expect(['a', 'b', 'c', 'd'].map(key => cache.get(key))).toEqual(['a', undefined, 'c', 'd']);
});

test('what is larger than all of it is not kept, and drives nothing else out', () => {
  const cache = new ContentCache<string>(32);
  cache.set('a', 'a', 10);
  cache.set('b', 'b', 10);
  cache.set('b', 'larger', 33);
  expect([cache.get('a'), cache.get('b')]).toEqual(['a', undefined]);
  cache.set('c', 'c', 20);
  expect(cache.get('a')).toBe('a');
});
