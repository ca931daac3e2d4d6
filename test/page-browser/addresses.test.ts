import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkTo, type Route, routeOf } from '../../page/route.ts';

describe('an address', () => {
  test.each<[string, Route]>([
    ['', { view: 'home' }],
    ['#/', { view: 'home' }],
    ['#/src/a.ts', { view: 'file', path: 'src/a.ts' }],
    ['#/src/a.ts:42', { view: 'file', path: 'src/a.ts', lines: [42, 42] }],
    ['#/src/a.ts:50-42', { view: 'file', path: 'src/a.ts', lines: [42, 50] }],
    ['#/src/a.ts::Client::send', { view: 'unit', path: 'src/a.ts', anchor: 'Client::send' }],
    ['#/src/%E6%8E%A5.py::%E5%86%8D', { view: 'unit', path: 'src/接.py', anchor: '再' }],
    ['#?search=retry%20backoff&kind=risk', { view: 'search', words: 'retry backoff', kind: 'risk' }],
    ['#?graph=', { view: 'graph', path: undefined, anchor: undefined }],
    ['#?graph=src/a.ts&unit=send', { view: 'graph', path: 'src/a.ts', anchor: 'send' }],
    ['#?nothing=1', { view: 'home' }],
    ['#/100%.ts', { view: 'file', path: '100%.ts' }],
  ])('%s is read', (hash, route) => {
    expect(routeOf(hash)).toEqual(route);
  });

  test('names any file, unit and words, whatever is in their names', () => {
    const text = fc.string({ minLength: 1, unit: 'grapheme' });
    const path = fc
      .array(text, { minLength: 1, maxLength: 4 })
      .map(parts => parts.join('/').replace(/^\/+/, 'a'))
      .filter(name => name !== '');
    const routes = fc.oneof(
      path.map(name => ({ view: 'file' as const, path: name })),
      fc.tuple(path, fc.nat(9999)).map(([name, line]) => ({
        view: 'file' as const,
        path: name,
        lines: [line, line] as [number, number],
      })),
      fc.tuple(path, text).map(([name, anchor]) => ({ view: 'unit' as const, path: name, anchor })),
      fc.tuple(path, text).map(([name, anchor]) => ({ view: 'graph' as const, path: name, anchor })),
      text.map(words => ({ view: 'search' as const, words, kind: undefined })),
    );
    fc.assert(
      fc.property(routes, route => {
        expect(routeOf(linkTo(route))).toEqual(route);
      }),
    );
  });
});
